import { CapabilityState, type Sql } from '@hub/database';
import { isSuspended, type VariantKey } from '@hub/stock';
import { z } from 'zod';
import { networkVariants } from '../intake/decide-intake';
import type { SellingShop } from '../intake/intake-facts';
import { variantKeyText } from '../variant-key-text';
import { orderKeyText, type ArrivalFacts, type ArrivingOrder } from './arrival-facts';
import { VAT_RATES_MARK } from './vat-rates-at-hand';

const OrderKeys = z.array(z.tuple([z.int(), z.string()]));
/** Rows as JSON, large ones by column: a tenth of the cost of rows. */
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
      active: z.array(z.boolean()),
      free: z.array(z.int()),
      locations: z.array(z.array(z.string()).nullable()),
      quantities: z.array(z.array(z.int()).nullable()),
    }),
  ),
  suspended: z.array(z.int()),
  vatRatesMark: z.string(),
});
type Read = z.output<typeof Read>;

/**
 * Reads all that orders which came together rest on, in one statement; after their locks (`lockArrivingOrders`), since
 * what a statement that waited for a lock reads is as old as its beginning. Nothing of stock is locked.
 * Every table is read by its index for each key, whatever its size was when the plan was made: hence the fences
 * (`OFFSET 0`).
 * @param sellers the selling shops' sheets: which lines are network lines
 */
export async function readArrivalFacts(
  tx: Sql,
  arriving: readonly ArrivingOrder[],
  sellers: ReadonlyMap<number, SellingShop>,
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
      ), offered AS MATERIALIZED (
        SELECT a.gtin, v.*, l.*
        FROM article a CROSS JOIN LATERAL (
          SELECT v.shop_id, v.variant_id, v.state = 'active' AS active,
            least(greatest(v.on_hand - v.committed, 0), 2147483647) AS free
          FROM variant v WHERE v.gtin = a.gtin OFFSET 0) v
        CROSS JOIN LATERAL (
          SELECT array_agg(l.location_id) AS locations, array_agg(l.quantity) AS quantities FROM stock_level l
          WHERE a.with_places AND l.shop_id = v.shop_id AND l.variant_id = v.variant_id AND l.quantity > 0 OFFSET 0) l
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
        (SELECT coalesce(json_agg(g), '[]') FROM (
          SELECT gtin, json_agg(shop_id) AS shops, json_agg(variant_id) AS variants, json_agg(active) AS active,
            json_agg(free) AS free, json_agg(locations) AS locations, json_agg(quantities) AS quantities
          FROM offered GROUP BY gtin) g) AS offered,
        (SELECT coalesce(json_agg(s.id), '[]') FROM shop s
          WHERE (s.orders_held_since IS NOT NULL OR s.calls_held_since IS NOT NULL OR s.circuit_open_since IS NOT NULL)
            AND ${isSuspended('s')}) AS suspended,
        ${VAT_RATES_MARK} AS "vatRatesMark"`,
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
        { gtin, barcode, sku },
      ]),
    ),
    offered: new Map(
      row.offered.map(({ gtin, shops, variants, active, free, locations, quantities }) => [
        gtin,
        shops.map((shopId, index) => ({
          shopId,
          variantId: variants[index] ?? '',
          active: active[index] ?? false,
          freeStock: free[index] ?? 0,
          locationIds: locations[index] ?? [],
          quantities: quantities[index] ?? [],
        })),
      ]),
    ),
    suspended: new Set(row.suspended),
    vatRatesMark: row.vatRatesMark,
  };
}
