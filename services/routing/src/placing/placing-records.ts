import { ShippingOrderRequest } from '@hub/contract';
import type { ShippingOrderState, Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { holdsItsLines } from '@hub/orders';
import { markAttempt, markNeverSent, reserveAgain } from '@hub/stock';
import type { KnownBefore, PlacingState } from './decide-claim';

const NS_PER_MS = 1_000_000n;

/** A shipping order to be placed, locked. */
export interface LockedShippingOrder extends PlacingState {
  id: string;
  sellerOrderId: string;
  shopId: number;
  externalRef: string;
  payload: unknown;
  passes: number;
  /** Attempts already made of a call that was put off (D23). */
  callAttempts: number;
  gaveUp: boolean;
}

/** Locks the seller order, then its shipping order: the fixed order of locks. A stop waits, or was there before. */
export async function lockShippingOrder(tx: Tx, id: string): Promise<LockedShippingOrder | null> {
  await tx.$executeRaw`
    SELECT 1 FROM seller_order WHERE id = (SELECT seller_order_id FROM shipping_order WHERE id = ${id}::uuid) FOR UPDATE`;
  const [row] = await tx.$queryRaw<LockedShippingOrder[]>`
    SELECT s.id, s.seller_order_id AS "sellerOrderId", s.shop_id AS "shopId", s.external_ref AS "externalRef",
      s.state::text AS state, s.stop_requested_at IS NOT NULL AS "stopRequested", s.lease_until AS "leaseUntil",
      s.payload, s.passes, s.call_attempts AS "callAttempts", s.failed_at IS NOT NULL AS "gaveUp",
      ${holdsItsLines('s')} AS "holdsItsLines",
      EXISTS (SELECT FROM shipping_order_stop t WHERE t.shipping_order_id = s.id AND t.settled_as IS NOT NULL
        AND t.state NOT IN ('confirmed', 'already_shipped')) AS "stopSettled"
    FROM shipping_order s WHERE s.id = ${id}::uuid
    FOR UPDATE OF s`;
  return row ?? null;
}

/** A claim that is committed before the call: what follows is known by it. */
export interface Claim {
  shippingOrderId: string;
  sellerOrderId: string;
  shopId: number;
  payload: ShippingOrderRequest;
  known: KnownBefore;
  passes: number;
  callAttempts: number;
  /** Milliseconds since the epoch. */
  claimedAt: number;
  leaseUntil: Date;
}

/**
 * Marks a shipping order as being sent (D18). Support's replay of one that was given up starts its passes anew; one that
 * is disputed stays so until something is known.
 */
export async function claim(
  tx: Tx,
  order: LockedShippingOrder,
  given: { known: KnownBefore; now: number; leaseUntil: Date },
): Promise<Claim> {
  const { known, now, leaseUntil } = given;
  const at = new Date(now);
  const passes = order.gaveUp ? 0 : order.passes;
  const { id: shippingOrderId, sellerOrderId, shopId } = order;
  const payload = ShippingOrderRequest.parse(order.payload);
  const claimed = {
    shippingOrderId,
    sellerOrderId,
    shopId,
    payload,
    known,
    passes,
    callAttempts: order.callAttempts,
    claimedAt: now,
    leaseUntil,
  };
  if (known === 'disputed') {
    await tx.$executeRaw`
      UPDATE shipping_order SET lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil}, last_attempt_at = ${at}
      WHERE id = ${order.id}::uuid`;
    await recordAttempt(tx, { shippingOrderId, startedAt: now });
    return claimed;
  }
  await tx.$executeRaw`
    UPDATE shipping_order
    SET state = 'sending', lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil}, last_attempt_at = ${at},
      first_sent_at = coalesce(first_sent_at, ${at}), failed_at = NULL, ended_at = NULL, passes = ${passes}
    WHERE id = ${order.id}::uuid`;
  await recordAttempt(tx, { shippingOrderId, startedAt: now });
  return claimed;
}

/** An attempt begins (D17). @param attempt.startedAt milliseconds since the epoch */
export async function recordAttempt(
  tx: Tx,
  attempt: { shippingOrderId: string; startedAt: number },
): Promise<void> {
  await markAttempt(tx, attempt.shippingOrderId, BigInt(attempt.startedAt) * NS_PER_MS);
}

/**
 * What a refused shipping order had reserved is reserved again before it goes out again (D18).
 * @returns false where the stock is not free any more
 */
export async function reserveLinesAgain(
  tx: Tx,
  { id, shopId }: LockedShippingOrder,
  correlation: string,
): Promise<boolean> {
  const lines = await tx.shippingOrderLine.findMany({
    where: { shippingOrderId: id },
    select: { id: true, variantId: true, quantity: true },
  });
  const reserved = await reserveAgain(
    tx,
    lines.map(({ id: shippingOrderLineId, variantId, quantity }) => ({
      shopId,
      variantId,
      shippingOrderLineId,
      quantity,
    })),
  );
  if (!reserved.reserved) return false;
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: reserved.articles,
    correlation,
  });
  return true;
}

/**
 * A valid receipt: the shipping order stands at the store.
 * @returns false where another shipping order at that shop has this id, or this one another (D18)
 */
export async function recordPlaced(
  tx: Tx,
  { shippingOrderId, shopId }: Claim,
  placed: { storeOrderId: string; now: number },
): Promise<boolean> {
  const { storeOrderId, now } = placed;
  const recorded = await tx.$executeRaw`
    UPDATE shipping_order s
    SET state = 'placed', store_order_id = ${storeOrderId}, placed_at = coalesce(s.placed_at, ${new Date(now)}),
      lease_until = NULL, next_attempt_at = NULL, last_failure = NULL, failed_at = NULL, ended_at = NULL
    WHERE s.id = ${shippingOrderId}::uuid AND s.state IN ('planned', 'sending', 'disputed')
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
  /** Made of a call that was put off. */
  callAttempts: number;
  /** Null: left as it was. */
  failure: string | null;
  /** Null: no pass looks for it any more. */
  nextAttemptAt: Date | null;
  failedAt: Date | null;
  now: number;
}

/** Ends a claim without a receipt. @returns false where somebody else has ended or taken it: its lease ran out */
export async function recordFailure(
  tx: Tx,
  { shippingOrderId, leaseUntil }: Claim,
  run: FailedRun,
): Promise<boolean> {
  const recorded = await tx.$executeRaw`
    UPDATE shipping_order
    SET state = ${run.state}::shipping_order_state, lease_until = NULL, next_attempt_at = ${run.nextAttemptAt},
      passes = ${run.passes}, call_attempts = ${run.callAttempts}, last_failure = coalesce(${run.failure}, last_failure), failed_at = ${run.failedAt},
      last_attempt_at = ${new Date(run.now)}, ended_at = ${run.state === 'refused' ? run.failedAt : null},
      first_sent_at = CASE WHEN ${run.state} = 'planned' THEN NULL ELSE first_sent_at END
    WHERE id = ${shippingOrderId}::uuid AND state IN ('sending', 'disputed') AND lease_until = ${leaseUntil}`;
  if (recorded > 0 && run.state === 'planned') await markNeverSent(tx, shippingOrderId);
  return recorded > 0;
}

/** Whether it was stopped while its call was under way. */
export async function hasEnded(tx: Tx, shippingOrderId: string): Promise<boolean> {
  const { state } = await tx.shippingOrder.findUniqueOrThrow({
    where: { id: shippingOrderId },
    select: { state: true },
  });
  return state === 'stopped';
}

/** Whether a stop was asked for by now. */
export async function isStopRequested(tx: Tx, shippingOrderId: string): Promise<boolean> {
  const { stopRequestedAt } = await tx.shippingOrder.findUniqueOrThrow({
    where: { id: shippingOrderId },
    select: { stopRequestedAt: true },
  });
  return stopRequestedAt !== null;
}

/** Whether a shop's sheet says that nothing may be placed there. */
export async function isSwitchedOff(tx: Tx, shopId: number): Promise<boolean> {
  return (await tx.shop.count({ where: { id: shopId, orders: { in: ['off', 'dry_run'] } } })) > 0;
}

export async function readLineIds(tx: Tx, shippingOrderId: string): Promise<string[]> {
  const lines = await tx.shippingOrderLine.findMany({ where: { shippingOrderId }, select: { id: true } });
  return lines.map(({ id }) => id);
}
