import type { ShippingOrderRequest, TrackingRequest } from '@hub/contract';
import { createStoreClient, type Store, type StoreCallRecord, type StoreClient } from '@hub/store-calls';

export const ROOT = 'https://shop.example';

export const store: Store = {
  shopId: 7,
  slug: 'nordic-outdoor',
  apiRoot: `${ROOT}/api`,
  bearerToken: 'token-1',
  signingSecret: 'hub-test-secret',
};

type Options = Parameters<typeof createStoreClient>[0];

export interface ClientUnderTest {
  client: StoreClient;
  records: StoreCallRecord[];
}

/** A client that waits a millisecond where a real one waits a second. */
export function clientUnderTest(options: Partial<Options> = {}): ClientUnderTest {
  const records: StoreCallRecord[] = [];
  const client = createStoreClient({
    timeoutMs: 5_000,
    retryBaseMs: 1,
    allowInsecureStores: false,
    onCall: (record) => records.push(record),
    random: () => 1,
    ...options,
  });
  return { client, records };
}

export const inventoryWrite = { variant_id: 'V-1', location_id: '9000', quantity: 5 };
export const inventoryReceipt = { success: true, ...inventoryWrite };

export const shippingOrder: ShippingOrderRequest = {
  external_ref: 'so-1',
  tag: 'hub_ship',
  payment_status: 'paid',
  currency: 'EUR',
  ship_to: {
    name: 'Anna Åberg',
    address_line1: 'Storgatan 1',
    zip: '22222',
    city: 'Lund',
    country_code: 'SE',
    phone: null,
    email: 'r1@relay.hub.example',
  },
  shipping_method: { code: 'standard' },
  line_items: [
    { external_ref: 'sol-1', variant_id: 'V-1', barcode: null, sku: null, quantity: 1, unit_price: 12.5 },
  ],
};
export const shippingOrderReceipt = {
  success: true,
  external_ref: 'so-1',
  order_id: 'S-77',
  status: 'created',
};

export const tracking: TrackingRequest = {
  external_ref: 'pk-1',
  carrier: 'PostNord',
  tracking_number: 'PN1',
  shipped_at: '2026-11-21T10:00:00Z',
  line_items: [{ line_item_id: 'L-1', quantity: 1 }],
};
export const cancellation = { external_ref: 'ca-1', order_id: 'S-77' };
export const returned = {
  external_ref: 're-1',
  order_id: 'O-1',
  lines: [{ order_line_id: 'L-1', quantity: 1 }],
};
