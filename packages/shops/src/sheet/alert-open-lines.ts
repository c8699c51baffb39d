import { rows, type Tx } from '@hub/database';
import { raiseAlerts } from '@hub/alerts';
import { z } from 'zod';

const OpenLine = z.object({
  id: z.string(),
  sellerOrderId: z.string(),
  lineItemId: z.string(),
  /** The shop's role for the line. */
  side: z.enum(['shipping', 'selling']),
  /** Our reference of the shipping order; null: no shop has the line. */
  externalRef: z.string().nullable(),
});
type OpenLine = z.output<typeof OpenLine>;

/** A lead has overruled: a shop's orders are switched off with these paid lines open, and each has its alert (D25). */
export async function alertOpenLines(tx: Tx, shop: { id: number; slug: string }): Promise<void> {
  const lines = await readOpenLines(tx, shop.id);
  await raiseAlerts(
    tx,
    lines.map(({ id, sellerOrderId, ...detail }) => ({
      kind: 'shop_switched_off',
      subject: `line:${id}`,
      shopId: shop.id,
      sellerOrderId,
      message:
        detail.side === 'shipping'
          ? `The orders of ${shop.slug} were switched off while it was to ship this line.`
          : `The orders of ${shop.slug} were switched off while this line of its own order was not shipped.`,
      detail: { ...detail, shop: shop.slug },
    })),
  );
}

function readOpenLines(tx: Tx, shopId: number): Promise<OpenLine[]> {
  return rows(
    OpenLine,
    tx.$queryRaw`
    SELECT DISTINCT ON (line.id) line.id, line.seller_order_id AS "sellerOrderId", line.line_item_id AS "lineItemId",
      CASE WHEN s.shop_id = ${shopId} THEN 'shipping' ELSE 'selling' END AS side, s.external_ref AS "externalRef"
    FROM order_line line
    JOIN seller_order o ON o.id = line.seller_order_id AND o.mode = 'live' AND o.state <> 'stopped'
    LEFT JOIN (
      shipping_order_line l JOIN shipping_order s ON s.id = l.shipping_order_id AND s.state NOT IN ('stopped', 'dry_run')
    ) ON l.order_line_id = line.id AND line.state = 'allocated'
    WHERE line.state IN ('waiting', 'allocated') AND line.id IN (
      SELECT own.id FROM order_line own JOIN seller_order sold ON sold.id = own.seller_order_id
      WHERE sold.shop_id = ${shopId}
      UNION ALL
      SELECT given.order_line_id FROM shipping_order_line given JOIN shipping_order at ON at.id = given.shipping_order_id
      WHERE at.shop_id = ${shopId} AND at.state NOT IN ('refused', 'stopped', 'dry_run')
    )
    ORDER BY line.id, s.number DESC`,
  );
}
