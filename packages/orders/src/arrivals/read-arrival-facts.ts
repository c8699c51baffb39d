import { CapabilityState, Prisma, type Sql } from '@hub/database';
import { countedArticle, isSuspended, type VariantKey } from '@hub/stock';
import { z } from 'zod';
import { networkVariants } from '../intake/decide-intake';
import type { SellingShop } from '../intake/intake-facts';
import { policyAt, PolicyFigures, policyOf } from '../routing/policy-in-force';
import { variantKeyText } from '../routing/variant-key-text';
import {
  orderKeyText,
  type ArrivalFacts,
  type ArrivingOrder,
  type OfferedVariant,
  type StockAt,
} from './arrival-facts';
import { VAT_RATES_MARK } from './cached-vat-rates';

const OrderKeys = z.array(z.tuple([z.int(), z.string()]));
const Places = z.object({
  shops: z.array(z.int()),
  variants: z.array(z.string()),
  locations: z.array(z.string()),
  pieces: z.array(z.int()),
});
/** Rows as JSON, large ones by column: a tenth of the cost of plain rows. */
const Read = z.object({
  sellers: z.array(z.tuple([z.int(), z.string(), z.enum(CapabilityState)])),
  stored: OrderKeys,
  cancelled: OrderKeys,
  sold: z.array(
    z.tuple([z.int(), z.string(), z.string().nullable(), z.string().nullable(), z.string().nullable()]),
  ),
  offered: z.array(
    z.object({
      gtin: z.string(),
      shops: z.array(z.int()),
      variants: z.array(z.string()),
      free: z.array(z.int()),
      active: z.array(z.boolean()),
      places: Places.nullable(),
    }),
  ),
  suspended: z.array(z.int()),
  vatRatesMark: z.string(),
  maybePlacedUntil: z.bigint().nullable(),
  policy: PolicyFigures,
});
type Read = z.output<typeof Read>;

/** Locations with pieces of an article that count (D16). */
const PLACES = Prisma.sql`
  SELECT json_build_object('shops', coalesce(array_agg(v.shop_id), '{}'), 'variants', coalesce(array_agg(v.variant_id), '{}'),
    'locations', coalesce(array_agg(l.location_id), '{}'), 'pieces', coalesce(array_agg(l.quantity), '{}'))
  FROM variant v CROSS JOIN LATERAL (
    SELECT l.location_id, l.quantity FROM stock_level l
    WHERE l.shop_id = v.shop_id AND l.variant_id = v.variant_id AND l.quantity > 0
      AND l.known_at >= (SELECT c.counted_from FROM shop_location c
        WHERE c.shop_id = l.shop_id AND c.location_id = l.location_id) OFFSET 0) l
  WHERE v.gtin = a.gtin`;

/**
 * Reads everything that decides about orders of one batch, in one statement; after their locks (`lockArrivingOrders`),
 * since a statement that waits for a lock reads a snapshot as old as its start. No stock is locked. Every table is read
 * by its index for each key, whatever its size when the plan was made: hence the fences (`OFFSET 0`).
 * @param given.sellers the selling shops' sheets: which lines are network lines
 * @param given.now milliseconds since the epoch
 */
export async function readArrivalFacts(
  tx: Sql,
  arriving: readonly ArrivingOrder[],
  { sellers, now }: { sellers: ReadonlyMap<number, SellingShop>; now: number },
): Promise<ArrivalFacts> {
  const sold = soldVariants(arriving, sellers);
  const [row] = z.array(Read).parse(
    await tx.$queryRaw`
      WITH arriving AS MATERIALIZED (
        SELECT * FROM unnest(
          ${arriving.map(({ shopId }) => shopId)}::int[],
          ${arriving.map(({ order }) => order.order_id)}::text[]
        ) AS a (shop_id, order_id)
      ), sold AS MATERIALIZED (
        SELECT k.shop_id, k.variant_id, v.gtin, v.barcode, v.sku, k.with_places
        FROM unnest(
          ${sold.map(({ shopId }) => shopId)}::int[],
          ${sold.map(({ variantId }) => variantId)}::text[],
          ${sold.map(({ withPlaces }) => withPlaces)}::boolean[]
        ) AS k (shop_id, variant_id, with_places)
        CROSS JOIN LATERAL (
          SELECT gtin, barcode, sku FROM variant v WHERE v.shop_id = k.shop_id AND v.variant_id = k.variant_id OFFSET 0) v
      ), article AS MATERIALIZED (
        SELECT gtin, bool_or(with_places) AS with_places FROM sold WHERE gtin IS NOT NULL GROUP BY gtin
      )
      SELECT
        (SELECT coalesce(json_agg(json_build_array(s.id, s.revision::text, s.orders)), '[]')
          FROM (SELECT DISTINCT shop_id FROM arriving) a
          CROSS JOIN LATERAL (SELECT id, revision, orders FROM shop s WHERE s.id = a.shop_id OFFSET 0) s) AS sellers,
        (SELECT coalesce(json_agg(json_build_array(a.shop_id, a.order_id)), '[]') FROM arriving a
          CROSS JOIN LATERAL (SELECT FROM seller_order o
            WHERE o.shop_id = a.shop_id AND o.order_id = a.order_id OFFSET 0) o) AS stored,
        (SELECT coalesce(json_agg(json_build_array(a.shop_id, a.order_id)), '[]') FROM arriving a
          CROSS JOIN LATERAL (SELECT FROM cancellation_marker m
            WHERE m.shop_id = a.shop_id AND m.order_id = a.order_id OFFSET 0) m) AS cancelled,
        (SELECT coalesce(json_agg(json_build_array(shop_id, variant_id, gtin, barcode, sku)), '[]') FROM sold) AS sold,
        (SELECT coalesce(json_agg(o), '[]') FROM (
          SELECT a.gtin, v.*, CASE WHEN a.with_places THEN (${PLACES}) END AS places
          FROM article a CROSS JOIN LATERAL (
            SELECT coalesce(array_agg(v.shop_id), '{}') AS shops, coalesce(array_agg(v.variant_id), '{}') AS variants,
              coalesce(array_agg(v.state = 'active'), '{}') AS active,
              coalesce(array_agg(least(greatest(v.on_hand - v.committed, 0), 2147483647)), '{}') AS free
            FROM variant v WHERE v.gtin = a.gtin) v) o) AS offered,
        (SELECT coalesce(json_agg(s.id), '[]') FROM shop s
          WHERE (s.orders_held_since IS NOT NULL OR s.calls_held_since IS NOT NULL OR s.circuit_open_since IS NOT NULL)
            AND ${isSuspended('s')}) AS suspended,
        ${VAT_RATES_MARK} AS "vatRatesMark", (SELECT max(g.orders_until) FROM restore_gap g) AS "maybePlacedUntil", ${policyAt(now)} AS policy`,
  );
  if (!row) throw new Error('no facts');
  return factsOf(row);
}

function soldVariants(
  arriving: readonly ArrivingOrder[],
  sellers: ReadonlyMap<number, SellingShop>,
): (VariantKey & { withPlaces: boolean })[] {
  const sold = new Map<string, VariantKey & { withPlaces: boolean }>();
  for (const { shopId, order } of arriving) {
    const shop = sellers.get(shopId);
    const withPlaces = order.shipping_address.latitude !== undefined;
    for (const variantId of shop ? networkVariants(order, shop) : []) {
      const key = variantKeyText({ shopId, variantId });
      sold.set(key, { shopId, variantId, withPlaces: withPlaces || (sold.get(key)?.withPlaces ?? false) });
    }
  }
  return [...sold.values()];
}

function factsOf(row: Read): ArrivalFacts {
  const keysOf = (keys: Read['stored']) =>
    new Set(keys.map(([shopId, orderId]) => orderKeyText({ shopId, orderId })));
  return {
    sellers: new Map(
      row.sellers.map(([id, revision, orders]) => [id, { revision: BigInt(revision), orders }]),
    ),
    stored: keysOf(row.stored),
    cancelled: keysOf(row.cancelled),
    sold: new Map(
      row.sold.map(([shopId, variantId, gtin, barcode, sku]) => [
        variantKeyText({ shopId, variantId }),
        { gtin: countedArticle(gtin), barcode, sku },
      ]),
    ),
    offered: new Map(row.offered.map((article) => [article.gtin, offeredVariants(article)])),
    suspended: new Set(row.suspended),
    vatRatesMark: row.vatRatesMark,
    maybePlacedUntil: row.maybePlacedUntil,
    policy: policyOf(row.policy),
  };
}

function offeredVariants({
  shops,
  variants,
  active,
  free,
  places,
}: Read['offered'][number]): OfferedVariant[] {
  const stock = places ? stockByVariant(places) : new Map<string, StockAt[]>();
  return shops.map((shopId, index) => {
    const variantId = variants[index] ?? '';
    return {
      shopId,
      variantId,
      active: active[index] ?? false,
      freeStock: free[index] ?? 0,
      stock: stock.size === 0 ? [] : (stock.get(variantKeyText({ shopId, variantId })) ?? []),
    };
  });
}

/** By `variantKeyText`. */
function stockByVariant({
  shops,
  variants,
  locations,
  pieces,
}: z.output<typeof Places>): Map<string, StockAt[]> {
  const stock = new Map<string, StockAt[]>();
  for (const [index, shopId] of shops.entries()) {
    const key = variantKeyText({ shopId, variantId: variants[index] ?? '' });
    const at = { locationId: locations[index] ?? '', quantity: pieces[index] ?? 0 };
    const others = stock.get(key);
    if (others) others.push(at);
    else stock.set(key, [at]);
  }
  return stock;
}
