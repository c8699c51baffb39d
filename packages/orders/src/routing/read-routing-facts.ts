import { rows, type OrderMode, type Tx } from '@hub/database';
import { countedArticle, readArticleFacts } from '@hub/stock';
import { z } from 'zod';
import { variantKeyText } from './variant-key-text';
import { DailyNumbers } from './daily-numbers';
import { injectionVatOf } from './injection-vat';
import type { Coordinates } from './distance';
import { readShippingShops, readShopsWithParcels, readVatRates, type ShippingShop } from './facts-records';
import type { CandidateFacts, LocatedStock, RoutingFacts } from './routing-facts';
import { ShopLoads } from './shop-loads';
import type { SheetDecidedOn } from './sheets-in-force';

const LocatedStockRow = z.object({
  shopId: z.int(),
  variantId: z.string(),
  quantity: z.int(),
  latitude: z.number(),
  longitude: z.number(),
});

/** The facts of a seller order that decide where its lines go, stored or not. */
export interface OrderToRoute {
  /** Null: not stored, so that no shop has a parcel of it. */
  id: string | null;
  shopId: number;
  /** Of the selling shop. */
  shopCountry: string;
  /** `created_at`, ns since the epoch: the rates valid then count (D24). */
  placedAt: bigint;
  currency: string;
  mode: OrderMode;
  /** Of the destination. */
  country: string;
  coordinates: Coordinates | null;
}

export interface LineToRoute {
  id: string;
  lineItemId: string;
  quantity: number;
  waiting: boolean;
  excludedShops: readonly number[];
  /** The article that its variant is now linked to; null: none. */
  gtin: string | null;
}

/** By id: the shops that a decision could choose. */
export type ShippingShops = Pick<ReadonlyMap<number, ShippingShop>, 'get'>;

/** The facts of a decision, and the sheets of all shops that it could choose. */
export interface ReadFacts {
  facts: RoutingFacts;
  shops: ShippingShops;
  /** Their revisions, read before anything else of them: what changed between two of the statements shows here. */
  sheets: readonly SheetDecidedOn[];
}

/**
 * Reads the current facts for routing an order's waiting lines; locks nothing.
 * @param given.now milliseconds since the epoch: its day counts for `orders_per_day`
 * @param given.withLoads a policy in question compares shops by their load
 */
export async function readRoutingFacts(
  tx: Tx,
  order: OrderToRoute,
  { lines, now, withLoads = false }: { lines: readonly LineToRoute[]; now: number; withLoads?: boolean },
): Promise<ReadFacts> {
  const waiting = lines
    .filter((line) => line.waiting)
    .map((line) => ({ ...line, gtin: countedArticle(line.gtin) }));
  const gtins = [...new Set(waiting.flatMap(({ gtin }) => gtin ?? []))];
  const shops = await readShippingShops(tx, gtins);
  const articles = await readArticleFacts(tx, gtins, order.placedAt);
  const countries = new Set([order.country, ...[...shops.values()].map(({ country }) => country)]);
  const vatRates = await readVatRates(tx, [...countries], order.placedAt);
  const daily = await DailyNumbers.read(tx, [...shops.values()], now);
  const loads = withLoads ? await ShopLoads.read(tx, [...shops.keys()], now) : ShopLoads.none();
  const places = order.coordinates ? await readLocatedStock(tx, gtins) : new Map<string, LocatedStock[]>();

  const candidates = new Map(
    [...articles].map(([gtin, { variants }]): [string, CandidateFacts[]] => [
      gtin,
      variants.flatMap((variant) => {
        const shop = shops.get(variant.shopId);
        if (!shop) return [];
        const injectionVat = injectionVatOf(shop, order.shopCountry, vatRates);
        const stock = places.get(variantKeyText(variant)) ?? [];
        const sameCountry = shop.country === order.country;
        const load = loads.of(shop.id);
        return [{ variant, stock, injectionVat, sameCountry, load, full: daily.isFull(shop.id) }];
      }),
    ]),
  );
  const facts: RoutingFacts = {
    order: {
      sellingShopId: order.shopId,
      mode: order.mode,
      currency: order.currency,
      country: order.country,
      coordinates: order.coordinates,
      shopsWithParcels: order.id === null ? new Set() : await readShopsWithParcels(tx, order.id),
    },
    lines: waiting.map(({ id, lineItemId, gtin, quantity, excludedShops }) => ({
      orderLineId: id,
      lineItemId,
      gtin,
      quantity,
      excludedShops,
    })),
    candidates,
    consumerVat: vatRates.get(order.country) ?? null,
  };
  const sheets = [...shops.values()].map(({ id: shopId, revision }) => ({ shopId, revision }));
  return { facts, shops, sheets };
}

/** Stock that counts (D16) of articles at locations with known coordinates, by variant. */
async function readLocatedStock(tx: Tx, gtins: readonly string[]): Promise<Map<string, LocatedStock[]>> {
  const found = await rows(
    LocatedStockRow,
    tx.$queryRaw`
    SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", s.quantity, l.latitude, l.longitude
    FROM variant v
    JOIN stock_level s ON s.shop_id = v.shop_id AND s.variant_id = v.variant_id
    JOIN shop_location l ON l.shop_id = s.shop_id AND l.location_id = s.location_id
    WHERE v.gtin = ANY (${gtins}::bpchar[]) AND s.quantity > 0 AND s.known_at >= l.counted_from AND l.latitude IS NOT NULL AND l.longitude IS NOT NULL`,
  );
  const places = new Map<string, LocatedStock[]>();
  for (const { shopId, variantId, ...place } of found) {
    const key = variantKeyText({ shopId, variantId });
    const known = places.get(key) ?? [];
    known.push(place);
    places.set(key, known);
  }
  return places;
}
