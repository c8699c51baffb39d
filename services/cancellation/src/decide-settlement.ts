import type { CancellationFacts, OrderFacts, StopFacts } from './order-facts';

/**
 * The state of a cancellation.
 * - `stopped`: every shipping order of it is confirmed stopped.
 * - `overruled`: one has shipped, and for every other it is known whether it was stopped: the order stands (D12).
 */
export type SettlementDecision = 'unfinished' | 'stopped' | 'overruled';

/** the order's facts include what was just recorded. */
export function decideSettlement(
  cancellation: Pick<CancellationFacts, 'id' | 'kind' | 'shippingOrderId'>,
  order: Pick<OrderFacts, 'shippingOrders'>,
): SettlementDecision {
  const stops = concernedStops(cancellation, order);
  if (stops.some(({ state }) => state === 'already_shipped')) {
    const own = stops.filter(({ cancellationId }) => cancellationId === cancellation.id);
    return own.some(mayHaveStopped) ? 'unfinished' : 'overruled';
  }
  return stops.every(({ state }) => state === 'confirmed') ? 'stopped' : 'unfinished';
}

/** The whole order also waits for a shop that cannot ship. */
function concernedStops(
  { kind, shippingOrderId }: Pick<CancellationFacts, 'kind' | 'shippingOrderId'>,
  { shippingOrders }: Pick<OrderFacts, 'shippingOrders'>,
): StopFacts[] {
  return shippingOrders
    .filter(({ id }) => kind === 'whole_order' || id === shippingOrderId)
    .flatMap(({ stop }) => stop ?? []);
}

/** Called, and it is unknown what the store did: that must be known before the order stands. */
export function mayHaveStopped({ state, outcomeUnknown }: StopFacts): boolean {
  return state === 'sending' || ((state === 'due' || state === 'failed') && outcomeUnknown);
}
