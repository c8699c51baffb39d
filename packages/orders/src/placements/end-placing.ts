import type { ShippingOrderState, Tx } from '@hub/database';
import { markNeverSent } from '@hub/stock';
import { statesBefore } from '../states/shipping-order-states';
import type { PlacingClaim } from './claim-shipping-order';

const WAYS = {
  planned: 'recordNeverSent',
  sending: 'recordUnknown',
  refused: 'refuse',
  disputed: 'dispute',
} as const;

/**
 * `place`: a valid receipt, and the shipping order is placed at the store.
 * @returns false if another shipping order at that shop has this id, or this one another (D18)
 */
export async function recordPlaced(
  tx: Tx,
  { shippingOrderId, shopId }: PlacingClaim,
  placed: { storeOrderId: string; now: number },
): Promise<boolean> {
  const { storeOrderId, now } = placed;
  const recorded = await tx.$executeRaw`
    UPDATE shipping_order s
    SET state = 'placed', store_order_id = ${storeOrderId}, placed_at = coalesce(s.placed_at, ${new Date(now)}),
      lease_until = NULL, next_attempt_at = NULL, last_failure = NULL, failed_at = NULL, ended_at = NULL
    WHERE s.id = ${shippingOrderId}::uuid AND s.state = ANY (${statesBefore('place')}::shipping_order_state[])
      AND (s.store_order_id IS NULL OR s.store_order_id = ${storeOrderId})
      AND NOT EXISTS (
        SELECT 1 FROM shipping_order o
        WHERE o.shop_id = ${shopId} AND o.store_order_id = ${storeOrderId} AND o.id <> s.id
      )`;
  if (recorded > 0) return true;
  const standing = await tx.shippingOrder.count({
    where: { id: shippingOrderId, storeOrderId, state: { in: ['placed', 'stopped'] } },
  });
  return standing > 0;
}

/** How a run ended that placed nothing. */
export interface FailedRun {
  state: Extract<ShippingOrderState, 'planned' | 'sending' | 'refused' | 'disputed'>;
  passes: number;
  /** Attempts made of a deferred call. */
  callAttempts: number;
  /** Null: unchanged. */
  failure: string | null;
  /** Null: no sweep looks for it any more. */
  nextAttemptAt: Date | null;
  failedAt: Date | null;
  /** False: the claim was no attempt, because the call was not made (D11). */
  wasAttempted: boolean;
}

/**
 * `recordNeverSent`, `recordUnknown`, `refuse`, `dispute`: ends a claim without a receipt. A disputed one keeps the time
 * since which it is disputed.
 * @returns false if another worker has ended or taken it: its lease ran out
 */
export async function recordFailure(
  tx: Tx,
  { shippingOrderId, leaseUntil, known, lastAttemptAt }: PlacingClaim,
  run: FailedRun,
): Promise<boolean> {
  // The claim recorded an attempt ahead that was not made.
  const takesBack = known === 'nothing_done' && !run.wasAttempted;
  const recorded = await tx.$executeRaw`
    UPDATE shipping_order
    SET state = ${run.state}::shipping_order_state, lease_until = NULL, next_attempt_at = ${run.nextAttemptAt},
      passes = ${run.passes}, call_attempts = ${run.callAttempts}, last_failure = coalesce(${run.failure}, last_failure),
      failed_at = CASE WHEN state = 'disputed' THEN coalesce(failed_at, ${run.failedAt}) ELSE ${run.failedAt} END,
      last_attempt_at = CASE WHEN ${takesBack} THEN ${lastAttemptAt} ELSE last_attempt_at END, ended_at = ${run.state === 'refused' ? run.failedAt : null},
      first_sent_at = CASE WHEN ${run.state} = 'planned' THEN NULL ELSE first_sent_at END
    WHERE id = ${shippingOrderId}::uuid AND lease_until = ${leaseUntil}
      AND state = ANY (${statesBefore(WAYS[run.state])}::shipping_order_state[])`;
  if (recorded > 0 && run.state === 'planned') await markNeverSent(tx, shippingOrderId);
  return recorded > 0;
}

/** Whether it was stopped while its call was in flight. */
export async function hasEnded(tx: Tx, shippingOrderId: string): Promise<boolean> {
  const { state } = await tx.shippingOrder.findUniqueOrThrow({
    where: { id: shippingOrderId },
    select: { state: true },
  });
  return state === 'stopped';
}

/** Whether a stop has been requested by now. */
export async function isStopRequested(tx: Tx, shippingOrderId: string): Promise<boolean> {
  const { stopRequestedAt } = await tx.shippingOrder.findUniqueOrThrow({
    where: { id: shippingOrderId },
    select: { stopRequestedAt: true },
  });
  return stopRequestedAt !== null;
}
