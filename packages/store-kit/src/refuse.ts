import { errorBody, type StoreErrorCode, storeErrorStatus } from '@hub/contract';
import type { Answer } from './answer';

/** How a store refuses a call: thrown by an adapter, answered with the contract's code. What was done so far is rolled back. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';

  constructor(
    readonly code: StoreErrorCode,
    message: string,
    readonly details: { field?: string | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message);
  }

  get answer(): Answer {
    const { field, retryAfterSeconds } = this.details;
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return {
      status: storeErrorStatus(this.code),
      body: errorBody({ code: this.code, message: this.message, field }),
      headers,
    };
  }
}

/** The contract's refusals. A message is for people and never holds a value received. */
export const refuse = {
  unauthorized: () =>
    new StoreRefusal('unauthorized', 'the bearer token or the signature is missing or wrong'),
  forbidden: () => new StoreRefusal('forbidden', 'this store does not take this call'),
  invalidRequest: (field: string | undefined, message: string) =>
    new StoreRefusal('invalid_request', message, { field }),
  unknownVariant: (field = 'variant_id') =>
    new StoreRefusal('unknown_variant', 'the store has no such variant', { field }),
  unknownOrder: (field?: string) =>
    new StoreRefusal('unknown_order', 'the store has no such order', { field }),
  unknownLine: (field?: string) => new StoreRefusal('unknown_line', 'the order has no such line', { field }),
  idempotencyConflict: () =>
    new StoreRefusal('idempotency_conflict', 'the reference was used for other data', {
      field: 'external_ref',
    }),
  alreadyShipped: () => new StoreRefusal('order_already_shipped', 'a line of the order has shipped'),
  rateLimited: (retryAfterSeconds: number) =>
    new StoreRefusal('rate_limited', 'too much at once', { retryAfterSeconds }),
  temporaryFailure: (retryAfterSeconds?: number) =>
    new StoreRefusal('temporary_failure', 'the store could not do it now', { retryAfterSeconds }),
} as const;
