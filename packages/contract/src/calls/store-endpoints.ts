import type { Capability } from '../capability';

/** The facts of a store's endpoint, stated once (contract, "Endpoints"). */
interface StoreEndpoint {
  /** Method and path template. */
  endpoint: `${'GET' | 'PUT' | 'POST'} ${string}`;
  /** The called shop's capability to which it belongs (D23). */
  capability: Capability;
  /** Whether it is called while that capability is in dry run: no shipping order is placed then (D18). */
  inDryRun: boolean;
  /** Its label on the desk's pages. */
  label: string;
  /** The request to the shop, worded after "was". */
  asked: string;
}

/** The six endpoints of a store, by what the service does with each. */
export const STORE_ENDPOINTS = {
  read_products: {
    endpoint: 'GET /products',
    capability: 'products',
    inDryRun: true,
    label: 'Reading the catalogue',
    asked: 'asked for its catalogue',
  },
  write_inventory: {
    endpoint: 'PUT /inventory',
    capability: 'inventory',
    inDryRun: true,
    label: 'Writing network quantities',
    asked: 'sent a network quantity',
  },
  place_order: {
    endpoint: 'POST /orders',
    capability: 'orders',
    inDryRun: false,
    label: 'Placing shipping orders',
    asked: 'asked to ship it',
  },
  deliver_tracking: {
    endpoint: 'PUT /orders/{order_id}/tracking',
    capability: 'orders',
    inDryRun: true,
    label: 'Delivering tracking',
    asked: 'sent the tracking',
  },
  cancel_order: {
    endpoint: 'POST /cancel',
    capability: 'cancellation',
    inDryRun: true,
    label: 'Stopping shipping orders',
    asked: 'asked to stop it',
  },
  register_return: {
    endpoint: 'POST /returns',
    capability: 'returns',
    inDryRun: true,
    label: 'Registering returns',
    asked: 'sent the return',
  },
} as const satisfies Record<string, StoreEndpoint>;

export type StoreOperation = keyof typeof STORE_ENDPOINTS;

const BY_NAME: ReadonlyMap<string, StoreEndpoint> = new Map(Object.entries(STORE_ENDPOINTS));

/** The endpoint of an unchecked operation name; null: there is none. */
export function findStoreEndpoint(operation: string): StoreEndpoint | null {
  return BY_NAME.get(operation) ?? null;
}
