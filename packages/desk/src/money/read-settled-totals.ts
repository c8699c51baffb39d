import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { DecimalSum } from './decimal-sum';
import { inPlaces, ROUNDING_PLACES, type Total } from './settle';
import { settlingLines, OWED, SETTLED_PIECES, unlessStopped, type Period } from './settled-lines';

const TotalRow = z.object({
  side: z.enum(['ships', 'sells']),
  currency: z.string(),
  lines: z.int(),
  owed: z.string(),
  rounding: z.string(),
  share: z.string(),
});

/** The totals of a shop's account, added up by the database, whose decimals are exact: no line is transferred (D24). */
export async function readSettledTotals(db: Database, shopId: number, period: Period): Promise<Total[]> {
  const found = await rows(TotalRow, db.$queryRaw(settledTotalsQuery(shopId, period)));
  return found.map(({ side, currency, lines, owed, rounding, share }) => ({
    side,
    currency,
    lines,
    owed: inPlaces(owed, currency),
    rounding: new DecimalSum().add(rounding).text(ROUNDING_PLACES),
    shippingShare: inPlaces(share, currency),
    due: inPlaces(new DecimalSum().add(owed).add(share).text(ROUNDING_PLACES), currency),
  }));
}

/** A rounding may be a fraction `n/d`; per line it has the same number of places as `DecimalSum` gives it. */
export function settledTotalsQuery(shopId: number, period: Period): Prisma.Sql {
  return Prisma.sql`
    WITH l AS MATERIALIZED (
      SELECT l.shipping_order_id, l.order_line_id, l.calculation ->> 'currency' AS currency,
        ${OWED} AS owed, (l.calculation #>> '{shipping,share}')::numeric AS share,
        round(split_part(l.calculation ->> 'rounding', '/', 1)::numeric * ${SETTLED_PIECES}
          / (coalesce(nullif(split_part(l.calculation ->> 'rounding', '/', 2), ''), '1')::numeric * l.quantity), 12) AS rounding
      FROM ${settlingLines(period)}
    )
    SELECT CASE WHEN s.shop_id = ${shopId} THEN 'ships' ELSE 'sells' END AS side, l.currency, count(*)::int AS lines,
      sum(l.owed)::text AS owed, sum(l.rounding)::text AS rounding, sum(l.share)::text AS share
    FROM l ${unlessStopped()}
    WHERE s.shop_id = ${shopId} OR o.shop_id = ${shopId}
    GROUP BY 1, l.currency
    ORDER BY l.currency COLLATE "C", 1 DESC`;
}
