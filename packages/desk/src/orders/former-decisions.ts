import type { OrderLineState, SellerOrderState } from '@hub/database';

/** A routing decision of which only the time is known: its month is dropped (D30). */
export interface FormerDecision {
  id: string;
  /** When the first of its shipping orders was built; without one, when the order came. */
  decidedAt: Date;
  /** Whether a shop was chosen. */
  hasChosen: boolean;
}

/** What says of an order without a shipping order whether routing decided on it. */
interface DecidedOrder {
  id: string;
  state: SellerOrderState;
  heldReason: string | null;
  receivedAt: Date;
  blankedAt: Date | null;
  lines: readonly { state: OrderLineState }[];
}

/**
 * The decisions of an order that are no longer kept, the oldest first. Every shipping order was stored together with its
 * decision, so one that is missing was dropped. So was that of a blanked order without any: unless it was held, an order is
 * stored together with its first decision.
 */
export function formerDecisions(
  order: DecidedOrder,
  kept: readonly { id: string }[],
  shippingOrders: readonly { decisionId: string; createdAt: Date }[],
): FormerDecision[] {
  if (kept.length + shippingOrders.length === 0)
    return wasDecided(order) ? [{ id: order.id, decidedAt: order.receivedAt, hasChosen: false }] : [];
  const ids = new Set(kept.map(({ id }) => id));
  const former = new Map<string, Date>();
  for (const { decisionId, createdAt } of shippingOrders) {
    const at = former.get(decisionId);
    if (!ids.has(decisionId) && (at === undefined || createdAt < at)) former.set(decisionId, createdAt);
  }
  return [...former]
    .map(([id, decidedAt]) => ({ id, decidedAt, hasChosen: true }))
    .toSorted((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime());
}

/** Of an order that is still young its decision may be about to be made: a hold has just ended. */
function wasDecided({ state, heldReason, blankedAt, lines }: DecidedOrder): boolean {
  const hasNetworkLine = lines.some((line) => line.state !== 'own');
  return blankedAt !== null && hasNetworkLine && (heldReason === null || state === 'accepted');
}
