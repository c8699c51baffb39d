import { ShippingOrderRequest } from '@hub/contract';
import { rows, ShippingOrderState, type Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { markAttempt, reserveAgain } from '@hub/stock';
import { z } from 'zod';
import { holdsItsLines } from '../states/holds-its-lines';
import { statesBefore } from '../states/shipping-order-states';

const NS_PER_MS = 1_000_000n;

const LockedPlacing = z.object({
  id: z.string(),
  sellerOrderId: z.string(),
  shopId: z.int(),
  externalRef: z.string(),
  state: z.enum(ShippingOrderState),
  stopRequested: z.boolean(),
  leaseUntil: z.date().nullable(),
  payload: z.unknown(),
  /** The address in its payload has been deleted (D30): identical data cannot be sent again. */
  blanked: z.boolean(),
  passes: z.int(),
  /** Attempts already made of a deferred call (D23). */
  callAttempts: z.int(),
  lastAttemptAt: z.date().nullable(),
  gaveUp: z.boolean(),
  decidedAt: z.date(),
  /** An earlier call of it failed: its store did not accept it, or could not be called. */
  failedBefore: z.boolean(),
  /** Every line of it is still allocated, and to it alone. */
  holdsItsLines: z.boolean(),
  /** Its shop has reported how its stop ended, and that is to be recorded. */
  stopSettled: z.boolean(),
});

/** A shipping order to be placed, locked. */
export type LockedPlacing = z.output<typeof LockedPlacing>;

/**
 * What is known before a call (D18). `nothing_done`: every earlier attempt certainly had no effect. `unknown`: one may
 * have placed it. `disputed`: the same, and the store's answers no longer settle it.
 */
export type KnownBefore = 'nothing_done' | 'unknown' | 'disputed';

/** Locks the seller order, then its shipping order: the fixed order of locks. A stop waits, or came first. */
export async function lockPlacing(tx: Tx, id: string): Promise<LockedPlacing | null> {
  await tx.$executeRaw`
    SELECT 1 FROM seller_order WHERE id = (SELECT seller_order_id FROM shipping_order WHERE id = ${id}::uuid) FOR UPDATE`;
  const [row] = await rows(
    LockedPlacing,
    tx.$queryRaw`
    SELECT s.id, s.seller_order_id AS "sellerOrderId", s.shop_id AS "shopId", s.external_ref AS "externalRef",
      s.state::text AS state, s.stop_requested_at IS NOT NULL AS "stopRequested", s.lease_until AS "leaseUntil",
      s.payload, o.blanked_at IS NOT NULL AS blanked, s.passes, s.call_attempts AS "callAttempts",
      s.last_attempt_at AS "lastAttemptAt", s.failed_at IS NOT NULL AS "gaveUp",
      s.created_at AS "decidedAt", s.last_failure IS NOT NULL AS "failedBefore",
      ${holdsItsLines('s')} AS "holdsItsLines",
      EXISTS (SELECT FROM shipping_order_stop t WHERE t.shipping_order_id = s.id AND t.settled_as IS NOT NULL
        AND t.state NOT IN ('confirmed', 'already_shipped')) AS "stopSettled"
    FROM shipping_order s JOIN seller_order o ON o.id = s.seller_order_id WHERE s.id = ${id}::uuid
    FOR UPDATE OF s`,
  );
  return row ?? null;
}

/** A claim that is committed before the call, which identifies the call's results. */
export interface PlacingClaim {
  shippingOrderId: string;
  sellerOrderId: string;
  shopId: number;
  payload: ShippingOrderRequest;
  known: KnownBefore;
  passes: number;
  callAttempts: number;
  /** Milliseconds since the epoch. */
  claimedAt: number;
  /** The last attempt before this claim; null: there was none. */
  lastAttemptAt: Date | null;
  leaseUntil: Date;
  /** When routing gave it to its shop. */
  decidedAt: Date;
  /** An earlier call of it failed: its store did not accept it, or could not be called. */
  failedBefore: boolean;
}

/**
 * `claim`, `claimAgain`, `claimRefused`, `claimDisputed`: marks a locked shipping order as being sent (D18). Support's
 * replay of one whose placing was given up starts its tries again; a disputed one stays disputed until something is
 * known. A claim is no attempt (D11, D17): only where nothing was ever attempted does it record the first one ahead, so
 * that most orders need no further transaction.
 */
export async function claimShippingOrder(
  tx: Tx,
  order: LockedPlacing,
  given: { known: KnownBefore; now: number; leaseUntil: Date },
): Promise<PlacingClaim> {
  const { known, now, leaseUntil } = given;
  const at = new Date(now);
  const passes = order.gaveUp ? 0 : order.passes;
  const { id: shippingOrderId, sellerOrderId, shopId, decidedAt, failedBefore } = order;
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
    lastAttemptAt: order.lastAttemptAt,
    leaseUntil,
    decidedAt,
    failedBefore,
  };
  if (known === 'disputed') {
    await tx.$executeRaw`
      UPDATE shipping_order SET lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil}
      WHERE id = ${order.id}::uuid AND state = ANY (${statesBefore('claimDisputed')}::shipping_order_state[])`;
    return claimed;
  }
  await tx.$executeRaw`
    UPDATE shipping_order
    SET state = 'sending', lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil},
      first_sent_at = coalesce(first_sent_at, ${at}), failed_at = NULL, ended_at = NULL, passes = ${passes}
    WHERE id = ${order.id}::uuid
      AND state = ANY (${statesBefore('claim', 'claimAgain', 'claimRefused')}::shipping_order_state[])`;
  if (known === 'nothing_done') await recordAttempt(tx, { shippingOrderId, startedAt: now });
  return claimed;
}

/** An attempt starts (D11, D17). @param attempt.startedAt milliseconds since the epoch */
export async function recordAttempt(
  tx: Tx,
  attempt: { shippingOrderId: string; startedAt: number },
): Promise<void> {
  const { shippingOrderId, startedAt } = attempt;
  await tx.$executeRaw`
    UPDATE shipping_order SET last_attempt_at = greatest(last_attempt_at, ${new Date(startedAt)})
    WHERE id = ${shippingOrderId}::uuid`;
  await markAttempt(tx, shippingOrderId, BigInt(startedAt) * NS_PER_MS);
}

/**
 * What a refused shipping order had reserved is reserved again before it is resent (D18).
 * @returns false if the stock is no longer free
 */
export async function reserveLinesAgain(
  tx: Tx,
  { id, shopId }: LockedPlacing,
  correlation: string,
): Promise<boolean> {
  const lines = await readLinesAsDecided(tx, id);
  const reserved = await reserveAgain(
    tx,
    lines.map((line) => ({ ...line, shopId })),
  );
  if (!reserved.reserved) return false;
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: reserved.articles,
    correlation,
  });
  return true;
}

const DecidedLine = z.object({
  shippingOrderLineId: z.string(),
  variantId: z.string(),
  quantity: z.int(),
  /** The article that its shop was chosen for. */
  gtin: z.string().nullable(),
});

function readLinesAsDecided(tx: Tx, shippingOrderId: string): Promise<z.output<typeof DecidedLine>[]> {
  return rows(
    DecidedLine,
    tx.$queryRaw`
    SELECT l.id AS "shippingOrderLineId", l.variant_id AS "variantId", l.quantity, (
        SELECT decided ->> 'gtin' FROM routing_decision d, jsonb_array_elements(d.detail -> 'lines') AS decided
        WHERE d.id = s.decision_id AND decided ->> 'lineItemId' = ol.line_item_id LIMIT 1) AS gtin
    FROM shipping_order s
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line ol ON ol.id = l.order_line_id
    WHERE s.id = ${shippingOrderId}::uuid
    ORDER BY l.position`,
  );
}
