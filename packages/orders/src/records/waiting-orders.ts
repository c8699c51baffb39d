import { Prisma, rows, type Database, type Tx } from '@hub/database';
import { linesToServe, STOCK_IS_ENOUGH } from '@hub/stock';
import { z } from 'zod';

const IdRow = z.object({ id: z.string() });
const AwaitedArticle = z.object({ gtin: z.string(), correlation: z.string() });
const OrderToRoute = z.object({ sellerOrderId: z.string(), correlation: z.string() });
const WaitingOrder = z.object({ sellerOrderId: z.string(), receivedAt: z.date(), correlation: z.string() });

/** An order with lines that wait, and its position among them. */
export type WaitingOrder = z.output<typeof WaitingOrder>;

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** The longest interval: changes that raise no notification are seen by then. */
const AT_LEAST_EVERY = Prisma.sql`interval '15 minutes'`;
const BEFORE_ALL = { receivedAt: new Date(0), sellerOrderId: NO_ID };

/** The next order with a line that waits for an article which may be in stock. */
export async function findNextWaiting(
  db: Database,
  gtin: string,
  after: WaitingOrder | null,
): Promise<WaitingOrder | null> {
  const { receivedAt, sellerOrderId } = after ?? BEFORE_ALL;
  const [row] = await rows(
    WaitingOrder,
    db.$queryRaw`
    SELECT o.id AS "sellerOrderId", o.received_at AS "receivedAt", o.correlation
    ${linesToServe([gtin])} AND (o.received_at, o.id) > (${receivedAt}, ${sellerOrderId}::uuid)
    ORDER BY o.received_at, o.id
    LIMIT 1`,
  );
  return row ?? null;
}

/** The result of scanning some of the waiting orders. */
export interface WaitingPart {
  /** Where the next scan begins; null: there are no more. */
  next: string | null;
  looked: number;
  /** Articles that lines of these orders wait for and that may be in stock now. */
  articles: z.output<typeof AwaitedArticle>[];
  /** Orders with a line that waits for something else, which may be there now. */
  orders: z.output<typeof OrderToRoute>[];
}

/**
 * Scans some of the orders with lines that wait, by the index of these lines. An order that was sent to routing is sent
 * again only after half of its age, a round at least and 15 minutes at most. If routing is behind, the
 * commands of a sweep would otherwise fill its queue faster than it is emptied.
 */
export async function lookAtWaiting(
  tx: Tx,
  part: { after: string | null; limit: number; roundMs: number; now: number },
): Promise<WaitingPart> {
  const ids = await nextWaitingIds(tx, part);
  return {
    next: ids.length < part.limit ? null : (ids.at(-1) ?? null),
    looked: ids.length,
    articles: await rows(
      AwaitedArticle,
      tx.$queryRaw`
      WITH o AS MATERIALIZED (
        SELECT id, shop_id, mode, currency, destination_country, correlation FROM seller_order
        WHERE id = ANY (${ids}::uuid[]) AND state = 'accepted' AND blanked_at IS NULL)
      SELECT v.gtin, min(o.correlation) AS correlation
      FROM o
      JOIN order_line l ON l.seller_order_id = o.id AND l.state = 'waiting'
      JOIN variant v ON v.shop_id = o.shop_id AND v.variant_id = l.variant_id
      WHERE l.waiting_reason <> 'no_consumer_vat' AND ${STOCK_IS_ENOUGH}
      GROUP BY v.gtin`,
    ),
    orders: await claimToRoute(tx, { ids, ...part }),
  };
}

/** Those of some orders that are to be routed again now; another worker's scan then skips them. */
async function claimToRoute(
  tx: Tx,
  claim: { ids: readonly string[]; roundMs: number; now: number },
): Promise<WaitingPart['orders']> {
  const now = Prisma.sql`${new Date(claim.now)}::timestamptz`;
  return rows(
    OrderToRoute,
    tx.$queryRaw`
    UPDATE seller_order SET sent_to_route_at = ${now}
    WHERE id IN (
      SELECT o.id FROM seller_order o
      WHERE o.id = ANY (${[...claim.ids]}::uuid[]) AND o.state IN ('accepted', 'held') AND o.blanked_at IS NULL
        AND greatest(o.received_at, o.sent_to_route_at)
          <= ${now} - greatest(${claim.roundMs} * interval '1 millisecond', least((${now} - o.received_at) / 2, ${AT_LEAST_EVERY}))
        AND EXISTS (
          SELECT FROM order_line l
          LEFT JOIN variant v ON v.shop_id = o.shop_id AND v.variant_id = l.variant_id
          WHERE l.seller_order_id = o.id AND l.state = 'waiting'
            AND ((o.state = 'accepted' AND ${OTHERWISE_CHANGED}) OR ${LACKS_A_SHOPS_RATE})
        )
      FOR UPDATE OF o SKIP LOCKED
    )
    RETURNING id AS "sellerOrderId", correlation`,
  );
}

/** Never decided, linked otherwise than at its decision, or without a VAT rate that exists now. */
const OTHERWISE_CHANGED = Prisma.sql`(
  l.waiting_reason IS NULL OR l.gtin IS DISTINCT FROM v.gtin
  OR (l.waiting_reason = 'no_consumer_vat' AND EXISTS (
    SELECT FROM vat_rate r WHERE r.country = o.destination_country AND r.applies_from <= o.placed_at))
)`;

/** A shop may have it already (D19), held or not: neither stock nor a link says when it can be recorded there. */
const LACKS_A_SHOPS_RATE = Prisma.sql`l.waiting_reason IN ('no_split_rate', 'no_injection_vat')`;

async function nextWaitingIds(
  tx: Tx,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const found = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT DISTINCT l.seller_order_id AS id FROM order_line l
    WHERE l.state = 'waiting' AND l.seller_order_id > ${after ?? NO_ID}::uuid
    ORDER BY l.seller_order_id
    LIMIT ${limit}`,
  );
  return found.map(({ id }) => id);
}
