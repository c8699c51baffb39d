import { Prisma, type ShippingOrderState, type Tx } from '@hub/database';
import { markNeverSent } from '@hub/stock';
import { statesBefore } from '../states/shipping-order-states';
import type { PlacingClaim } from './claim-shipping-order';
import { renameOrder, usesIdForAnother } from './order-id-at-shop';

const WAYS = {
  planned: 'recordNeverSent',
  sending: 'recordUnknown',
  refused: 'refuse',
  disputed: 'dispute',
} as const;

/**
 * What becomes of a valid receipt. `placed`: the shipping order has the receipt's id; `alias`: by which its shop named it
 * before (D11). `refused`: another shipping order at that shop has this id (D18), or it has ended.
 */
export type RecordedReceipt = { kind: 'placed'; alias: string | null } | { kind: 'refused' };

/** `place`: a valid receipt, and the shipping order is placed at the store. */
export async function recordPlaced(
  tx: Tx,
  { shippingOrderId, shopId }: PlacingClaim,
  placed: { storeOrderId: string; now: number },
): Promise<RecordedReceipt> {
  const { storeOrderId, now } = placed;
  const taken = usesIdForAnother({ shopId, orderId: storeOrderId, shippingOrderId: Prisma.sql`s.id` });
  const recorded = await tx.$executeRaw`
    UPDATE shipping_order s
    SET state = 'placed', store_order_id = ${storeOrderId}, placed_at = coalesce(s.placed_at, ${new Date(now)}),
      lease_until = NULL, next_attempt_at = NULL, last_failure = NULL, failed_at = NULL, ended_at = NULL
    WHERE s.id = ${shippingOrderId}::uuid AND s.state = ANY (${statesBefore('place')}::shipping_order_state[])
      AND (s.store_order_id IS NULL OR s.store_order_id = ${storeOrderId}) AND NOT ${taken}`;
  if (recorded > 0) return { kind: 'placed', alias: null };
  const standing = await tx.shippingOrder.count({
    where: { id: shippingOrderId, storeOrderId, state: { in: ['placed', 'stopped'] } },
  });
  if (standing > 0) return { kind: 'placed', alias: null };
  const alias = await renameOrder(tx, { shippingOrderId, shopId, storeOrderId });
  return alias === null ? { kind: 'refused' } : { kind: 'placed', alias };
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
