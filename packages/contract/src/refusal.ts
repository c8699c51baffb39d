import { z } from 'zod';

/** Every code the service answers a store with, and its status ("Errors", D3, D8, D9). */
const SERVICE_STATUS = {
  invalid_json: 400,
  unauthorized: 401,
  capability_disabled: 403,
  not_found: 404,
  unknown_variant: 404,
  unknown_order: 404,
  unknown_line: 404,
  event_id_conflict: 409,
  timestamp_conflict: 409,
  quantity_exceeded: 409,
  order_already_shipped: 409,
  payload_too_large: 413,
  invalid_request: 422,
  unknown_event: 422,
  future_timestamp: 422,
  unknown_location: 422,
  invalid_order: 422,
  invalid_fulfillment: 422,
  partial_quantity: 422,
  aggregate_out_of_range: 422,
  temporary_failure: 503,
} as const;

/** Every code a store answers the service with, and its status ("Returned by a store to the service"). */
const STORE_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  unknown_variant: 404,
  unknown_order: 404,
  unknown_line: 404,
  idempotency_conflict: 409,
  order_already_shipped: 409,
  rate_limited: 429,
  temporary_failure: 500,
} as const;

export const ServiceErrorCode = z.enum(codesOf(SERVICE_STATUS));
export type ServiceErrorCode = keyof typeof SERVICE_STATUS;

export const StoreErrorCode = z.enum(codesOf(STORE_STATUS));
export type StoreErrorCode = keyof typeof STORE_STATUS;

/** An answer other than success. `status` follows from `code`; `message` and `field` never hold an input value (D6). */
export const Refusal = z.object({
  status: z.literal([...new Set(Object.values(SERVICE_STATUS))]),
  code: ServiceErrorCode,
  message: z.string(),
  field: z.string().optional(),
});
export type Refusal = z.output<typeof Refusal>;

/** Builds a refusal; `message` is for people, `field` the offending path of a validation error. */
export function refusal(code: ServiceErrorCode, message: string, field?: string): Refusal {
  return { status: SERVICE_STATUS[code], code, message, ...(field === undefined ? {} : { field }) };
}

/** An unknown shop and a wrong signature get the same answer, so that slugs cannot be guessed (D3). */
export const UNAUTHORIZED = refusal(
  'unauthorized',
  'the shop in the address is unknown, or the signature does not match: sign exactly the bytes that you send',
);

/** The answer to an event whose capability is `off` (D3). @param capability undefined: it is not known here */
export function capabilityDisabled(capability?: string): Refusal {
  const which = capability === undefined ? 'the capability of this event' : `the capability ${capability}`;
  return refusal('capability_disabled', `${which} is off for this shop: ask the operator to switch it on`);
}

/** The answer to a time that is more than 5 s ahead of the hub's clock. @param field its path */
export function futureTimestamp(field: string): Refusal {
  return refusal('future_timestamp', `${field} is in the future: check the clock of your server`, field);
}

/** The answer to an event that is not decided: the store sends it again. @param why without a full stop */
export function temporaryFailure(why: string): Refusal {
  return refusal('temporary_failure', `${why}: send the same bytes again after the seconds of Retry-After`);
}

/** The status a store gives with one of its codes. */
export function storeErrorStatus(code: StoreErrorCode): number {
  return STORE_STATUS[code];
}

/**
 * The error body of both directions. Parsed leniently except for the code, which the service acts on: a missing text
 * must not hide an `order_already_shipped`.
 */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string().catch(''),
    field: z.string().optional().catch(undefined),
  }),
});
export type ErrorBody = z.output<typeof ErrorBody>;

/** The error body for a refusal, or for a store's own answer. */
export function errorBody(error: {
  code: ServiceErrorCode | StoreErrorCode;
  message: string;
  field?: string | undefined;
}): ErrorBody {
  const { code, message, field } = error;
  return { error: { code, message, ...(field === undefined ? {} : { field }) } };
}

function codesOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}
