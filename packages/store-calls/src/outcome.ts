import type { ProductsPageFault } from '@hub/contract';

/** `attempts` counts every attempt of the call, including those before it was deferred (`CallContext.attemptsMade`). */
interface Attempted {
  attempts: number;
}

/** The attempts of a call that an answer has ended. */
export interface AttemptsMade {
  attempts: number;
  /** Whether one of those before it may have had an effect. */
  maybeActed: boolean;
}

/** The store answered `200` with a receipt that matches the request. */
export interface Confirmed<T> extends Attempted {
  kind: 'confirmed';
  status: 200;
  receipt: T;
}

/**
 * From the store's error body; `null` if it has none. `code` is one of the contract's; any other counts as none.
 * `message` is the store's own text, truncated: it may repeat personal data, so it is shown to support staff and not
 * logged (D29).
 */
interface StoreAnswer extends Attempted {
  status: number;
  code: string | null;
  message: string | null;
  /**
   * Whether an attempt before the one that got this answer may have had an effect (`CallContext.maybeActed` included):
   * then the answer does not prove that the store did nothing (D18).
   */
  maybeActed: boolean;
}

/** A `4xx` other than `401`, `403` and `429`, or a redirect: the same call will not succeed later. */
export interface Refused extends StoreAnswer {
  kind: 'refused';
}

/** `401` or `403`: the caller holds all calls to the store (D23). */
export interface Unauthorized extends StoreAnswer {
  kind: 'unauthorized';
  status: 401 | 403;
}

/** A success other than `200`, or a receipt that does not match the request. The store may have acted. */
export interface InvalidReceipt extends Attempted {
  kind: 'invalid_receipt';
  status: number;
  /** The first fault: path of the field (`null`: the answer as a whole) and its problem, never its value. */
  field: string | null;
  problem: string;
  /** Every fault; for a products page with the shop's ids of product and variant (D14). */
  faults: readonly ProductsPageFault[];
  /**
   * The answer if it was JSON, for what can still be read of it: the next cursor of a faulty page. May contain personal
   * data (D29).
   */
  answer?: unknown;
}

/** Every attempt failed. */
export interface Unavailable extends Attempted {
  kind: 'unavailable';
  /** How the last attempt failed: `status` is a `5xx`, `rate_limited` a `429`. */
  reason: FailureReason;
  status: number | null;
  /** The store's error code if the contract knows it, or the network's (`ECONNREFUSED`, `ADDRESS_NOT_ALLOWED`). */
  code: string | null;
  /** The wait that the last answer asked for (at most 120 s). */
  retryAfterMs: number | null;
  maybeActed: boolean;
}

export type FailureReason = 'timeout' | 'network' | 'status' | 'rate_limited';

/** Not (fully) tried, as it would have had to wait too long: the command returns to a delay queue, no attempt spent (D23). */
export interface Deferred {
  kind: 'postponed';
  /** `stopping`: this process ends and started no attempt; a wait cut short by its end is a `long_wait`. */
  reason: 'circuit_open' | 'bulkhead_full' | 'stopping' | 'long_wait';
  /** Retry after this many milliseconds. */
  afterMs: number;
  /** Passed in `CallContext` the next time, with `maybeActed`. */
  attemptsMade: number;
  maybeActed: boolean;
}

/**
 * How a call to a store ended (D23). `maybeActed` is false only if certainly no attempt reached the store's
 * application: connection refused, name not resolved, certificate or address not accepted, `429`.
 */
export type CallOutcome<T> = Confirmed<T> | Refused | Unauthorized | InvalidReceipt | Unavailable | Deferred;
