import type { Database } from '@hub/database';
import { settleByShop, type ShopWord } from '@hub/support-desk';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/**
 * "We have it as <id>", "we do not have it" (D18), "we have stopped it", "we had shipped it" (D12): the shop's own
 * statement, as a lead would record it.
 */
export async function saySettled(
  db: Database,
  said: { visit: Visit; reference: string; word: ShopWord; now: number },
): Promise<Acted<Said>> {
  const { visit, reference, word, now } = said;
  const { shopId } = visit.contact;
  const order = await db.shippingOrder.findFirst({
    where: { shopId, externalRef: reference, state: { not: 'planned' } },
    select: { externalRef: true },
  });
  if (order === null) return { kind: 'unknown' };
  const end = await settleByShop(db, {
    reference: order.externalRef,
    word,
    actor: actorOfVisit(visit),
    now,
  });
  if (end.kind !== 'settled') return end;
  return { kind: 'done', answer: { done: NOTED[word.kind] } };
}

const NOTED: Record<ShopWord['kind'], string> = {
  has: 'Noted: it is yours to ship.',
  has_not: 'Noted: it is no order of yours any more, do not ship it.',
  stopped: 'Noted: it is stopped, do not ship it.',
  shipped: 'Noted: you had shipped it, the order stands.',
};
