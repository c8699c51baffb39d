import { inTransaction, type Database } from '@hub/database';
import { promiseShipping, PROMISE_REFUSALS } from '@hub/orders';
import { recordActions } from '@hub/support-desk';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/** "It ships by <day>": a shop moves the time of its own order, twice at most (D38). */
export async function sayShipsBy(
  db: Database,
  said: { visit: Visit; reference: string; day: string; now: number },
): Promise<Acted<Said>> {
  const { visit, reference, day, now } = said;
  const { shopId, shop } = visit.contact;
  return inTransaction(db, async (tx) => {
    const end = await promiseShipping(tx, { reference, shopId, day, now });
    if (end.kind === 'unknown') return end;
    if (end.kind === 'refused') return { kind: 'refused', reason: PROMISE_REFUSALS[end.why] };
    if (end.changed)
      await recordActions(tx, {
        actor: actorOfVisit(visit),
        action: 'order.promise',
        subjects: [`order:${end.sellerOrderId}`],
        detail: { reference, shop },
        changes: [{ field: 'ship_by', before: end.before.toISOString(), after: end.by.toISOString() }],
      });
    return { kind: 'done', answer: { done: `Noted: it ships by ${day}.` } };
  });
}
