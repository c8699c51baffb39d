import type { SellerOrderState, ShippingOrderState } from '@hub/database';
import { mayBeAtShop } from '../states/shipping-order-states';
import type { Address } from './read-address';

/** What is known of an order whose address support wants to correct. */
export interface AddressFacts {
  state: SellerOrderState;
  /** Its personal data is gone (D30). */
  blanked: boolean;
  destinationCountry: string;
  shippingOrders: readonly { state: ShippingOrderState; holdsItsLines: boolean }[];
}

/**
 * `already_sent`: a shop has it, or may have. `refused_by_shop`: a shop refused it with this address under a reference
 * that must not stand for other data; its lines are re-routed first. `country_differs`: VAT and routing follow the country.
 */
export type AddressRefusal =
  'order_stopped' | 'blanked' | 'already_sent' | 'refused_by_shop' | 'country_differs' | 'unchanged';

/** Why the address may not be corrected; null: it may, for nothing of the order was sent anywhere. */
export function whyAddressStays(
  facts: AddressFacts,
  change: { address: Address; changed: readonly string[] },
): AddressRefusal | null {
  const { state, shippingOrders } = facts;
  if (state === 'stopping' || state === 'stopped') return 'order_stopped';
  if (facts.blanked) return 'blanked';
  if (shippingOrders.some(mayBeAtShop)) return 'already_sent';
  if (shippingOrders.some((order) => order.state === 'refused' && order.holdsItsLines))
    return 'refused_by_shop';
  if (change.address['country_code'] !== facts.destinationCountry) return 'country_differs';
  return change.changed.length === 0 ? 'unchanged' : null;
}

/** The fields that differ, by name. */
export function changedFields(before: Readonly<Record<string, unknown>>, after: Address): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}
