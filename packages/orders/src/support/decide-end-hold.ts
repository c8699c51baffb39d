import type { CapabilityState, SellerOrderState } from '@hub/database';

/** `orders_off`: the selling shop's capability is off, so that no tracking could reach it. */
export type EndHoldRefusal = 'not_held' | 'orders_off';

/**
 * Whether support may end what holds an order, so that it is routed: a cancellation that came before it (D12), or a shop
 * that was draining when it came (D25). Both wait for support's word; null: it may.
 */
export function whyHoldStays(facts: {
  state: SellerOrderState;
  orders: CapabilityState;
}): EndHoldRefusal | null {
  if (facts.state !== 'held') return 'not_held';
  return facts.orders === 'off' ? 'orders_off' : null;
}
