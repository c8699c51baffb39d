import { InjectionVat, rows, type Tx } from '@hub/database';
import { z } from 'zod';

const ShopIdRow = z.object({ shopId: z.int() });
const VatRateRow = z.object({ country: z.string(), rate: z.string() });

/** Shops with a shipping order of this seller order that no package has left yet: one parcel may take more lines. */
export async function readShopsWithParcels(tx: Tx, sellerOrderId: string): Promise<Set<number>> {
  const found = await rows(
    ShopIdRow,
    tx.$queryRaw`
    SELECT DISTINCT s.shop_id AS "shopId" FROM shipping_order s
    WHERE s.seller_order_id = ${sellerOrderId}::uuid AND s.state IN ('planned', 'sending', 'placed', 'dry_run')
      AND s.stop_requested_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM package p WHERE p.shipping_order_id = s.id)`,
  );
  return new Set(found.map(({ shopId }) => shopId));
}

const ShippingShop = z.object({
  id: z.int(),
  slug: z.string(),
  country: z.string(),
  injectionVat: z.enum(InjectionVat),
  optionalFields: z.array(z.string()),
  timeZone: z.string(),
  ordersPerDay: z.int().nullable(),
  revision: z.bigint(),
});

/** The fields of a shipping shop's sheet that go into prices, payloads and its daily number. */
export type ShippingShop = z.output<typeof ShippingShop>;

/** The shops with a variant of some articles (GTIN-14), of any state. */
export async function readShippingShops(
  tx: Tx,
  gtins: readonly string[],
): Promise<Map<number, ShippingShop>> {
  const shops = await rows(
    ShippingShop,
    tx.$queryRaw`
    SELECT id, slug, country, injection_vat::text AS "injectionVat", optional_fields AS "optionalFields",
      time_zone AS "timeZone", orders_per_day AS "ordersPerDay", revision
    FROM shop WHERE id IN (SELECT shop_id FROM variant WHERE gtin = ANY (${gtins}::bpchar[]))`,
  );
  return new Map(shops.map((shop) => [shop.id, shop]));
}

/** VAT rates by country, as exact decimals, as they applied at an instant (ns since the epoch; D24). */
export async function readVatRates(
  tx: Tx,
  countries: readonly string[],
  atNs: bigint,
): Promise<Map<string, string>> {
  const found = await rows(
    VatRateRow,
    tx.$queryRaw`
    SELECT DISTINCT ON (country) country, trim_scale(rate)::text AS rate FROM vat_rate
    WHERE country = ANY (${countries}::bpchar[]) AND applies_from <= ${atNs}::bigint
    ORDER BY country, applies_from DESC`,
  );
  return new Map(found.map(({ country, rate }) => [country, rate]));
}
