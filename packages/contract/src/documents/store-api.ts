import type { z } from 'zod';
import { CancelReceipt, CancelRequest } from '../calls/cancel';
import { InventoryReceipt, InventoryWrite } from '../calls/inventory-write';
import { ProductsPage } from '../calls/products-page';
import { ReturnReceipt, ReturnRequest } from '../calls/return';
import { ShippingOrderReceipt, ShippingOrderRequest } from '../calls/shipping-order';
import { TrackingReceipt, TrackingRequest } from '../calls/tracking';
import { LIMITS } from '../limits';
import { ErrorBody, storeErrorStatus, type StoreErrorCode } from '../refusal';
import { SIGNATURE_HEADER } from '../signature';
import { wireSchema } from './json-schema';

interface Endpoint {
  summary: string;
  body?: z.ZodType;
  receipt: z.ZodType;
  parameters?: object[];
  errors: StoreErrorCode[];
}

const ALWAYS: StoreErrorCode[] = ['unauthorized', 'forbidden', 'rate_limited', 'temporary_failure'];

/** OpenAPI 3.1 of the six endpoints a store hosts ("Endpoints hosted by each store"). */
export function storeApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: { title: 'HUB Network: what a store hosts', version: '1' },
    servers: [
      { url: '{store_api_root}', variables: { store_api_root: { default: 'https://shop.example/api' } } },
    ],
    security: [{ bearer: [] }],
    paths: {
      '/products': {
        get: operation({
          summary: `The catalogue, page by page (limit ${LIMITS.pageSize}); next_cursor is null on the last page alone.`,
          receipt: ProductsPage,
          parameters: [query('limit', { type: 'integer' }), query('cursor', { type: 'string' })],
          errors: ALWAYS,
        }),
      },
      '/inventory': {
        put: operation({
          summary: 'Sets the HUB_Network quantity of one variant to an absolute quantity.',
          body: InventoryWrite,
          receipt: InventoryReceipt,
          errors: ['invalid_request', 'unknown_variant', ...ALWAYS],
        }),
      },
      '/orders': {
        post: operation({
          summary: 'Creates a paid shipping order; idempotent on external_ref.',
          body: ShippingOrderRequest,
          receipt: ShippingOrderReceipt,
          errors: ['invalid_request', 'unknown_variant', 'idempotency_conflict', ...ALWAYS],
        }),
      },
      '/orders/{order_id}/tracking': {
        put: operation({
          summary: 'Adds tracking to the seller order; a repeat of external_ref notifies nobody again.',
          body: TrackingRequest,
          receipt: TrackingReceipt,
          parameters: [{ name: 'order_id', in: 'path', required: true, schema: { type: 'string' } }],
          errors: ['invalid_request', 'unknown_order', 'unknown_line', 'idempotency_conflict', ...ALWAYS],
        }),
      },
      '/cancel': {
        post: operation({
          summary: 'Stops a shipping order before it ships; idempotent on external_ref.',
          body: CancelRequest,
          receipt: CancelReceipt,
          errors: [
            'invalid_request',
            'unknown_order',
            'order_already_shipped',
            'idempotency_conflict',
            ...ALWAYS,
          ],
        }),
      },
      '/returns': {
        post: operation({
          summary: "Registers a return on the store's own order; idempotent on external_ref.",
          body: ReturnRequest,
          receipt: ReturnReceipt,
          errors: ['invalid_request', 'unknown_order', 'unknown_line', 'idempotency_conflict', ...ALWAYS],
        }),
      },
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

function operation({ summary, body, receipt, parameters = [], errors }: Endpoint): object {
  const signature = {
    name: SIGNATURE_HEADER,
    in: 'header',
    required: true,
    description: 'sha256= and the hex HMAC-SHA256 of the raw body, keyed with the signing secret',
    schema: { type: 'string', pattern: '^sha256=[0-9a-fA-F]{64}$' },
  };
  return {
    summary,
    parameters: body ? [...parameters, signature] : parameters,
    ...(body ? { requestBody: { required: true, content: json(wireSchema(body)) } } : {}),
    responses: {
      200: { description: 'The receipt; extra fields are ignored.', content: json(wireSchema(receipt)) },
      ...errorResponses(errors),
    },
  };
}

/** Codes of one status stand in one response. */
function errorResponses(codes: readonly StoreErrorCode[]): object {
  const byStatus = new Map<number, StoreErrorCode[]>();
  for (const code of codes) {
    const status = storeErrorStatus(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      status,
      { description: sameStatus.join(', '), content: json(wireSchema(ErrorBody)) },
    ]),
  );
}

const query = (name: string, schema: object) => ({ name, in: 'query', required: false, schema });
const json = (schema: object) => ({ 'application/json': { schema } });
