import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const PAGE = 100;

export const ClosedLineView = z.object({
  order_id: z.string().describe('your own id of the order'),
  line_item_id: z.string(),
  variant_id: z.string(),
  title: z.string().nullable(),
  quantity: z.int(),
  unit_price: z.string().describe('an exact decimal, before discounts, as your order had it'),
  currency: z.string(),
  closed_at: z.iso.datetime().nullable().describe('null: it was closed before that was kept'),
});
export type ClosedLineView = z.output<typeof ClosedLineView>;

const Row = ClosedLineView.extend({ closed_at: z.date().nullable() });

/**
 * Lines of a selling shop's own orders that support closed as unfulfillable (D19): no call reports it, and the shop
 * refunds its customer. The newest first.
 * @param of.page from 1
 */
export async function listClosedLines(
  db: Database,
  { shopId, page }: { shopId: number; page: number },
): Promise<{ lines: ClosedLineView[]; next: number | null }> {
  const found = await rows(
    Row,
    db.$queryRaw`
    SELECT o.order_id, l.line_item_id, l.variant_id, coalesce(l.title, p.title) AS title, l.quantity,
      trim_scale(l.unit_price)::text AS unit_price, o.currency, l.closed_at
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id
    LEFT JOIN variant v ON v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    LEFT JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
    WHERE l.state = 'unfulfillable' AND o.shop_id = ${shopId}
    ORDER BY l.closed_at DESC NULLS LAST, o.order_id, l.position
    LIMIT ${PAGE + 1} OFFSET ${(page - 1) * PAGE}`,
  );
  const lines = found
    .slice(0, PAGE)
    .map(({ closed_at: closedAt, ...line }) => ({ ...line, closed_at: closedAt?.toISOString() ?? null }));
  return { lines, next: found.length > PAGE ? page + 1 : null };
}
