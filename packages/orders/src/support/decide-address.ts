import type { SellerOrderState, ShippingOrderState } from '@hub/database';
import { mayBeAtShop } from '../states/shipping-order-states';
import type { Address } from './read-address';

/** What is known of an order whose address support wants to correct. */
export interface AddressFacts {
  state: SellerOrderState;
  /** Its personal data is gone (D30). */
  blanked: boolean;
  destinationCountry: string;
  shippingOrders: readonly { state: ShippingOrderState }[];
}

/**
 * `already_sent`: a shop has it, or may have. `country_differs`: VAT and routing follow the country.
 */
export type AddressRefusal = 'order_stopped' | 'blanked' | 'already_sent' | 'country_differs' | 'unchanged';

/** Why the address may not be corrected; null: it may, for no shop has anything of the order: none was sent it, or it refused. */
export function whyAddressStays(
  facts: AddressFacts,
  change: { address: Address; changed: readonly string[] },
): AddressRefusal | null {
  const { state, shippingOrders } = facts;
  if (state === 'stopping' || state === 'stopped') return 'order_stopped';
  if (facts.blanked) return 'blanked';
  if (shippingOrders.some(mayBeAtShop)) return 'already_sent';
  if (change.address['country_code'] !== facts.destinationCountry) return 'country_differs';
  return change.changed.length === 0 ? 'unchanged' : null;
}

/** The fields that differ, by name. */
export function changedFields(before: Readonly<Record<string, unknown>>, after: Address): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}
