import type { CancellationState } from '@hub/database';
import { firstStopState, type FirstStopState } from '@hub/orders/states';
import { hasShipped, type OrderFacts } from './order-facts';

/** A stop to begin. */
export interface NewStop {
  shippingOrderId: string;
  state: FirstStopState;
}

/** The decision on a selling shop's cancellation of its order. */
export type WholeOrderDecision =
  | { kind: 'stopped_before' }
  | { kind: 'already_shipped' }
  /** A cancellation is open: it continues, and answers this delivery. */
  | { kind: 'resume' }
  | { kind: 'begin'; stops: NewStop[] };

/**
 * The selling shop cancels its whole order (D12).
 * @param facts.cancellation the order's cancellation that was not overruled; null: none
 */
export function decideWholeOrder(facts: {
  order: OrderFacts;
  cancellation: { state: CancellationState } | null;
}): WholeOrderDecision {
  const { order, cancellation } = facts;
  if (order.state === 'stopped') return { kind: 'stopped_before' };
  if (cancellation?.state === 'stopping') return { kind: 'resume' };
  // Before any call: a known package on any line (D12).
  if (order.shippingOrders.some(hasShipped)) return { kind: 'already_shipped' };
  return { kind: 'begin', stops: newStops(order) };
}

/** A shipping order whose shop cannot ship it is already being stopped: that stop serves the whole order too. */
function newStops(order: OrderFacts): NewStop[] {
  return order.shippingOrders
    .filter(({ stop }) => stop === null)
    .flatMap(({ id, state: placing }) => {
      const state = firstStopState(placing);
      return state === null ? [] : [{ shippingOrderId: id, state }];
    });
}
