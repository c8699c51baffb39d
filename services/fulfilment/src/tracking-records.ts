import { instantToIso, type FulfillmentShipped, type Instant, type TrackingRequest } from '@hub/contract';
import { raiseAlert, resolveAlert, type Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { nudgeLostAt } from './undelivered-tracking';

/** A tracking claimed for one call, and all that the call needs. */
export interface ClaimedTracking {
  packageId: string;
  /** Until then the claim is ours; it also tells our claim from a later one. */
  leaseUntil: Date;
  sellingShopId: number;
  sellerOrderId: string;
  /** The selling shop's own id of its order. */
  orderId: string;
  body: TrackingRequest;
}

/**
 * Takes a tracking for a call. One that was given up is taken too: only a replay by support brings its message again.
 * @returns null where it is delivered, or another worker is calling
 */
export async function claimTracking(
  tx: Tx,
  claim: { packageId: string; leaseMs: number; now: number },
): Promise<ClaimedTracking | null> {
  const { packageId, now } = claim;
  const leaseUntil = new Date(now + claim.leaseMs);
  const claimed = await tx.$executeRaw`
    UPDATE package SET state = 'sending', lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil}
    WHERE id = ${packageId}::uuid
      AND (state IN ('due', 'failed') OR (state = 'sending' AND lease_until <= ${new Date(now)}))`;
  return claimed === 0 ? null : { packageId, leaseUntil, ...(await readTracking(tx, packageId)) };
}

/** The same for every repeat: nothing of it changes once the package is stored (D20). */
async function readTracking(tx: Tx, packageId: string) {
  const found = await tx.package.findUniqueOrThrow({
    where: { id: packageId },
    include: {
      shippingOrder: { select: { order: { select: { id: true, shopId: true, orderId: true } } } },
      lines: {
        select: {
          quantity: true,
          shippingOrderLine: { select: { orderLine: { select: { position: true, lineItemId: true } } } },
        },
      },
    },
  });
  const { id, shopId, orderId } = found.shippingOrder.order;
  const lines = found.lines
    .map(({ quantity, shippingOrderLine: { orderLine } }) => ({ ...orderLine, quantity }))
    .toSorted((a, b) => a.position - b.position);
  const body: TrackingRequest = {
    external_ref: found.reference,
    carrier: found.carrier,
    tracking_number: found.trackingNumber,
    ...(found.trackingUrl === null ? {} : { tracking_url: found.trackingUrl }),
    shipped_at: instantToIso(found.shippedAt as Instant),
    line_items: lines.map(({ lineItemId, quantity }) => ({ line_item_id: lineItemId, quantity })),
  };
  return { sellingShopId: shopId, sellerOrderId: id, orderId, body };
}

/** The store has confirmed: true whoever's claim it was, so it is kept in any state. */
export async function recordDelivered(tx: Tx, end: { packageId: string; now: number }): Promise<void> {
  await tx.$executeRaw`
    UPDATE package
    SET state = 'done', delivered_at = ${new Date(end.now)}, lease_until = NULL, next_attempt_at = NULL,
      last_failure = NULL
    WHERE id = ${end.packageId}::uuid AND state <> 'done'`;
  await resolveAlert(tx, 'tracking_failed', subjectOf(end.packageId));
}

/** The call was not made, or not to its end: it is due again, and the message comes back by itself. */
export async function recordPostponed(
  tx: Tx,
  end: { claim: ClaimedTracking; reason: string; now: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE package
    SET state = 'due', lease_until = NULL, next_attempt_at = ${nudgeLostAt(end.now)}, last_failure = ${end.reason}
    WHERE id = ${end.claim.packageId}::uuid AND state = 'sending' AND lease_until = ${end.claim.leaseUntil}`;
}

/**
 * Given up: waits for support (D23).
 * @returns false where a later claim has taken the tracking over: then its end counts
 */
export async function recordFailed(
  tx: Tx,
  end: { claim: ClaimedTracking; reason: string },
): Promise<boolean> {
  const { claim, reason } = end;
  const failed = await tx.$executeRaw`
    UPDATE package SET state = 'failed', lease_until = NULL, next_attempt_at = NULL, last_failure = ${reason}
    WHERE id = ${claim.packageId}::uuid AND state = 'sending' AND lease_until = ${claim.leaseUntil}`;
  if (failed === 0) return false;
  await raiseAlert(tx, {
    kind: 'tracking_failed',
    subject: subjectOf(claim.packageId),
    shopId: claim.sellingShopId,
    sellerOrderId: claim.sellerOrderId,
    message: `The selling shop was not told of a package: ${reason}.`,
    detail: { reference: claim.body.external_ref, orderId: claim.orderId },
  });
  return true;
}

/** Finds the package that an event names. */
export async function findPackageId(
  tx: Tx,
  { shopId, data }: { shopId: number; data: FulfillmentShipped },
): Promise<string | null> {
  const found = await tx.package.findFirst({
    where: { packageId: data.package_id, shippingOrder: { shopId, externalRef: data.external_ref } },
    select: { id: true },
  });
  return found?.id ?? null;
}

/** A tracking that was given up is due again (contract, idempotency of `fulfillment.shipped`). */
export async function resumeTracking(tx: Tx, resumed: { packageId: string; now: number }): Promise<void> {
  const { packageId, now } = resumed;
  const [due] = await tx.$queryRaw<{ correlation: string }[]>`
    UPDATE package SET state = 'due', next_attempt_at = ${nudgeLostAt(now)}
    WHERE id = ${packageId}::uuid AND state = 'failed'
    RETURNING correlation`;
  if (!due) return;
  await enqueue(tx, COMMANDS.deliverTracking, { payload: { packageId }, correlation: due.correlation });
}

function subjectOf(packageId: string): string {
  return `package:${packageId}`;
}
