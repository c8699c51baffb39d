import { CapabilityState, InjectionVat, rows, VariantState, type Sql, type Tx } from '@hub/database';
import { z } from 'zod';
import type { ArticleFacts, ShopFacts, VariantFacts } from './facts';
import { GtinRow } from './gtin-row';
import { isHeldForLong, isSuspended } from './suspended-shops';
import type { VariantKey } from './variant-key';

const VariantRow = GtinRow.extend({
  shopId: z.int(),
  variantId: z.string(),
  state: z.enum(VariantState),
  freeStock: z.int(),
  testVariant: z.boolean(),
  splitRate: z.string().nullable(),
  currency: z.string(),
  orders: z.enum(CapabilityState),
  inventory: z.enum(CapabilityState),
  destinationCountries: z.array(z.string()),
  suspended: z.boolean(),
  heldForLong: z.boolean(),
  country: z.string(),
  injectionVat: z.enum(InjectionVat),
  hasVatRate: z.boolean(),
  trialTraffic: z.boolean(),
});
type VariantRow = z.output<typeof VariantRow>;

/**
 * The facts of articles for choosing a shop and for network quantities, in one query: all variants of any state, with
 * their shops' sheets.
 * @param gtins as GTIN-14
 * @param atNs the instant (ns since the epoch) whose split rates count: the order's `created_at` (D24), or now
 * @returns one entry for each requested article, even if nothing is linked to it
 */
export async function readArticleFacts(
  tx: Sql,
  gtins: readonly string[],
  atNs: bigint,
): Promise<Map<string, ArticleFacts>> {
  const variants = new Map(gtins.map((gtin): [string, VariantFacts[]] => [gtin, []]));
  const shops = new Map<number, ShopFacts>();
  for (const row of await readVariantRows(tx, [...variants.keys()], atNs)) {
    const shop = shops.get(row.shopId) ?? shopFacts(row);
    shops.set(row.shopId, shop);
    variants.get(row.gtin)?.push(variantFacts(row, shop));
  }
  return new Map([...variants].map(([gtin, ofArticle]) => [gtin, { gtin, variants: ofArticle }]));
}

/** The articles (GTIN-14) of variants, each once; an unknown or unlinked variant has none. */
export async function articlesOf(tx: Tx, keys: readonly VariantKey[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const articles = await rows(
    GtinRow,
    tx.$queryRaw`
    SELECT DISTINCT v.gtin FROM variant v
    JOIN unnest(${keys.map((key) => key.shopId)}::int[], ${keys.map((key) => key.variantId)}::text[])
      AS k (shop_id, variant_id) USING (shop_id, variant_id)
    WHERE v.gtin IS NOT NULL
    ORDER BY v.gtin`,
  );
  return articles.map(({ gtin }) => gtin);
}

async function readVariantRows(tx: Sql, gtins: readonly string[], atNs: bigint): Promise<VariantRow[]> {
  if (gtins.length === 0) return [];
  return rows(
    VariantRow,
    tx.$queryRaw`
    SELECT v.gtin, v.shop_id AS "shopId", v.variant_id AS "variantId", v.state::text AS state,
      least(greatest(v.on_hand - v.committed, 0), 2147483647)::int AS "freeStock",
      v.variant_id = ANY (s.test_variants) AS "testVariant", trim_scale(agreed.rate)::text AS "splitRate",
      s.currency, s.orders::text AS orders, s.inventory::text AS inventory,
      s.destination_countries AS "destinationCountries", ${isSuspended('s')} AS suspended,
      ${isHeldForLong('s')} AS "heldForLong", s.trial_traffic AS "trialTraffic", s.country, s.injection_vat::text AS "injectionVat",
      EXISTS (SELECT FROM vat_rate r WHERE r.country = s.country AND r.applies_from <= ${atNs}::bigint) AS "hasVatRate"
    FROM variant v
    JOIN shop s ON s.id = v.shop_id
    LEFT JOIN LATERAL (
      SELECT r.rate FROM split_rate r
      WHERE r.shop_id = v.shop_id AND r.variant_id IN (v.variant_id, '') AND r.applies_from <= ${atNs}::bigint
      ORDER BY r.variant_id = '', r.applies_from DESC
      LIMIT 1
    ) agreed ON true
    WHERE v.gtin = ANY (${gtins}::bpchar[])
    ORDER BY v.shop_id, v.variant_id`,
  );
}

function shopFacts(row: VariantRow): ShopFacts {
  const { shopId, currency, orders, inventory, suspended, heldForLong, trialTraffic } = row;
  const injection = { country: row.country, applies: row.injectionVat, hasRate: row.hasVatRate };
  const destinationCountries = new Set(row.destinationCountries);
  const flags = { suspended, heldForLong, trialTraffic };
  return { shopId, currency, orders, inventory, destinationCountries, ...flags, injection };
}

function variantFacts(row: VariantRow, shop: ShopFacts): VariantFacts {
  const { shopId, variantId, gtin, state, testVariant, freeStock, splitRate } = row;
  return { shopId, variantId, shop, gtin, state, testVariant, freeStock, splitRate };
}
