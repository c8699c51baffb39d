import { STORE_ENDPOINTS, type StoreOperation } from '../calls/store-endpoints';
import { LIMITS } from '../limits';
import { storeErrorStatus, type StoreErrorCode } from '../refusal';
import { SIGNATURE_HEADER } from '../signature';
import { STORE_ERROR_ADVICE } from './answers';
import { pick, SIGNATURE_TEXT } from './event-schemas';
import { exampleCall, exampleStoreError } from './examples';
import { errorSchema, refTo, wireSchemas } from './schemas';
import { CONTRACT_VERSION } from './version';

interface StoreEndpointText {
  operationId: string;
  summary: string;
  description: string;
  request?: string;
  receipt: string;
  parameters?: string[];
  errors: readonly StoreErrorCode[];
}

const ALWAYS: readonly StoreErrorCode[] = ['unauthorized', 'forbidden', 'rate_limited', 'temporary_failure'];

/** What the document adds about each endpoint to the facts in the code. */
export const STORE_ENDPOINT_TEXTS: Readonly<Record<StoreOperation, StoreEndpointText>> = {
  read_products: {
    operationId: 'readProducts',
    summary: 'Read one page of the catalogue',
    description: `Asked for ${LIMITS.pageSize} products a page, until \`next_cursor\` is null. Nothing is applied before every page has been read and found right; a variant that a whole run leaves out is retired.`,
    receipt: 'ProductsPage',
    parameters: ['limit', 'cursor'],
    errors: ALWAYS,
  },
  write_inventory: {
    operationId: 'writeInventory',
    summary: 'Set the network quantity of one variant',
    description:
      'Sets `HUB_Network` to an absolute figure. It is written again in later cycles until the receipt matches.',
    request: 'InventoryWrite',
    receipt: 'InventoryReceipt',
    errors: ['invalid_request', 'unknown_variant', ...ALWAYS],
  },
  place_order: {
    operationId: 'placeOrder',
    summary: 'Create a paid shipping order',
    description:
      'Idempotent on `external_ref`: the same data gives the first receipt again, other data `409 idempotency_conflict`.',
    request: 'ShippingOrderRequest',
    receipt: 'ShippingOrderReceipt',
    errors: ['invalid_request', 'unknown_variant', 'idempotency_conflict', ...ALWAYS],
  },
  deliver_tracking: {
    operationId: 'addTracking',
    summary: 'Add the tracking of one package to an order of yours',
    description:
      'Idempotent on `external_ref`: a repeat gives the first receipt again, and your customer is not notified twice.',
    request: 'TrackingRequest',
    receipt: 'TrackingReceipt',
    parameters: ['order_id'],
    errors: ['invalid_request', 'unknown_order', 'unknown_line', 'idempotency_conflict', ...ALWAYS],
  },
  cancel_order: {
    operationId: 'cancelOrder',
    summary: 'Stop a shipping order before it ships',
    description: 'Idempotent on `external_ref`. `409 order_already_shipped` where anything of it has left.',
    request: 'CancelRequest',
    receipt: 'CancelReceipt',
    errors: ['invalid_request', 'unknown_order', 'order_already_shipped', 'idempotency_conflict', ...ALWAYS],
  },
  register_return: {
    operationId: 'registerReturn',
    summary: 'Register a return on an order of yours',
    description:
      'Idempotent on `external_ref`. You refund by your own rules; the service never asks for a refund.',
    request: 'ReturnRequest',
    receipt: 'ReturnReceipt',
    errors: ['invalid_request', 'unknown_order', 'unknown_line', 'idempotency_conflict', ...ALWAYS],
  },
};

const EVENT_SCHEMAS =
  /^(Envelope|InventoryUpdated|Order(Created|Line|Cancelled)|ShippingAddress|FulfillmentShipped|PackedLine|ReturnCreated|ReturnedLine)$/;

/** OpenAPI 3.1 of the six endpoints a store hosts ("Endpoints hosted by each store"). */
export function storeApiDocument(): object {
  const wire = wireSchemas();
  const names = Object.keys(wire).filter((name) => !EVENT_SCHEMAS.test(name));
  const operations = Object.entries(STORE_ENDPOINTS).map(([operation, { endpoint, capability }]) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const text = STORE_ENDPOINT_TEXTS[operation as StoreOperation];
    return [path, { [method.toLowerCase()]: operationOf(text, endpoint, capability) }];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'HUB Network: what a store hosts',
      version: CONTRACT_VERSION,
      summary: 'Six endpoints that the service calls at every store.',
      description:
        'A store answers `200` with the receipt; another success, a missing field or another reference counts as a failure. ' +
        'Extra fields of a receipt are ignored.',
    },
    servers: [
      {
        url: '{store_api_root}',
        description: 'The base address on the environment sheet of the store.',
        variables: { store_api_root: { default: 'https://shop.example/api' } },
      },
    ],
    security: [{ bearer: [] }],
    tags: TAGS,
    paths: Object.fromEntries(operations),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: "The store's bearer token; every request carries it.",
        },
        signature: { type: 'apiKey', in: 'header', name: SIGNATURE_HEADER, description: SIGNATURE_TEXT },
      },
      parameters: PARAMETERS,
      schemas: { ...pick(wire, names), ...errorSchemas() },
      responses: Object.fromEntries(
        Object.values(STORE_ENDPOINT_TEXTS).flatMap(({ errors }) => errorResponses(errors)),
      ),
    },
  };
}

const TAGS = [
  { name: 'products', description: 'The catalogue.' },
  { name: 'inventory', description: 'Network quantities.' },
  { name: 'orders', description: 'Shipping orders and their tracking.' },
  { name: 'cancellation', description: 'Stopping before shipment.' },
  { name: 'returns', description: 'Goods that came back.' },
];

const PARAMETERS = {
  limit: {
    name: 'limit',
    in: 'query',
    description: 'At most so many products.',
    schema: { type: 'integer', minimum: 1 },
    example: LIMITS.pageSize,
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'The `next_cursor` of the page before; left out for the first page.',
    schema: { type: 'string' },
  },
  order_id: {
    name: 'order_id',
    in: 'path',
    required: true,
    description: 'Your own order id from order.created.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.identifierLength },
  },
};

function operationOf(text: StoreEndpointText, endpoint: string, capability: string): object {
  const { operationId, summary, description, request, receipt, parameters = [], errors } = text;
  const example = exampleCall(endpoint);
  const shown = (value: unknown) => ({ examples: { run: { summary: 'From a run', value } } });
  return {
    operationId,
    tags: [capability],
    summary,
    description,
    security: [request === undefined ? { bearer: [] } : { bearer: [], signature: [] }],
    ...(parameters.length > 0 && {
      parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    }),
    ...(request !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: refTo(request) }, ...shown(example.request) } },
      },
    }),
    responses: {
      200: {
        description: 'The receipt.',
        content: { 'application/json': { schema: { $ref: refTo(receipt) }, ...shown(example.receipt) } },
      },
      ...Object.fromEntries(
        errorResponses(errors).map(([name, , status]) => [
          status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  };
}

function codesByStatus(codes: readonly StoreErrorCode[]): [status: number, codes: StoreErrorCode[]][] {
  const statuses = [...new Set(codes.map(storeErrorStatus))].toSorted((one, other) => one - other);
  return statuses.map((status) => [status, codes.filter((code) => storeErrorStatus(code) === status)]);
}

/** One response for all codes of a status, named after its codes. */
function errorResponses(
  codes: readonly StoreErrorCode[],
): [name: string, response: object, status: number][] {
  return codesByStatus(codes).map(([status, same]) => {
    const examples = same.map((code) => [code, { value: exampleStoreError(code) }]);
    const response = {
      description: same.map((code) => `\`${code}\`: ${STORE_ERROR_ADVICE[code].means}`).join(' '),
      ...(status === 429 && { headers: RETRY_AFTER }),
      content: {
        'application/json': {
          schema: { $ref: refTo(errorName(same)) },
          examples: Object.fromEntries(examples),
        },
      },
    };
    return [errorName(same), response, status];
  });
}

/** `UnknownOrderOrUnknownLine`. */
const errorName = (codes: readonly StoreErrorCode[]) =>
  codes.map((code) => code.replace(/(?:^|_)(.)/g, (_all, first: string) => first.toUpperCase())).join('Or');

function errorSchemas() {
  const sets = Object.values(STORE_ENDPOINT_TEXTS).flatMap(({ errors }) => codesByStatus(errors));
  return Object.fromEntries(sets.map(([, codes]) => [errorName(codes), errorSchema(codes)]));
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
};
