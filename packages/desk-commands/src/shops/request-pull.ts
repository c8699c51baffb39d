import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { requestCatalogueRun } from '@hub/shops';
import { COMMANDS, enqueue } from '@hub/messaging';

/**
 * Has a shop's whole catalogue read (D14): begins a run, or joins the one under way. One that waits for its store to be
 * reached again goes on at once: whoever asks may have mended it. @returns the run's id
 */
export async function requestPull(
  db: Database,
  wanted: { shopId: number; checkImages?: boolean },
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { runId } = await requestCatalogueRun(tx, wanted);
    await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
    return runId;
  });
}
