import { randomUUID } from 'node:crypto';
import { inTransaction, requestCatalogueRun, type Database } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';

/** Has a shop's whole catalogue read (D14): begins a run, or joins the one under way. @returns the run's id */
export async function requestPull(db: Database, shopId: number): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { runId, begun } = await requestCatalogueRun(tx, { shopId });
    if (begun) await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
    return runId;
  });
}
