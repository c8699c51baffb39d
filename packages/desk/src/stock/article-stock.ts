import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import type { TimeRange } from '../figures/time-range';
import { stockBySteps, type StockBySteps, type StockSample } from './stock-by-step';

const ArticleVariant = z.object({
  shopId: z.int(),
  /** Slug and name. */
  shop: z.string(),
  shopName: z.string(),
  variantId: z.string(),
  title: z.string(),
  brand: z.string(),
  size: z.string(),
  retired: z.boolean(),
  onHand: z.int(),
  /** Promised to orders, or blocked (D17). */
  committed: z.int(),
  /** Network quantity that its store should show, and the last one that it reported; null: none. */
  target: z.int().nullable(),
  reported: z.int().nullable(),
});
const SampleRow = z.object({
  shopId: z.int(),
  variantId: z.string(),
  at: z.date(),
  onHand: z.int(),
  committed: z.int(),
});

/** An article as one shop has it. */
export type ArticleVariant = z.output<typeof ArticleVariant>;

/** An article at the shops of the network, with its stock over time. */
export interface ArticleStock {
  /** Those with the most pieces first. */
  variants: (ArticleVariant & { stock: StockBySteps })[];
  /** How many shops have it; this many of them are above. */
  shops: number;
}

/** The maximum of shops read over time: those with the most pieces. */
const SHOPS = 50;

/** The article of a GTIN-14; null: no shop has it. */
export async function articleStock(
  db: Database,
  gtin: string,
  range: TimeRange,
): Promise<ArticleStock | null> {
  const [variants, shops] = await Promise.all([
    rows(ArticleVariant, db.$queryRaw(variantsQuery(gtin))),
    db.variant.count({ where: { gtin } }),
  ]);
  if (variants.length === 0) return null;
  const samples = await readSamples(db, gtin, range);
  return {
    shops,
    variants: variants.map((variant) => ({
      ...variant,
      stock: stockBySteps(samples.get(keyOf(variant)) ?? [], variant, range),
    })),
  };
}

function variantsQuery(gtin: string): Prisma.Sql {
  return Prisma.sql`
    SELECT v.shop_id AS "shopId", s.slug AS shop, s.name AS "shopName", v.variant_id AS "variantId", p.title, p.brand, v.size,
      v.state = 'retired' AS retired, v.on_hand::float8 AS "onHand", v.committed::float8 AS committed, n.wanted AS target, n.reported
    FROM (${largest(gtin)}) v
    JOIN shop s ON s.id = v.shop_id
    JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
    LEFT JOIN network_quantity n ON n.shop_id = v.shop_id AND n.variant_id = v.variant_id
    ORDER BY v.on_hand DESC, v.shop_id`;
}

function largest(gtin: string): Prisma.Sql {
  return Prisma.sql`SELECT * FROM variant WHERE gtin = ${gtin} ORDER BY on_hand DESC, shop_id LIMIT ${SHOPS}`;
}

/** By variant, the oldest first: of each step the last, and the last from before the range. */
async function readSamples(
  db: Database,
  gtin: string,
  { since, step }: TimeRange,
): Promise<Map<string, StockSample[]>> {
  const from = new Date(since);
  const found = await rows(
    SampleRow,
    db.$queryRaw`
    SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", k.at, k.on_hand::float8 AS "onHand", k.committed::float8 AS committed
    FROM (${largest(gtin)}) v CROSS JOIN LATERAL (
      (SELECT at, on_hand, committed FROM stock_sample
        WHERE shop_id = v.shop_id AND variant_id = v.variant_id AND at < ${from} ORDER BY at DESC LIMIT 1)
      UNION ALL
      (SELECT DISTINCT ON (step) at, on_hand, committed FROM (
          SELECT at, on_hand, committed, date_trunc(${step}, at, 'UTC') AS step FROM stock_sample
          WHERE shop_id = v.shop_id AND variant_id = v.variant_id AND at >= ${from}
        ) within ORDER BY step, at DESC)
    ) k ORDER BY k.at`,
  );
  const samples = new Map<string, StockSample[]>();
  for (const row of found) samples.set(keyOf(row), [...(samples.get(keyOf(row)) ?? []), row]);
  return samples;
}

const keyOf = ({ shopId, variantId }: { shopId: number; variantId: string }) => `${shopId} ${variantId}`;
