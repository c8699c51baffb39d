import type { InjectionVat, Tx } from '@hub/database';

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
