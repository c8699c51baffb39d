import type { CapabilityState, SellerOrderState } from '@hub/database';

/** `orders_off`: the selling shop's capability is off, so that no tracking could reach it. */
export type EndHoldRefusal = 'not_held' | 'orders_off';

/**
 * Whether support may release a held order, so that it is routed: held by a cancellation that arrived first (D12), or
 * by a shop that was draining when it arrived (D25). Both wait for support's decision; null: it may.
 */
export function whyHoldStays(facts: {
  state: SellerOrderState;
  orders: CapabilityState;
}): EndHoldRefusal | null {
  if (facts.state !== 'held') return 'not_held';
  return facts.orders === 'off' ? 'orders_off' : null;
}
