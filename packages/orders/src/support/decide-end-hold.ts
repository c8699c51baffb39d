import type { CapabilityState, SellerOrderState } from '@hub/database';

/** `orders_off`: the selling shop's capability is off, so that no tracking could reach it. */
export type EndHoldRefusal = 'not_held' | 'orders_off';

/**
 * Why support may not release a held order, so that it is routed: it is held because its cancellation arrived first
 * (D12), or because it is old (D38).
 * @returns null if support may release it
 */
export function whyHoldStays(facts: {
  state: SellerOrderState;
  orders: CapabilityState;
}): EndHoldRefusal | null {
  if (facts.state !== 'held') return 'not_held';
  return facts.orders === 'off' ? 'orders_off' : null;
}
