import { instantToIso, type FulfillmentShipped, type Instant, type TrackingRequest } from '@hub/contract';
import { rows, type Tx } from '@hub/database';
import { raiseAlerts, resolveAlerts } from '@hub/alerts';
import type { Undelivered } from '@hub/store-writes';
import { z } from 'zod';

const ShopIdRow = z.object({ shopId: z.int() });

/** What the call of a tracking needs besides its row. */
export interface TrackingDetails {
  sellerOrderId: string;
  /** The selling shop's own id of its order. */
  orderId: string;
  body: TrackingRequest;
}

/**
 * What is sent for these rows: the same for every repeat, because it does not change once the package is stored
 * (D20).
 */
export async function readTrackings(
  tx: Tx,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, TrackingDetails>> {
  const packages = await tx.package.findMany({
    where: { id: { in: [...packageIds] } },
    include: {
      shippingOrder: { select: { order: { select: { id: true, orderId: true } } } },
      lines: {
        select: {
          quantity: true,
          shippingOrderLine: { select: { orderLine: { select: { position: true, lineItemId: true } } } },
        },
      },
    },
  });
  return new Map(
    packages.map((one) => {
      const { id: sellerOrderId, orderId } = one.shippingOrder.order;
      return [one.id, { sellerOrderId, orderId, body: bodyOf(one) }];
    }),
  );
}

export function bodyOf(found: StoredPackage): TrackingRequest {
  const lines = found.lines
    .map(({ quantity, shippingOrderLine: { orderLine } }) => ({ ...orderLine, quantity }))
    .toSorted((a, b) => a.position - b.position);
  return {
    external_ref: found.reference,
    carrier: found.carrier,
    tracking_number: found.trackingNumber,
    ...(found.trackingUrl === null ? {} : { tracking_url: found.trackingUrl }),
    shipped_at: instantToIso(found.shippedAt as Instant),
    line_items: lines.map(({ lineItemId, quantity }) => ({ line_item_id: lineItemId, quantity })),
  };
}

/** A package as the selling shop gets it. */
export interface StoredPackage {
  reference: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: bigint;
  lines: {
    quantity: number;
    shippingOrderLine: { orderLine: { position: number; lineItemId: string } };
  }[];
}

/** The stores have confirmed: valid whichever worker held the claim, so it is kept in any state. */
export async function recordDelivered(
  tx: Tx,
  ended: readonly { row: { id: string } }[],
  now: number,
): Promise<void> {
  const packageIds = ended.map(({ row }) => row.id);
  if (packageIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE package
    SET state = 'done', delivered_at = ${new Date(now)}, lease_until = NULL, next_attempt_at = NULL,
      call_attempts = 0, outcome_unknown = false, last_failure = NULL
    WHERE id = ANY (${packageIds}::uuid[]) AND state <> 'done'`;
  await resolveAlerts(tx, 'tracking_failed', packageIds.map(subjectOf));
}

/** Given up, or owed to a shop that may not be called: support is alerted (D23). */
export async function alertUndelivered(
  tx: Tx,
  undelivered: readonly Undelivered<TrackingDetails>[],
): Promise<void> {
  await raiseAlerts(
    tx,
    undelivered.map(({ row, reason }) => ({
      kind: 'tracking_failed',
      subject: subjectOf(row.id),
      shopId: row.shopId,
      sellerOrderId: row.sellerOrderId,
      message: `The selling shop was not notified of a package: ${reason}.`,
      detail: { reference: row.body.external_ref, orderId: row.orderId },
    })),
  );
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

/**
 * A tracking that failed is due again (contract, idempotency of `fulfillment.shipped`).
 * @returns the shop to call; null where it did not fail
 */
export async function resumeTracking(
  tx: Tx,
  resumed: { packageId: string; now: number },
): Promise<number | null> {
  const [due] = await rows(
    ShopIdRow,
    tx.$queryRaw`
    UPDATE package SET state = 'due', next_attempt_at = ${new Date(resumed.now)}
    WHERE id = ${resumed.packageId}::uuid AND state = 'failed'
    RETURNING called_shop_id AS "shopId"`,
  );
  return due?.shopId ?? null;
}

function subjectOf(packageId: string): string {
  return `package:${packageId}`;
}
