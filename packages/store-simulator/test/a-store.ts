import { sign, SIGNATURE_HEADER } from '@hub/contract';
import type { CatalogueProduct } from '../src/catalogue/catalogue';
import { startStore, type SimulatedStore } from '../src/start-store';
import type { StoreOptions } from '../src/store-options';

const BEARER = 'test-bearer';
export const SECRET = 'test-secret';
export const HUB_LOCATION = '9000';

/** Two products: a jacket in two sizes, at two locations, and a hat. */
export const CATALOGUE: CatalogueProduct[] = [
  {
    product_id: 'jacket',
    title: 'Jacket',
    brand: 'Fjordline',
    images: [{ url: 'https://images.example.com/jacket.jpg' }],
    variants: [
      {
        variant_id: 'jacket-m',
        size: 'M',
        barcode: '9520000000005',
        inventory: [
          { location_id: '1001', quantity: 2 },
          { location_id: '1002', quantity: 5 },
          { location_id: HUB_LOCATION, quantity: 0 },
        ],
      },
      {
        variant_id: 'jacket-l',
        size: 'L',
        inventory: [
          { location_id: '1001', quantity: 0 },
          { location_id: '1002', quantity: 0 },
          { location_id: HUB_LOCATION, quantity: 0 },
        ],
      },
    ],
  },
  {
    product_id: 'hat',
    title: 'Hat',
    brand: 'Tindra',
    images: [{ url: 'https://images.example.com/hat.jpg' }],
    variants: [
      {
        variant_id: 'hat',
        size: 'One size',
        inventory: [
          { location_id: '1001', quantity: 1 },
          { location_id: '1002', quantity: 0 },
          { location_id: HUB_LOCATION, quantity: 0 },
        ],
      },
    ],
  },
];

/** A store with a small catalogue; events fail fast unless the test says otherwise. */
export function aStore(options: Partial<StoreOptions> = {}): Promise<SimulatedStore> {
  return startStore({
    slug: 'test-shop',
    country: 'SE',
    currency: 'EUR',
    bearerToken: BEARER,
    signingSecret: SECRET,
    hubLocationId: HUB_LOCATION,
    locations: ['1001', '1002'],
    catalogue: CATALOGUE,
    deliveryDelaysMs: [0, 1, 1],
    ...options,
  });
}

export interface CallOptions {
  body?: unknown;
  bearer?: string;
  signature?: string | null;
  /** Sent as they are, instead of the body as JSON. */
  bytes?: string;
}

export interface StoreAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Calls a store's endpoint as the service does: with bearer token, and signed where there is a body. */
export function call(store: SimulatedStore, target: string, body?: unknown): Promise<StoreAnswer> {
  return callWith(store, target, { body });
}

/** Calls it with other credentials or bytes than the service would. */
export async function callWith(
  store: SimulatedStore,
  target: string,
  options: CallOptions,
): Promise<StoreAnswer> {
  const [method = '', path = ''] = target.split(' ');
  const text = options.bytes ?? (options.body === undefined ? null : JSON.stringify(options.body));
  const signature = options.signature === undefined && text !== null ? sign(SECRET, text) : options.signature;
  const response = await fetch(`${store.apiRoot}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${options.bearer ?? BEARER}`,
      'content-type': 'application/json',
      ...(signature ? { [SIGNATURE_HEADER]: signature } : {}),
    },
    body: text,
    redirect: 'manual',
  });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, body: answer ? parse(answer) : {} };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** The body of `POST /orders` for some lines, each `[variant id, quantity]`. */
export function shippingOrder(
  externalRef: string,
  lines: [variantId: string | null, quantity: number][] = [['jacket-m', 1]],
) {
  return {
    external_ref: externalRef,
    tag: 'hub_ship',
    payment_status: 'paid',
    currency: 'EUR',
    ship_to: {
      name: 'Robin Example',
      address_line1: 'Example Street 1',
      zip: '12345',
      city: 'Exampleton',
      country_code: 'SE',
      phone: null,
      email: null,
    },
    shipping_method: { code: 'standard' },
    line_items: lines.map(([variantId, quantity], index) => ({
      external_ref: `${externalRef}-line-${index + 1}`,
      variant_id: variantId,
      barcode: null as string | null,
      sku: null,
      quantity,
      unit_price: 31.5,
    })),
  };
}

/** Places a shipping order and returns the store's id of it. */
export async function placed(
  store: SimulatedStore,
  externalRef: string,
  lines?: [string, number][],
): Promise<string> {
  const { status, body } = await call(store, 'POST /orders', shippingOrder(externalRef, lines));
  if (status !== 200) throw new Error(`the shipping order was answered ${status}`);
  return String(body['order_id']);
}
