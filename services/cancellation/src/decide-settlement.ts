import type { CancellationFacts, OrderFacts, StopFacts } from './order-facts';

/**
 * Where a cancellation stands.
 * - `stopped`: every shipping order that it concerns is confirmed stopped.
 * - `overruled`: one has shipped, and of no other is it unknown whether it was stopped: the order stands (D12).
 */
export type SettlementDecision = 'unfinished' | 'stopped' | 'overruled';

/** Pure; the order's facts are those after what has just been recorded. */
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

/** The whole order waits for a shop that cannot ship, too. */
function concernedStops(
  { kind, shippingOrderId }: Pick<CancellationFacts, 'kind' | 'shippingOrderId'>,
  { shippingOrders }: Pick<OrderFacts, 'shippingOrders'>,
): StopFacts[] {
  return shippingOrders
    .filter(({ id }) => kind === 'whole_order' || id === shippingOrderId)
    .flatMap(({ stop }) => stop ?? []);
}

/** Called, and not known what the store did: it must be, before anybody says that the order stands. */
export function mayHaveStopped({ state, attempts }: StopFacts): boolean {
  return state === 'sending' || ((state === 'due' || state === 'failed') && attempts > 0);
}
