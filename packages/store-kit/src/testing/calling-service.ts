import { createServer } from 'node:http';
import { type ShippingOrderRequest, sign, SIGNATURE_HEADER } from '@hub/contract';
import type { StoreKit } from '../store-kit';
import { close, listen } from './fake-service';

export interface StoreAnswer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/** The service as it calls a store, for tests: with the right credentials, unless a test gives other headers. */
export interface CallingService {
  call(
    endpoint: `${'GET' | 'PUT' | 'POST'} ${string}`,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<StoreAnswer>;
  stop(): Promise<void>;
}

/** Serves the kit's router on this machine, and calls it. */
export async function callingService<Tx>(
  kit: StoreKit<Tx>,
  credentials: { bearerToken: string; signingSecret: string },
): Promise<CallingService> {
  const server = createServer((request, response) => kit.router(request, response));
  const port = await listen(server);
  return {
    async call(endpoint, body, headers = {}) {
      const [method = '', path = ''] = endpoint.split(' ');
      const text = body === undefined ? null : JSON.stringify(body);
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        body: text,
        headers: {
          authorization: `Bearer ${credentials.bearerToken}`,
          ...(text !== null && { [SIGNATURE_HEADER]: sign(credentials.signingSecret, text) }),
          ...headers,
        },
      });
      const answered: Record<string, unknown> = JSON.parse(await response.text());
      return { status: response.status, body: answered, headers: response.headers };
    },
    stop: () => close(server),
  };
}

/** A shipping order as the service places it. */
export function aShippingOrder(change: Partial<ShippingOrderRequest> = {}): ShippingOrderRequest {
  return {
    external_ref: 'REF-1',
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
    line_items: [
      { external_ref: 'REF-1-1', variant_id: 'V-1', barcode: null, sku: null, quantity: 2, unit_price: 40 },
    ],
    ...change,
  };
}
