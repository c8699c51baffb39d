import { LIMITS } from '@hub/contract';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { mayBeForgotten } from '../restore/gap-records';

/** What a shop means by an order id. */
export type NamedOrder =
  | { kind: 'seller_order'; sellerOrderId: string }
  | { kind: 'shipping_order'; sellerOrderId: string; shippingOrderId: string }
  /** Unknown, but it may be the id of a shipping order whose placement has no known outcome (D11), or that a restored database forgot. */
  | { kind: 'placement_unknown' }
  | { kind: 'unknown' };

const Found = z.object({
  sellerOrderId: z.string().nullable(),
  shippingOrderId: z.string().nullable(),
  itsSellerOrderId: z.string().nullable(),
  placementUnknown: z.boolean(),
});

/**
 * Finds what a shop means by an order id, in one statement, so that a placement ending at this moment is seen as one or
 * the other. An id by which a shop named an order before its receipt still finds it (D11). An id of both kinds is the shipping order's: it comes from the shop's own receipt, while the seller order
 * can only be the platform's echo of it that lost its loop guard.
 * @param named.now milliseconds since the epoch: a placement whose last attempt lies further back has timed out (D11)
 */
export async function findNamedOrder(
  tx: Tx,
  named: { shopId: number; orderId: string; now: number },
): Promise<NamedOrder> {
  const { shopId, orderId } = named;
  const hasHadItsTime = new Date(named.now - LIMITS.unknownOutcomeMs);
  const [found] = await rows(
    Found,
    tx.$queryRaw`
      SELECT o.id AS "sellerOrderId", s.id AS "shippingOrderId", s.seller_order_id AS "itsSellerOrderId",
        EXISTS (SELECT 1 FROM shipping_order u WHERE u.shop_id = ${shopId} AND u.store_order_id IS NULL
          AND u.state IN ('sending', 'disputed') AND u.last_attempt_at > ${hasHadItsTime})
          OR ${mayBeForgotten(named)} AS "placementUnknown"
      FROM (SELECT) AS one
      LEFT JOIN seller_order o ON o.shop_id = ${shopId} AND o.order_id = ${orderId}
      LEFT JOIN shipping_order s ON s.id = coalesce(
        (SELECT k.id FROM shipping_order k WHERE k.shop_id = ${shopId} AND k.store_order_id = ${orderId}),
        (SELECT a.shipping_order_id FROM shipping_order_alias a WHERE a.shop_id = ${shopId} AND a.order_id = ${orderId}))`,
  );
  const { sellerOrderId, shippingOrderId, itsSellerOrderId, placementUnknown } = found ?? {};
  if (shippingOrderId && itsSellerOrderId)
    return { kind: 'shipping_order', sellerOrderId: itsSellerOrderId, shippingOrderId };
  if (sellerOrderId) return { kind: 'seller_order', sellerOrderId };
  return { kind: placementUnknown ? 'placement_unknown' : 'unknown' };
}
