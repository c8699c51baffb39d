import { STORE_ENDPOINTS, type StoreOperation } from '@hub/contract';
import { z } from 'zod';

/** What a hold stops: every call to the store, or those of one method and path template (D23). */
export type HoldScope = 'all' | StoreOperation;
export const HoldScope = z.custom<HoldScope>((value) =>
  ['all', ...Object.keys(STORE_ENDPOINTS)].includes(String(value)),
);

/** A `401` means that our credentials are not accepted, a `403` that they do not permit this call. */
export function scopeOf(status: 401 | 403, operation: StoreOperation): HoldScope {
  return status === 401 ? 'all' : operation;
}

/** The scopes that stop a call. */
export function scopesOver(operation: StoreOperation): [HoldScope, HoldScope] {
  return ['all', operation];
}
