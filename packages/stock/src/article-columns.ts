import { CapabilityState, InjectionVat, Prisma, rows, StockBuffer, type Sql } from '@hub/database';
import { z } from 'zod';
import { GtinRow } from './gtin-row';
import { isHeldForLong, isSuspended } from './suspended-shops';
import type { VariantKey } from './variant-key';

/** An article's variants by column: an entry of each column for each variant, ordered by shop and variant. */
const ArticleColumns = GtinRow.extend({
  shops: z.array(z.int()),
  variants: z.array(z.string()),
  active: z.array(z.boolean()),
  free: z.array(z.int()),
});
export type ArticleColumns = z.output<typeof ArticleColumns>;

/** What the sheets of these shops have in common. */
const SheetGroup = z.object({
  ids: z.array(z.int()),
  currency: z.string(),
  orders: z.enum(CapabilityState),
  inventory: z.enum(CapabilityState),
  destinationCountries: z.array(z.string()),
  testVariants: z.array(z.string()),
  stockBuffer: StockBuffer,
  suspended: z.boolean(),
  heldForLong: z.boolean(),
  paused: z.boolean(),
  trialTraffic: z.boolean(),
  country: z.string(),
  injectionVat: z.enum(InjectionVat),
  hasVatRate: z.boolean(),
  /** The default; null: none agreed. */
  splitRate: z.string().nullable(),
  /** A rate is agreed for some variant. */
  hasOwnRates: z.boolean(),
});
export type SheetGroup = z.output<typeof SheetGroup>;

const Read = z.object({ articles: z.array(ArticleColumns), sheets: z.array(SheetGroup) });
const RateRow = z.object({ shopId: z.int(), variantId: z.string(), rate: z.string() });

const SHEET = Prisma.sql`currency, orders, inventory, "destinationCountries", "testVariants", "stockBuffer", suspended, "heldForLong",
  paused, "trialTraffic", country, "injectionVat", "hasVatRate", "splitRate", "hasOwnRates"`;

/**
 * Variants of articles, and their shops' sheets, grouped by what many shops have in common: for an article of a thousand
 * shops that takes a fraction of the time that plain rows take (decisions/stock.md#calculating-an-article).
 * @param gtins each once
 */
export async function readColumns(
  tx: Sql,
  gtins: readonly string[],
  atNs: bigint,
): Promise<z.output<typeof Read>> {
  const [row] = await rows(
    Read,
    tx.$queryRaw`
    WITH article AS MATERIALIZED (
      SELECT a.gtin, v.* FROM unnest(${gtins}::bpchar[]) AS a (gtin) CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(v.shop_id), '{}') AS shops, coalesce(array_agg(v.variant_id), '{}') AS variants,
          coalesce(array_agg(v.state = 'active'), '{}') AS active,
          coalesce(array_agg(least(greatest(v.on_hand - v.committed, 0), 2147483647)), '{}') AS free
        FROM (SELECT * FROM variant v WHERE v.gtin = a.gtin ORDER BY v.shop_id, v.variant_id) v
      ) v
    )
    SELECT (SELECT coalesce(json_agg(a), '[]') FROM article a) AS articles, (
      SELECT coalesce(json_agg(g), '[]') FROM (
        SELECT array_agg(s.id) AS ids, ${SHEET} FROM (
          SELECT s.id, s.currency, s.orders, s.inventory, s.destination_countries AS "destinationCountries",
            s.test_variants AS "testVariants", s.stock_buffer AS "stockBuffer", ${isSuspended('s')} AS suspended, ${isHeldForLong('s')} AS "heldForLong",
            s.paused_until IS NOT NULL AS paused, s.trial_traffic AS "trialTraffic", s.country, s.injection_vat AS "injectionVat",
            EXISTS (SELECT FROM vat_rate r
              WHERE r.country = s.country AND r.applies_from <= ${atNs}::bigint) AS "hasVatRate",
            (SELECT trim_scale(r.rate)::text FROM split_rate r
              WHERE r.shop_id = s.id AND r.variant_id = '' AND r.applies_from <= ${atNs}::bigint
              ORDER BY r.applies_from DESC LIMIT 1) AS "splitRate",
            EXISTS (SELECT FROM split_rate r WHERE r.shop_id = s.id AND r.variant_id > '') AS "hasOwnRates"
          FROM (SELECT DISTINCT unnest(a.shops) AS id FROM article a) k
          CROSS JOIN LATERAL (
            SELECT id, currency, orders, inventory, destination_countries, test_variants, stock_buffer, trial_traffic, country, injection_vat,
              orders_held_since, calls_held_since, circuit_open_since, paused_until
            FROM shop WHERE id = k.id OFFSET 0) s
        ) s GROUP BY ${SHEET}
      ) g) AS sheets`,
  );
  if (!row) throw new Error('no facts of articles');
  return row;
}

/** Rates agreed for single variants, in force at an instant. */
export async function readOwnRates(
  tx: Sql,
  keys: readonly VariantKey[],
  atNs: bigint,
): Promise<z.output<typeof RateRow>[]> {
  if (keys.length === 0) return [];
  return rows(
    RateRow,
    tx.$queryRaw`
    SELECT k.shop_id AS "shopId", k.variant_id AS "variantId", r.rate
    FROM unnest(${keys.map(({ shopId }) => shopId)}::int[], ${keys.map(({ variantId }) => variantId)}::text[])
      AS k (shop_id, variant_id)
    CROSS JOIN LATERAL (SELECT trim_scale(r.rate)::text AS rate FROM split_rate r
      WHERE r.shop_id = k.shop_id AND r.variant_id = k.variant_id AND r.applies_from <= ${atNs}::bigint
      ORDER BY r.applies_from DESC LIMIT 1) r`,
  );
}
