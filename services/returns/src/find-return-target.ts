import { LIMITS } from '@hub/contract';
import type { Tx } from '@hub/database';

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
 * Finds the order, in one look, so that a placement that ends at this moment is seen as one or the other. An id of both
 * kinds is the shipping order's, known from the shop's own receipt: the seller order is the platform's echo of it.
 * @param named.now milliseconds since the epoch
 */
export async function findReturnTarget(
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
