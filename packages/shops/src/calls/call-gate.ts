import type { StoreCallRecord } from '@hub/store-client';
import type { Capabilities, Capability } from '../sheet/sheet';

export type StoreOperation = StoreCallRecord['operation'];

/** Which capability of the called shop each call stands under (D23). */
const CAPABILITY_OF: Readonly<Record<StoreOperation, Capability>> = {
  read_products: 'products',
  write_inventory: 'inventory',
  place_order: 'orders',
  deliver_tracking: 'orders',
  cancel_order: 'cancellation',
  register_return: 'returns',
};

/**
 * Pure: the capability that forbids a call, or `null`. `draining` serves what exists; in a dry run no shipping order is
 * placed, while the tracking of an order from before it still arrives.
 */
export function closedCapability(operation: StoreOperation, capabilities: Capabilities): Capability | null {
  const capability = CAPABILITY_OF[operation];
  const state = capabilities[capability];
  const closed = state === 'off' || (state === 'dry_run' && operation === 'place_order');
  return closed ? capability : null;
}
