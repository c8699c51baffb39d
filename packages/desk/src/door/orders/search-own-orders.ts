import { Prisma, rows, type Database } from '@hub/database';
import { beginsWith, keyOf, searchKey, SHORTEST_BEGINNING } from '../../orders/search-key';
import { z } from 'zod';
import { OrderSummary } from './order-view';
import { readSummaries } from './read-orders';

const MOST = 20;

/** What a search over a shop's own orders found. */
export const FoundOrders = z.object({
  shipping: z.array(OrderSummary).describe(`orders that you ship, ${MOST} at most`),
  sold: z
    .array(z.object({ order_id: z.string(), order_number: z.string().nullable() }))
    .describe(`orders that you sold through the network, ${MOST} at most`),
  more: z.boolean().describe('whether there are older ones'),
});
export type FoundOrders = z.output<typeof FoundOrders>;

const IdRow = z.object({ id: z.string() });
const SoldRow = FoundOrders.shape.sold.element;

/**
 * A shop's own orders by a name that its people have: its order ids and numbers, our references of orders and lines, whole
 * tracking numbers, corrected ones too. Case, blanks, dashes and `#` do not matter. Four characters or more also find order
 * ids and numbers that begin so. Names and addresses of customers are not searched. The newest first.
 */
export async function searchOwnOrders(
  db: Database,
  { shopId, text }: { shopId: number; text: string },
): Promise<FoundOrders> {
  const key = searchKey(text);
  if (key === '') return { shipping: [], sold: [], more: false };
  const is = (column: string) =>
    key.length < SHORTEST_BEGINNING ? Prisma.sql`${keyOf(column)} = ${key}` : beginsWith(column, key);
  const references = [text.trim(), text.replaceAll(' ', '').toLowerCase()];
  const shipping = await rows(
    IdRow,
    db.$queryRaw`
    SELECT found.id FROM (
    (SELECT s.id, s.created_at FROM shipping_order s
    WHERE s.shop_id = ${shopId} AND s.store_order_id IS NOT NULL AND ${is('s.store_order_id')}
    ORDER BY s.created_at DESC LIMIT ${MOST + 1})
    UNION
    SELECT s.id, s.created_at FROM shipping_order s WHERE s.shop_id = ${shopId} AND s.external_ref = ANY (${references}::text[])
    UNION
    SELECT s.id, s.created_at FROM shipping_order_line l JOIN shipping_order s ON s.id = l.shipping_order_id
    WHERE s.shop_id = ${shopId} AND l.external_ref = ANY (${references}::text[])
    UNION
    (SELECT s.id, s.created_at FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id
    WHERE s.shop_id = ${shopId} AND ${keyOf('p.tracking_number')} = ${key}
    ORDER BY s.created_at DESC LIMIT ${MOST + 1})
    UNION
    (SELECT s.id, s.created_at FROM package_correction c JOIN package p ON p.id = c.package_id
    JOIN shipping_order s ON s.id = p.shipping_order_id
    WHERE s.shop_id = ${shopId} AND ${keyOf('c.tracking_number')} = ${key}
    ORDER BY s.created_at DESC LIMIT ${MOST + 1})
    ) found ORDER BY found.created_at DESC, found.id LIMIT ${MOST + 1}`,
  );
  const sold = await rows(
    SoldRow,
    db.$queryRaw`
    SELECT o.order_id, o.order_number FROM seller_order o
    WHERE o.shop_id = ${shopId} AND o.mode = 'live'
      AND (${is('o.order_id')} OR o.order_number IS NOT NULL AND ${is('o.order_number')})
      AND EXISTS (SELECT FROM order_line l WHERE l.seller_order_id = o.id AND l.state <> 'own')
    ORDER BY o.received_at DESC LIMIT ${MOST + 1}`,
  );
  const ids = shipping.slice(0, MOST).map(({ id }) => id);
  return {
    shipping: await readSummaries(db, { shopId, ids }),
    sold: sold.slice(0, MOST),
    more: shipping.length > MOST || sold.length > MOST,
  };
}
