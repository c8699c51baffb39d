/** A routing decision of which only the time is known: its month is dropped (D30). */
export interface FormerDecision {
  id: string;
  /** When the first of its shipping orders was built. */
  decidedAt: Date;
}

/**
 * The decisions of an order that are no longer kept, the oldest first. Every shipping order was stored together with its
 * decision, so one that is missing was dropped.
 */
export function formerDecisions(
  kept: readonly { id: string }[],
  shippingOrders: readonly { decisionId: string; createdAt: Date }[],
): FormerDecision[] {
  const ids = new Set(kept.map(({ id }) => id));
  const former = new Map<string, Date>();
  for (const { decisionId, createdAt } of shippingOrders) {
    const at = former.get(decisionId);
    if (!ids.has(decisionId) && (at === undefined || createdAt < at)) former.set(decisionId, createdAt);
  }
  return [...former]
    .map(([id, decidedAt]) => ({ id, decidedAt }))
    .toSorted((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime());
}
