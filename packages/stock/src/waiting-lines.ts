import { keptBackBy, keptBackOf, Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import { countedArticle } from './counted-article';
import { GtinRow } from './gtin-row';
import { VariantKey } from './variant-key';

/**
 * Some shop's free stock suffices for the waiting line `l` of the order `o`, whose variant at the selling shop is `v`:
 * a pre-filter for `ruledOut`, wider than it, so that no line is missed. Agreed rates are not checked.
 */
export const STOCK_IS_ENOUGH = Prisma.sql`EXISTS (
  SELECT FROM variant s JOIN shop c ON c.id = s.shop_id
  WHERE s.gtin = v.gtin AND s.state = 'active' AND s.shop_id <> o.shop_id
    AND s.shop_id <> ALL (l.excluded_shops) AND s.on_hand - s.committed - ${keptBackBy('c', 's')} >= l.quantity
    AND (c.orders = 'live' OR c.orders::text = o.mode::text) AND c.paused_until IS NULL AND c.currency = o.currency
    AND o.destination_country = ANY (c.destination_countries)
)`;

/**
 * Lines that wait for stock of articles and may have it now, as `l`, of the orders `o`; from their selling shops'
 * variants `v`, so that a variant linked to another article takes its lines along. A line without a consumer VAT rate
 * is not served by stock. The fences (`OFFSET 0`) let no plan read all lines that wait, or all orders: one made while
 * there were few is kept (decisions/database.md#plans-of-hot-statements).
 */
export function linesToServe(gtins: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    FROM variant v
    CROSS JOIN LATERAL (
      SELECT l.seller_order_id, l.waiting_reason, l.excluded_shops, l.quantity FROM order_line l WHERE l.variant_id = v.variant_id AND l.state = 'waiting' OFFSET 0) l
    JOIN LATERAL (
      SELECT o.id, o.shop_id, o.state, o.mode, o.currency, o.destination_country, o.received_at, o.correlation, o.blanked_at
      FROM seller_order o WHERE o.id = l.seller_order_id OFFSET 0) o
      ON o.shop_id = v.shop_id AND o.state = 'accepted' AND o.blanked_at IS NULL
    WHERE v.gtin = ANY (${gtins.flatMap((gtin) => countedArticle(gtin) ?? [])}::bpchar[])
      AND l.waiting_reason <> 'no_consumer_vat' AND ${STOCK_IS_ENOUGH}`;
}

/** Those of some articles (GTIN-14) that lines wait for and that may be in stock now (D16, D19). */
export async function findAwaited(tx: Sql, gtins: readonly string[]): Promise<Set<string>> {
  if (gtins.length === 0) return new Set();
  const awaited = await rows(GtinRow, tx.$queryRaw`SELECT DISTINCT v.gtin ${linesToServe(gtins)}`);
  return new Set(awaited.map(({ gtin }) => gtin));
}

/** Free stock of an article at one shop. */
const OfferedStock = VariantKey.extend({ pieces: z.int() });
export type OfferedStock = z.output<typeof OfferedStock>;

/** The free stock of an article, before it is offered to the lines that wait for it. */
export async function readSupply(tx: Sql, gtin: string): Promise<OfferedStock[]> {
  return rows(
    OfferedStock,
    tx.$queryRaw`
    SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", least(k.pieces, 2147483647)::int AS pieces
    FROM variant v CROSS JOIN LATERAL (SELECT v.on_hand - v.committed - ${keptBackOf('v')} AS pieces) k
    WHERE v.gtin = ${gtin}::bpchar AND v.state = 'active' AND k.pieces > 0
    ORDER BY v.shop_id, v.variant_id`,
  );
}
