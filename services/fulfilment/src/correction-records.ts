import { raiseAlerts, resolveAlerts } from '@hub/alerts';
import type { Tx } from '@hub/database';
import { correctionSubject } from '@hub/orders/packages';
import type { Undelivered } from '@hub/store-writes';
import { bodyOf, type TrackingDetails } from './tracking-records';

/** What is sent for these corrections: the same for every repeat, because a stored correction does not change. */
export async function readCorrections(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TrackingDetails>> {
  const corrections = await tx.packageCorrection.findMany({
    where: { id: { in: [...ids] } },
    include: {
      package: {
        select: {
          shippedAt: true,
          shippingOrder: { select: { order: { select: { id: true, orderId: true } } } },
          lines: {
            select: {
              quantity: true,
              shippingOrderLine: { select: { orderLine: { select: { position: true, lineItemId: true } } } },
            },
          },
        },
      },
    },
  });
  return new Map(
    corrections.map(({ id, package: of, ...corrected }) => {
      const { id: sellerOrderId, orderId } = of.shippingOrder.order;
      return [id, { sellerOrderId, orderId, body: bodyOf({ ...of, ...corrected }) }];
    }),
  );
}

/** The stores have confirmed: valid whichever worker held the claim, so it is kept in any state. */
export async function recordCorrected(
  tx: Tx,
  ended: readonly { row: { id: string } }[],
  now: number,
): Promise<void> {
  const ids = ended.map(({ row }) => row.id);
  if (ids.length === 0) return;
  await tx.$executeRaw`
    UPDATE package_correction
    SET state = 'done', delivered_at = ${new Date(now)}, lease_until = NULL, next_attempt_at = NULL,
      call_attempts = 0, outcome_unknown = false, last_failure = NULL
    WHERE id = ANY (${ids}::uuid[]) AND state <> 'done'`;
  await resolveAlerts(tx, 'tracking_failed', ids.map(correctionSubject));
}

/** The selling shop still shows the old number: a person asks it to correct it. */
export async function alertNotCorrected(
  tx: Tx,
  undelivered: readonly Undelivered<TrackingDetails>[],
): Promise<void> {
  await raiseAlerts(
    tx,
    undelivered.map(({ row, reason }) => ({
      kind: 'tracking_failed',
      subject: correctionSubject(row.id),
      shopId: row.shopId,
      sellerOrderId: row.sellerOrderId,
      message: `The selling shop did not take a corrected tracking number: ${reason}. Ask it to correct the number there.`,
      detail: { reference: row.body.external_ref, orderId: row.orderId },
    })),
  );
}
