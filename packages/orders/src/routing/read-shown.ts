import { InjectionVat, Prisma, rows, type Tx } from '@hub/database';
import { isSuspended } from '@hub/stock';
import { z } from 'zod';
import { readVatRates, type ShippingShop } from './facts-records';
import { injectionVatOf } from './injection-vat';
import type { OrderToRoute } from './read-routing-facts';
import type { SheetDecidedOn } from './sheets-in-force';
import { UNKNOWN_VARIANT, type ShownFacts } from './decide-shown';

/** Lines of a seller order that a shop has shown to have under a reference of ours. */
export interface PlacementAtShop {
  shopId: number;
  /** Of the placement from which its reference was derived (D18). */
  number: number;
  orderLineIds: ReadonlySet<string>;
}

const ShopRow = z.object({
  id: z.int(),
  slug: z.string(),
  country: z.string(),
  injectionVat: z.enum(InjectionVat),
  optionalFields: z.array(z.string()),
  timeZone: z.string(),
  ordersPerDay: z.int().nullable(),
  revision: z.bigint(),
  suspended: z.boolean(),
});

const LineRow = z.object({
  orderLineId: z.string(),
  lineItemId: z.string(),
  gtin: z.string().nullable(),
  quantity: z.int(),
  variantId: z.string(),
  freeStock: z.int(),
  splitRate: z.string().nullable(),
});

/** What a shop has of an order, with its sheet. */
export interface ReadShown {
  facts: ShownFacts;
  shops: ReadonlyMap<number, ShippingShop>;
  sheets: readonly SheetDecidedOn[];
}

/** Reads what is recorded of lines that a shop already has. */
export async function readShown(
  tx: Tx,
  order: OrderToRoute,
  { shopId, orderLineIds }: PlacementAtShop,
): Promise<ReadShown> {
  const [found] = await rows(
    ShopRow,
    tx.$queryRaw`
    SELECT s.id, s.slug, s.country, s.injection_vat::text AS "injectionVat", s.optional_fields AS "optionalFields",
      s.time_zone AS "timeZone", s.orders_per_day AS "ordersPerDay",
      s.revision, ${isSuspended('s')} AS suspended
    FROM shop s WHERE s.id = ${shopId}`,
  );
  if (!found) throw new Error(`cannot record lines at shop ${shopId}: there is no such shop`);
  const { suspended, ...shop } = found;
  const lines = await rows(
    LineRow,
    tx.$queryRaw`
    SELECT l.id AS "orderLineId", l.line_item_id AS "lineItemId", own.gtin, l.quantity,
      coalesce(v.variant_id, ${UNKNOWN_VARIANT}) AS "variantId", coalesce(v.free, 0) AS "freeStock", ${SPLIT_RATE} AS "splitRate"
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id
    LEFT JOIN variant own ON own.shop_id = o.shop_id AND own.variant_id = l.variant_id
    LEFT JOIN LATERAL (${itsVariant(shopId)}) v ON true
    CROSS JOIN (SELECT ${shopId}::int AS shop_id, ${order.placedAt}::bigint AS at) k
    WHERE l.id = ANY (${[...orderLineIds]}::uuid[])
    ORDER BY l.position`,
  );
  const vatRates = await readVatRates(tx, [order.country, shop.country], order.placedAt);
  const { mode, currency, country, coordinates } = order;
  const facts: ShownFacts = {
    order: { sellingShopId: order.shopId, mode, currency, country, coordinates, shopsWithParcels: new Set() },
    shopId,
    suspended,
    consumerVat: vatRates.get(country) ?? null,
    injectionVat: injectionVatOf(shop, order.shopCountry, vatRates),
    lines,
  };
  return {
    facts,
    shops: new Map([[shopId, shop]]),
    sheets: [{ shopId, revision: shop.revision }],
  };
}

/** The rate of the variant, otherwise the shop's. */
const SPLIT_RATE = Prisma.sql`(
  SELECT trim_scale(r.rate)::text FROM split_rate r
  WHERE r.shop_id = k.shop_id AND r.variant_id IN ('', v.variant_id) AND r.applies_from <= k.at
  ORDER BY r.variant_id = '', r.applies_from DESC LIMIT 1)`;

/**
 * The shop's variant that a line was placed for: linked to its article, or with its barcode, or what the shop got for
 * the same variant of the selling shop before. The shop may have retired or unlinked it since.
 */
function itsVariant(shopId: number): Prisma.Sql {
  const article = Prisma.sql`coalesce(own.gtin, lpad(coalesce(own.barcode, l.barcode), 14, '0'))`;
  return Prisma.sql`
    SELECT c.variant_id, least(greatest(c.on_hand - c.committed, 0), 2147483647)::int AS free
    FROM variant c
    CROSS JOIN LATERAL (SELECT c.gtin IS NOT DISTINCT FROM ${article} AS linked,
      c.barcode IS NOT NULL AND lpad(c.barcode, 14, '0') = ${article} AS alike,
      EXISTS (SELECT FROM shipping_order_line before JOIN shipping_order at ON at.id = before.shipping_order_id
        JOIN order_line sold ON sold.id = before.order_line_id JOIN seller_order by ON by.id = sold.seller_order_id
        WHERE at.shop_id = c.shop_id AND before.variant_id = c.variant_id
          AND by.shop_id = o.shop_id AND sold.variant_id = l.variant_id) AS shipped) is_it
    WHERE c.shop_id = ${shopId} AND (is_it.linked AND c.gtin IS NOT NULL OR is_it.alike OR is_it.shipped)
    ORDER BY is_it.linked AND c.gtin IS NOT NULL DESC, is_it.alike DESC, c.state = 'active' DESC, c.variant_id
    LIMIT 1`;
}
