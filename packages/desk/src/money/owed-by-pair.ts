import { Prisma, rows, type Database } from '@hub/database';
import { minorUnitDigits } from '@hub/orders/money';
import { z } from 'zod';
import { keptByDatabase } from '../engine/kept-for-a-minute';
import { DecimalSum } from './decimal-sum';
import { periodOfMonth } from './period';
import { inPlaces } from './settle';
import { settlingLines, OWED, unlessStopped, type Period } from './settled-lines';

const Owed = z.object({
  /** Slug and name of the debtor shop, and of the creditor shop. */
  sellingShop: z.string(),
  sellingName: z.string(),
  shippingShop: z.string(),
  shippingName: z.string(),
  currency: z.string(),
  lines: z.int(),
  /** For the goods. */
  owed: z.string(),
  shippingShare: z.string(),
  /** Both together. */
  due: z.string(),
});

/** What one shop owes another in one currency for a period: exact decimals with the currency's places. */
export type Owed = z.output<typeof Owed>;

/** What all shops together owe in one currency: currencies are never added up. */
export type OwedInAll = Pick<Owed, 'currency' | 'lines' | 'owed' | 'shippingShare' | 'due'> & {
  pairs: number;
};

/** Money owed by pair of shops (D24), by currency, the largest first. */
export async function owedByPair(db: Database, period: Period): Promise<Owed[]> {
  const found = await rows(Owed, db.$queryRaw(owedByPairQuery(period)));
  return found.map((pair) => ({ ...pair, ...withPlaces(pair) }));
}

/** The same of a month, such as `2026-11`: read over all of its lines, and kept for a minute. */
export const pairsOfMonth = keptByDatabase((db, month) => owedByPair(db, periodOfMonth(month)));

/** Added up by the database, whose decimals are exact. Only the summed fields of a line's calculation are carried on. */
export function owedByPairQuery(period: Period): Prisma.Sql {
  return Prisma.sql`
    WITH l AS MATERIALIZED (
      SELECT l.shipping_order_id, l.order_line_id, l.calculation ->> 'currency' AS currency,
        ${OWED} AS owed, (l.calculation #>> '{shipping,share}')::numeric AS share
      FROM ${settlingLines(period)}
    ), pair AS (
      SELECT o.shop_id AS selling, s.shop_id AS shipping, l.currency, count(*)::int AS lines,
        sum(l.owed) AS owed, sum(l.share) AS share
      FROM l ${unlessStopped()}
      GROUP BY o.shop_id, s.shop_id, l.currency
    )
    SELECT selling.slug AS "sellingShop", selling.name AS "sellingName", shipping.slug AS "shippingShop",
      shipping.name AS "shippingName", pair.currency, lines, owed::text AS owed, share::text AS "shippingShare",
      (owed + share)::text AS due
    FROM pair JOIN shop selling ON selling.id = pair.selling JOIN shop shipping ON shipping.id = pair.shipping
    ORDER BY pair.currency, owed + share DESC, selling.slug, shipping.slug`;
}

/** @param pairs of any currencies */
export function owedInAll(pairs: readonly Owed[]): OwedInAll[] {
  const currencies = [...new Set(pairs.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const own = pairs.filter((pair) => pair.currency === currency);
    const sum = (of: (pair: Owed) => string) =>
      own.reduce((total, pair) => total.add(of(pair)), new DecimalSum()).text(minorUnitDigits(currency));
    return {
      currency,
      pairs: own.length,
      lines: own.reduce((total, { lines }) => total + lines, 0),
      owed: sum(({ owed }) => owed),
      shippingShare: sum(({ shippingShare }) => shippingShare),
      due: sum(({ due }) => due),
    };
  });
}

function withPlaces({ currency, owed, shippingShare, due }: Owed) {
  return {
    owed: inPlaces(owed, currency),
    shippingShare: inPlaces(shippingShare, currency),
    due: inPlaces(due, currency),
  };
}
