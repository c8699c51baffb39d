import type { OrderLineState, SellerOrderState, ShippingOrderState } from '@hub/database';
import { mayBeAtShop } from '../states/shipping-order-states';
import type { Address } from './read-address';

/** The facts of an order whose address support wants to correct, independent of the new one. */
export interface CorrectableFacts {
  state: SellerOrderState;
  /** Its personal data is deleted (D30). */
  blanked: boolean;
  lines: readonly { state: OrderLineState }[];
  shippingOrders: readonly { state: ShippingOrderState }[];
}

export interface AddressFacts extends CorrectableFacts {
  destinationCountry: string;
}

/** `already_sent`: a shop has it, or may have. `nothing_to_ship`: no line is left to ship through the network. */
export type AddressFixed = 'order_stopped' | 'blanked' | 'already_sent' | 'nothing_to_ship';
/** `country_differs`: VAT and routing follow the country. */
export type AddressRefusal = AddressFixed | 'country_differs' | 'unchanged';

/**
 * Why no new address is accepted, whatever it is; null: one is, as no shop has anything of the order: it was sent to
 * none, or they refused.
 */
export function whyAddressIsFixed(facts: CorrectableFacts): AddressFixed | null {
  const { state, blanked, lines, shippingOrders } = facts;
  if (state === 'stopping' || state === 'stopped') return 'order_stopped';
  if (blanked) return 'blanked';
  if (shippingOrders.some(mayBeAtShop)) return 'already_sent';
  return lines.some(isToBeShipped) ? null : 'nothing_to_ship';
}

function isToBeShipped({ state }: { state: OrderLineState }): boolean {
  return state === 'waiting' || state === 'allocated';
}

/** Why the address may not be corrected so; null: it may. */
export function whyAddressStays(
  facts: AddressFacts,
  change: { address: Address; changed: readonly string[] },
): AddressRefusal | null {
  const why = whyAddressIsFixed(facts);
  if (why !== null) return why;
  if (change.address['country_code'] !== facts.destinationCountry) return 'country_differs';
  return change.changed.length === 0 ? 'unchanged' : null;
}

/** The fields that differ, by name. */
export function changedFields(before: Readonly<Record<string, unknown>>, after: Address): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}
