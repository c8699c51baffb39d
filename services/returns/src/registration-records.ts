import type { ReturnRequest } from '@hub/contract';
import { raiseAlert, resolveAlert, type ReturnState, type Tx } from '@hub/database';
import { returnSubject } from '@hub/orders';
import { nudgeLostAt } from './unregistered-returns';

/** A return claimed for one call, and all that the call needs. */
export interface ClaimedReturn {
  returnId: string;
  /** Until then the claim is ours; it also tells our claim from a later one. */
  leaseUntil: Date;
  /** Whether an earlier call may have registered it: then its end stays unknown until a call has one. */
  maybeRegistered: boolean;
  sellingShopId: number;
  sellerOrderId: string;
  body: ReturnRequest;
}

interface ReturnRow {
  state: ReturnState;
  leaseUntil: Date | null;
}

/**
 * Takes a return for a call. One that was given up is taken too: only a replay by support brings its message again.
 * @returns null where it is registered, left to support or in another worker's hands
 */
export async function claimReturn(
  tx: Tx,
  claim: { returnId: string; leaseMs: number; now: number },
): Promise<ClaimedReturn | null> {
  const { returnId, now } = claim;
  const [row] = await tx.$queryRaw<ReturnRow[]>`
    SELECT state::text AS state, lease_until AS "leaseUntil" FROM "return"
    WHERE id = ${returnId}::uuid FOR UPDATE`;
  if (!row || !isClaimable(row, now)) return null;
  const leaseUntil = new Date(now + claim.leaseMs);
  await tx.return.update({
    where: { id: returnId },
    data: { state: 'sending', leaseUntil, nextAttemptAt: leaseUntil },
  });
  const maybeRegistered = row.state !== 'due';
  return { returnId, leaseUntil, maybeRegistered, ...(await readRegistration(tx, returnId)) };
}

function isClaimable({ state, leaseUntil }: ReturnRow, now: number): boolean {
  if (state === 'sending') return leaseUntil === null || leaseUntil.getTime() <= now;
  return state === 'due' || state === 'failed';
}

/** The same for every repeat: nothing of it changes once the return is stored (D22). */
async function readRegistration(tx: Tx, returnId: string) {
  const { reference, sellerOrderId, lines } = await tx.return.findUniqueOrThrow({
    where: { id: returnId },
    select: { reference: true, sellerOrderId: true, lines: true },
  });
  if (reference === null) throw new Error('a return to be registered has no reference');
  const { shopId, orderId } = await tx.sellerOrder.findUniqueOrThrow({
    where: { id: sellerOrderId },
    select: { shopId: true, orderId: true },
  });
  const orderLines = await tx.orderLine.findMany({
    where: { id: { in: lines.map(({ orderLineId }) => orderLineId) } },
    orderBy: { position: 'asc' },
    select: { id: true, lineItemId: true },
  });
  const returned = new Map(lines.map((line) => [line.orderLineId, line]));
  const body: ReturnRequest = {
    external_ref: reference,
    order_id: orderId,
    lines: orderLines.flatMap(({ id, lineItemId }) => {
      const line = returned.get(id);
      if (!line) return [];
      const reason = line.reason === null ? {} : { reason: line.reason };
      return { order_line_id: lineItemId, quantity: line.quantity, ...reason };
    }),
  };
  return { sellingShopId: shopId, sellerOrderId, body };
}

/** The store has confirmed: true whoever's claim it was, so it is kept in any state. */
export async function recordRegistered(
  tx: Tx,
  end: { returnId: string; storeReturnId: string; now: number },
): Promise<void> {
  const { returnId, storeReturnId, now } = end;
  await tx.$executeRaw`
    UPDATE "return"
    SET state = 'registered', store_return_id = ${storeReturnId}, registered_at = ${new Date(now)},
      lease_until = NULL, next_attempt_at = NULL, last_failure = NULL
    WHERE id = ${returnId}::uuid AND state <> 'registered'`;
  await resolveAlert(tx, 'return_failed', returnSubject(returnId));
}

/**
 * The call was not made, or not to its end; the message comes back by itself. Where an attempt may have registered it,
 * its outcome is unknown until then, and it stays `sending`, claimed by nobody.
 */
export async function recordPostponed(
  tx: Tx,
  end: { claim: ClaimedReturn; reason: string; maybeActed: boolean; now: number },
): Promise<void> {
  const { claim, now } = end;
  const state = claim.maybeRegistered || end.maybeActed ? 'sending' : 'due';
  await tx.return.updateMany({
    where: { id: claim.returnId, state: 'sending', leaseUntil: claim.leaseUntil },
    data: { state, leaseUntil: null, nextAttemptAt: nudgeLostAt(now), lastFailure: end.reason },
  });
}

/**
 * Given up: waits for support (D23).
 * @returns false where a later claim has taken the return over: then its end counts
 */
export async function recordFailed(
  tx: Tx,
  { claim, reason }: { claim: ClaimedReturn; reason: string },
): Promise<boolean> {
  const { count } = await tx.return.updateMany({
    where: { id: claim.returnId, state: 'sending', leaseUntil: claim.leaseUntil },
    data: { state: 'failed', leaseUntil: null, nextAttemptAt: null, lastFailure: reason },
  });
  if (count === 0) return false;
  await raiseAlert(tx, {
    kind: 'return_failed',
    subject: returnSubject(claim.returnId),
    shopId: claim.sellingShopId,
    sellerOrderId: claim.sellerOrderId,
    message: `A return was not registered at the selling shop: ${reason}.`,
    detail: { reference: claim.body.external_ref, orderId: claim.body.order_id },
  });
  return true;
}
