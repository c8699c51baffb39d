import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { requestCatalogueRun } from '@hub/shops';
import { COMMANDS, enqueue } from '@hub/messaging';
import { recordActions } from '@hub/support-desk';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/** Has the shop's whole catalogue read (D14): starts a run, or joins the one in progress. */
export async function readCatalogueAgain(db: Database, visit: Visit): Promise<Acted<Said>> {
  const { shopId, shop } = visit.contact;
  return inTransaction(db, async (tx) => {
    const { products } = await tx.shop.findUniqueOrThrow({
      where: { id: shopId },
      select: { products: true },
    });
    if (products === 'off') return { kind: 'refused', reason: 'the capability products is off' };
    const { runId } = await requestCatalogueRun(tx, { shopId });
    await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
    const subjects = [`shop:${shop}`];
    await recordActions(tx, { actor: actorOfVisit(visit), action: 'door.read_catalogue', subjects });
    return { kind: 'done', answer: { done: 'Your catalogue is being read.' } };
  });
}
