import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

const OpenWork = z.object({
  /** Shipping orders that its store has, may have, or will get, and has not shipped. */
  shippingOrders: z.int(),
  /** Paid network lines of its own orders that are not shipped. */
  networkLines: z.int(),
  /** Cancellations of its own orders that are not finished. */
  cancellations: z.int(),
  /** Shipping orders that it was, or will be, asked to stop. */
  stops: z.int(),
  /** Packages of its own orders not yet reported to its store. */
  tracking: z.int(),
  /** Returns not yet registered at its store. */
  returns: z.int(),
});

/** Open work of a shop, counted by kind. */
export type OpenWork = z.output<typeof OpenWork>;

/** Counts open work at a shop and of its own orders. Failed work counts as long as its alert is open. */
export async function readOpenWork(tx: Tx, shopId: number): Promise<OpenWork> {
  const [work] = await rows(
    OpenWork,
    tx.$queryRaw`
    SELECT
      (SELECT count(*)::int FROM shipping_order s
        WHERE s.shop_id = ${shopId} AND s.state NOT IN ('refused', 'stopped', 'dry_run') AND EXISTS (
          SELECT FROM shipping_order_line l WHERE l.shipping_order_id = s.id AND l.packaged < l.quantity AND l.rest_ended_at IS NULL
        )) AS "shippingOrders",
      (SELECT count(*)::int FROM seller_order o JOIN order_line l ON l.seller_order_id = o.id
        WHERE o.shop_id = ${shopId} AND o.mode = 'live' AND o.state <> 'stopped'
          AND l.state IN ('waiting', 'allocated')) AS "networkLines",
      (SELECT count(*)::int FROM seller_order o JOIN cancellation c ON c.seller_order_id = o.id
        WHERE o.shop_id = ${shopId} AND c.kind = 'whole_order' AND c.state = 'stopping') AS "cancellations",
      (SELECT count(*)::int FROM shipping_order s
        JOIN shipping_order_stop stop ON stop.shipping_order_id = s.id
        JOIN cancellation c ON c.id = stop.cancellation_id AND c.state = 'stopping'
        WHERE s.shop_id = ${shopId} AND stop.state NOT IN ('confirmed', 'already_shipped')) AS "stops",
      (SELECT count(*)::int FROM seller_order o
        JOIN shipping_order s ON s.seller_order_id = o.id
        JOIN package p ON p.shipping_order_id = s.id
        WHERE o.shop_id = ${shopId} AND (p.state IN ('due', 'sending') OR (p.state = 'failed' AND EXISTS (
          SELECT FROM alert a
          WHERE a.kind = 'tracking_failed' AND a.subject = 'package:' || p.id AND a.state <> 'resolved'
        )) OR EXISTS (
          SELECT FROM package_correction c WHERE c.package_id = p.id AND c.state IN ('due', 'sending')
        ))) AS "tracking",
      (SELECT count(*)::int FROM seller_order o JOIN "return" r ON r.seller_order_id = o.id
        WHERE o.shop_id = ${shopId} AND (r.state IN ('due', 'sending', 'waiting') OR (r.state = 'failed' AND EXISTS (
          SELECT FROM alert a
          WHERE a.kind = 'return_failed' AND a.subject = 'return:' || r.id AND a.state <> 'resolved'
        )))) AS "returns"`,
  );
  if (!work) throw new Error('a query of counts gave no row');
  return work;
}
