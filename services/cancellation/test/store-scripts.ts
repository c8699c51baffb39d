import { CancelReceipt, type CancelRequest } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';

export type StoreAnswer = ShopCallOutcome<CancelReceipt>;
/** A store's side of `POST /cancel`; concurrent writes are made in here. */
export type StoreScript = (request: CancelRequest) => StoreAnswer | Promise<StoreAnswer>;

/** The store stops the order. */
export const confirms: StoreScript = (request) => ({
  kind: 'confirmed',
  status: 200,
  receipt: CancelReceipt.parse({
    success: true,
    external_ref: request.external_ref,
    order_id: request.order_id,
    status: 'stopped',
  }),
  attempts: 1,
});

/** The store refuses permanently. */
export const refuses =
  (status: number, code: string): StoreScript =>
  () => ({ kind: 'refused', status, code, message: null, attempts: 1, maybeActed: false });

export const saysShipped = refuses(409, 'order_already_shipped');

/** The store no longer accepts our credentials. */
export const isUnauthorized: StoreScript = () => ({
  kind: 'unauthorized',
  status: 401,
  code: 'unauthorized',
  message: null,
  attempts: 1,
  maybeActed: false,
});

/** Three attempts without an answer. */
export const isDown: StoreScript = () => ({
  kind: 'unavailable',
  reason: 'timeout',
  status: null,
  code: null,
  retryAfterMs: null,
  maybeActed: true,
  attempts: 3,
});
