import { randomUUID } from 'node:crypto';
import type { OrderCreated } from '@hub/contract';
import type { AlertReport } from '@hub/alerts';
import { decided, unrecorded, type EventOutcome, type EventInput } from '@hub/messaging';
import { orderKeyText, type ArrivalFacts, type SavedArrival } from '@hub/orders/arrivals';
import { decideIntake, networkVariants, type SellingShop } from '@hub/orders/intake';
import { variantKeyText } from '@hub/orders/routing';
import { intakeAlerts, tooManyLinesAlert } from './intake-alerts';

export type OrderEvent = EventInput<OrderCreated>;

/** An accepted order whose lines are not decided yet. */
export interface AcceptedArrival extends Omit<SavedArrival, 'routing'> {
  seller: SellingShop;
  /** Of the batch, milliseconds since the epoch. */
  decidedAt: number;
}

/** The result for orders that arrived together. */
export interface JudgedArrivals {
  /** In the events' order. */
  ends: EventOutcome[];
  accepted: AcceptedArrival[];
  alerts: AlertReport[];
}

/**
 * Which orders are accepted (D9, D31), one after the other: of two with the same id, the first. Pure except for the new
 * ids.
 */
export function judgeArrivals(
  events: readonly OrderEvent[],
  facts: ArrivalFacts,
  sellers: ReadonlyMap<number, SellingShop>,
): JudgedArrivals {
  const stored = new Set(facts.stored);
  const judged: JudgedArrivals = { ends: [], accepted: [], alerts: [] };
  for (const event of events) {
    const key = orderKeyText({ shopId: event.shopId, orderId: event.data.order_id });
    const end = stored.has(key)
      ? decided({ status: 200, outcome: 'duplicate' })
      : judge(event, { facts, seller: sellers.get(event.shopId) }, judged);
    judged.ends.push(end);
    if (end.kind === 'decided' && end.verdict.status === 200) stored.add(key);
  }
  return judged;
}

function judge(
  event: OrderEvent,
  { facts, seller }: { facts: ArrivalFacts; seller: SellingShop | undefined },
  judged: JudgedArrivals,
): EventOutcome {
  if (!seller) throw new Error('an order of a shop that is not there');
  const { shopId, data: order, now, latestNow, correlation } = event;
  const cancelledBefore = facts.cancelled.has(orderKeyText({ shopId, orderId: order.order_id }));
  const variants = knownVariants(event, facts, seller);
  const intake = decideIntake({ shop: seller, variants, cancelledBefore }, order, latestNow);
  if (intake.kind === 'refused') {
    if (intake.tooManyLines) judged.alerts.push(tooManyLinesAlert(event));
    return intake.passing ? unrecorded(intake.refusal) : decided(intake.refusal);
  }
  const id = randomUUID();
  const lines = order.line_items.map((_, position) => ({
    id: randomUUID(),
    state: intake.networkLines.has(position) ? ('waiting' as const) : ('own' as const),
  }));
  const mayBePlaced = facts.maybePlacedUntil !== null && order.created_at <= facts.maybePlacedUntil;
  judged.accepted.push({
    id,
    shopId,
    order,
    intake,
    correlation,
    lines,
    seller,
    mayBePlaced,
    decidedAt: now,
  });
  judged.alerts.push(...intakeAlerts({ id, shopId }, intake));
  return decided({ status: 200, outcome: 'accepted' });
}

function knownVariants({ shopId, data }: OrderEvent, { sold }: ArrivalFacts, seller: SellingShop) {
  return new Map(
    networkVariants(data, seller).flatMap((variantId) => {
      const known = sold.get(variantKeyText({ shopId, variantId }));
      return known ? [[variantId, known] as const] : [];
    }),
  );
}
