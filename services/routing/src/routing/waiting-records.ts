import type { Database, Tx } from '@hub/database';

/** An order with lines that wait, and its place among them. */
export interface WaitingOrder {
  sellerOrderId: string;
  receivedAt: Date;
  correlation: string;
}

const BEFORE_ALL: Pick<WaitingOrder, 'receivedAt' | 'sellerOrderId'> = {
  receivedAt: new Date(0),
  sellerOrderId: '00000000-0000-0000-0000-000000000000',
};

/**
 * The oldest order after another with a line that waits for an article and that the free stock of some shop is enough
 * for. A line whose variant was linked only now waits for the article too.
 */
export async function findNextWaiting(
  db: Database,
  gtin: string,
  after: WaitingOrder | null,
): Promise<WaitingOrder | null> {
  const { receivedAt, sellerOrderId } = after ?? BEFORE_ALL;
  const [row] = await db.$queryRaw<WaitingOrder[]>`
    SELECT o.id AS "sellerOrderId", o.received_at AS "receivedAt", o.correlation
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id AND o.state = 'accepted'
    LEFT JOIN variant v ON l.gtin IS NULL AND v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    WHERE l.state = 'waiting' AND (l.gtin = ${gtin} OR (l.gtin IS NULL AND v.gtin = ${gtin}))
      AND (o.received_at, o.id) > (${receivedAt}, ${sellerOrderId}::uuid)
      AND l.quantity <= (SELECT max(s.on_hand - s.committed) FROM variant s WHERE s.gtin = ${gtin})
    ORDER BY o.received_at, o.id
    LIMIT 1`;
  return row ?? null;
}

/** The oldest orders after another with lines that wait, up to a number. */
export async function readWaiting(
  tx: Tx,
  page: { after: WaitingOrder | null; limit: number },
): Promise<WaitingOrder[]> {
  const { receivedAt, sellerOrderId } = page.after ?? BEFORE_ALL;
  return tx.$queryRaw<WaitingOrder[]>`
    SELECT o.id AS "sellerOrderId", o.received_at AS "receivedAt", o.correlation
    FROM seller_order o
    WHERE o.state = 'accepted' AND (o.received_at, o.id) > (${receivedAt}, ${sellerOrderId}::uuid)
      AND o.id IN (SELECT l.seller_order_id FROM order_line l WHERE l.state = 'waiting')
    ORDER BY o.received_at, o.id
    LIMIT ${page.limit}`;
}
