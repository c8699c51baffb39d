import { Prisma, type Database, type Tx } from '@hub/database';
import { linesToServe, STOCK_IS_ENOUGH } from '@hub/stock';

/** An order with lines that wait, and its place among them. */
export interface WaitingOrder {
  sellerOrderId: string;
  receivedAt: Date;
  correlation: string;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
const BEFORE_ALL = { receivedAt: new Date(0), sellerOrderId: NO_ID };

/** The oldest order after another with a line that waits for an article and that there may be stock enough for. */
export async function findNextWaiting(
  db: Database,
  gtin: string,
  after: WaitingOrder | null,
): Promise<WaitingOrder | null> {
  const { receivedAt, sellerOrderId } = after ?? BEFORE_ALL;
  const [row] = await db.$queryRaw<WaitingOrder[]>`
    SELECT o.id AS "sellerOrderId", o.received_at AS "receivedAt", o.correlation
    ${linesToServe([gtin])} AND (o.received_at, o.id) > (${receivedAt}, ${sellerOrderId}::uuid)
    ORDER BY o.received_at, o.id
    LIMIT 1`;
  return row ?? null;
}

/** What a look at a part of the waiting orders comes to. */
export interface WaitingPart {
  /** Where the next look begins; null: there are no more. */
  next: string | null;
  looked: number;
  /** Articles that lines of these orders wait for and that there may be stock enough for now. */
  articles: { gtin: string; correlation: string }[];
  /** Orders with a line that waits for something else, which may be there now. */
  orders: { sellerOrderId: string; correlation: string }[];
}

/** Looks at a part of the orders with lines that wait, by the index of these lines. */
export async function lookAtWaiting(
  tx: Tx,
  part: { after: string | null; limit: number },
): Promise<WaitingPart> {
  const ids = await nextWaitingIds(tx, part);
  const ofThese = Prisma.sql`
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id AND o.state = 'accepted' AND o.ship_to IS NOT NULL
    LEFT JOIN variant v ON v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    WHERE l.state = 'waiting' AND l.seller_order_id = ANY (${ids}::uuid[])`;
  return {
    next: ids.length < part.limit ? null : (ids.at(-1) ?? null),
    looked: ids.length,
    articles: await tx.$queryRaw`
      SELECT v.gtin, min(o.correlation) AS correlation ${ofThese}
        AND l.waiting_reason <> 'no_consumer_vat' AND ${STOCK_IS_ENOUGH}
      GROUP BY v.gtin`,
    orders: await tx.$queryRaw`
      SELECT DISTINCT o.id AS "sellerOrderId", o.correlation ${ofThese} AND ${OTHERWISE_CHANGED}`,
  };
}

/** Never decided, linked otherwise than when it was, or without a VAT rate that is there now. */
const OTHERWISE_CHANGED = Prisma.sql`(
  l.waiting_reason IS NULL OR l.gtin IS DISTINCT FROM v.gtin
  OR (l.waiting_reason = 'no_consumer_vat' AND EXISTS (
    SELECT FROM vat_rate r WHERE r.country = o.destination_country AND r.applies_from <= o.placed_at))
)`;

async function nextWaitingIds(
  tx: Tx,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT l.seller_order_id AS id FROM order_line l
    WHERE l.state = 'waiting' AND l.seller_order_id > ${after ?? NO_ID}::uuid
    ORDER BY l.seller_order_id
    LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
