import type { InjectionVat, OrderMode, SellerOrderState, Tx } from '@hub/database';
import type { Coordinates } from './distance';

/** A seller order as routing works with it, locked: whoever changes its lines waits. */
export interface LockedOrder {
  id: string;
  shopId: number;
  shopSlug: string;
  shopCountry: string;
  orderId: string;
  orderNumber: string | null;
  name: string | null;
  placedAt: bigint;
  currency: string;
  mode: OrderMode;
  state: SellerOrderState;
  country: string;
  coordinates: Coordinates | null;
  /** Null: blanked (D30). */
  shipTo: Record<string, unknown> | null;
  shippingMethod: Record<string, unknown> | null;
  shippingCost: string;
  totalDiscounts: string;
  placements: number;
  correlation: string;
}

type OrderRow = Omit<LockedOrder, 'coordinates'> & { latitude: number | null; longitude: number | null };

/** Locks the order before any of its rows and of stock: the fixed order of locks. */
export async function lockOrder(tx: Tx, sellerOrderId: string): Promise<LockedOrder | null> {
  const [row] = await tx.$queryRaw<OrderRow[]>`
    SELECT o.id, o.shop_id AS "shopId", s.slug AS "shopSlug", s.country AS "shopCountry", o.order_id AS "orderId",
      o.order_number AS "orderNumber", o.name, o.placed_at AS "placedAt", o.currency, o.mode::text AS mode,
      o.state::text AS state, o.destination_country AS country, o.latitude, o.longitude, o.ship_to AS "shipTo",
      o.shipping_method AS "shippingMethod", trim_scale(o.shipping_cost)::text AS "shippingCost",
      trim_scale(o.total_discounts)::text AS "totalDiscounts", o.placements, o.correlation
    FROM seller_order o JOIN shop s ON s.id = o.shop_id
    WHERE o.id = ${sellerOrderId}::uuid
    FOR UPDATE OF o`;
  if (!row) return null;
  const { latitude, longitude, ...order } = row;
  return {
    ...order,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}

/** A line of the order: every one counts for the money (D24), those that wait are routed. */
export interface StoredLine {
  id: string;
  position: number;
  lineItemId: string;
  quantity: number;
  unitPrice: string;
  title: string | null;
  waiting: boolean;
  waitingReason: string | null;
  excludedShops: number[];
  /** The article that its variant is linked to by now. */
  gtin: string | null;
}

/** All lines of an order, in its own order. */
export async function readLines(tx: Tx, sellerOrderId: string): Promise<StoredLine[]> {
  return tx.$queryRaw<StoredLine[]>`
    SELECT l.id, l.position, l.line_item_id AS "lineItemId", l.quantity, trim_scale(l.unit_price)::text AS "unitPrice",
      l.title, l.state = 'waiting' AS waiting, l.waiting_reason AS "waitingReason",
      l.excluded_shops AS "excludedShops", v.gtin
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id
    LEFT JOIN variant v ON l.state = 'waiting' AND v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    WHERE l.seller_order_id = ${sellerOrderId}::uuid
    ORDER BY l.position`;
}

/** Shops with a shipping order of this seller order that no package has left yet: one parcel may take more lines. */
export async function readShopsWithParcels(tx: Tx, sellerOrderId: string): Promise<Set<number>> {
  const rows = await tx.$queryRaw<{ shopId: number }[]>`
    SELECT DISTINCT s.shop_id AS "shopId" FROM shipping_order s
    WHERE s.seller_order_id = ${sellerOrderId}::uuid AND s.state IN ('planned', 'sending', 'placed', 'dry_run')
      AND s.stop_requested_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM package p WHERE p.shipping_order_id = s.id)`;
  return new Set(rows.map(({ shopId }) => shopId));
}

/** What of a shipping shop's sheet goes into prices and payloads. */
export interface ShippingShop {
  id: number;
  slug: string;
  country: string;
  injectionVat: InjectionVat;
  optionalFields: string[];
}

export async function readShippingShops(tx: Tx, ids: readonly number[]): Promise<Map<number, ShippingShop>> {
  const shops = await tx.$queryRaw<ShippingShop[]>`
    SELECT id, slug, country, injection_vat::text AS "injectionVat", optional_fields AS "optionalFields"
    FROM shop WHERE id = ANY (${ids}::int[])`;
  return new Map(shops.map((shop) => [shop.id, shop]));
}

/** VAT rates by country, as exact decimals, as they applied at an instant (ns since the epoch; D24). */
export async function readVatRates(
  tx: Tx,
  countries: readonly string[],
  atNs: bigint,
): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<{ country: string; rate: string }[]>`
    SELECT DISTINCT ON (country) country, trim_scale(rate)::text AS rate FROM vat_rate
    WHERE country = ANY (${countries}::bpchar[]) AND applies_from <= ${atNs}::bigint
    ORDER BY country, applies_from DESC`;
  return new Map(rows.map(({ country, rate }) => [country, rate]));
}
