import { LIMITS, type ReturnCreated } from '@hub/contract';
import { lockSellerOrderId, type Tx } from '@hub/database';

/** What a shop means by the order id of a return. */
export type ReturnTarget =
  | { kind: 'shipping_order'; shippingOrderId: string; sellerOrderId: string }
  | { kind: 'seller_order'; sellerOrderId: string }
  /** Unknown, but it may be a shipping order's whose placement has no known outcome (D11). */
  | { kind: 'placement_unknown' }
  | { kind: 'unknown' };

interface TargetRow {
  shippingOrderId: string | null;
  itsSellerOrderId: string | null;
  sellerOrderId: string | null;
  placementUnknown: boolean;
}

/**
 * Finds the order: by the id, or, where no shipping order has it yet, by our references, which only the shop knows that
 * was sent them (D11). It gets the id then, so a cancellation that names it at this moment waits.
 */
export async function findReturnTarget(
  tx: Tx,
  event: { shopId: number; data: ReturnCreated; now: number },
): Promise<ReturnTarget> {
  const { shopId, data, now } = event;
  const named = { shopId, orderId: data.order_id, now };
  const byId = await findByOrderId(tx, named);
  if (byId.kind === 'shipping_order') return byId;
  if ((await findByReferences(tx, event)) === null) return byId;
  await lockSellerOrderId(tx, named);
  const again = await findByOrderId(tx, named);
  if (again.kind === 'shipping_order') return again;
  return (await findByReferences(tx, event)) ?? again;
}

/** The shop's shipping order without an id that has the event's reference or, where it has none, one of its lines'. */
async function findByReferences(
  tx: Tx,
  { shopId, data }: { shopId: number; data: ReturnCreated },
): Promise<ReturnTarget | null> {
  const { external_ref: externalRef, lines } = data;
  const references = lines.flatMap(({ external_ref: reference }) => reference ?? []);
  const found = await tx.shippingOrder.findFirst({
    where: {
      shopId,
      storeOrderId: null,
      state: { not: 'dry_run' },
      ...(externalRef === undefined
        ? { lines: { some: { externalRef: { in: references } } } }
        : { externalRef }),
    },
    select: { id: true, sellerOrderId: true },
  });
  return found && { kind: 'shipping_order', shippingOrderId: found.id, sellerOrderId: found.sellerOrderId };
}

/**
 * Finds the order, in one look, so that a placement that ends at this moment is seen as one or the other. An id of both
 * kinds is the shipping order's, known from the shop's own receipt: the seller order is the platform's echo of it.
 * @param named.now milliseconds since the epoch
 */
async function findByOrderId(
  tx: Tx,
  named: { shopId: number; orderId: string; now: number },
): Promise<ReturnTarget> {
  const { shopId, orderId } = named;
  const hasHadItsTime = new Date(named.now - LIMITS.unknownOutcomeMs);
  const [row] = await tx.$queryRaw<TargetRow[]>`
    SELECT s.id AS "shippingOrderId", s.seller_order_id AS "itsSellerOrderId", o.id AS "sellerOrderId",
      EXISTS (
        SELECT FROM shipping_order u
        WHERE u.shop_id = ${shopId} AND u.store_order_id IS NULL
          AND u.state IN ('sending', 'disputed') AND u.last_attempt_at > ${hasHadItsTime}
      ) AS "placementUnknown"
    FROM (SELECT) AS one
    LEFT JOIN shipping_order s ON s.shop_id = ${shopId} AND s.store_order_id = ${orderId}
    LEFT JOIN seller_order o ON o.shop_id = ${shopId} AND o.order_id = ${orderId}`;
  const { shippingOrderId, itsSellerOrderId, sellerOrderId, placementUnknown } = row ?? {};
  if (shippingOrderId && itsSellerOrderId) {
    return { kind: 'shipping_order', shippingOrderId, sellerOrderId: itsSellerOrderId };
  }
  if (sellerOrderId) return { kind: 'seller_order', sellerOrderId };
  return { kind: placementUnknown ? 'placement_unknown' : 'unknown' };
}
