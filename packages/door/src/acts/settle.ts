import type { Database } from '@hub/database';
import { settleShippingOrder } from '@hub/support-desk';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/** What a shop says of an order that the calls to its store have left open (D18). */
export type ShopSays = { kind: 'has'; storeOrderId: string } | { kind: 'has_not' };

/** "We have it as <id>", "we do not have it": the shop's own word, as a lead would pass it on. */
export async function saySettled(
  db: Database,
  said: { visit: Visit; reference: string; word: ShopSays; now: number },
): Promise<Acted<Said>> {
  const { visit, reference, word, now } = said;
  const { shopId } = visit.contact;
  const order = await db.shippingOrder.findFirst({
    where: { shopId, externalRef: reference, state: { not: 'planned' } },
    select: { externalRef: true },
  });
  if (order === null) return { kind: 'unknown' };
  const end = await settleShippingOrder(db, {
    reference: order.externalRef,
    word,
    actor: actorOfVisit(visit),
    now,
  });
  if (end.kind !== 'settled') return end;
  const done =
    word.kind === 'has'
      ? 'Noted: it is yours to ship.'
      : 'Noted: it is no order of yours any more, do not ship it.';
  return { kind: 'done', answer: { done } };
}
