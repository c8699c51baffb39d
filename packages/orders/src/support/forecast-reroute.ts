import { rows, OrderMode, type Tx } from '@hub/database';
import { z } from 'zod';
import { decideOrder } from '../routing/decide-order';
import type { WaitingReason } from '../routing/decide-routing';
import { readPolicy } from '../routing/policy-in-force';
import { readRoutingFacts } from '../routing/read-routing-facts';

const OrderRow = z.object({
  id: z.string(),
  shopId: z.int(),
  shopCountry: z.string(),
  placedAt: z.bigint(),
  currency: z.string(),
  mode: z.enum(OrderMode),
  country: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  shippingCost: z.string(),
  totalDiscounts: z.string(),
});
const LineRow = z.object({
  id: z.string(),
  lineItemId: z.string(),
  quantity: z.int(),
  unitPrice: z.string(),
  excludedShops: z.array(z.int()),
  gtin: z.string().nullable(),
  /** Of the shipping order that is asked about: it would wait for another shop. */
  waiting: z.boolean(),
  shopId: z.int().nullable(),
  /** What its present shop is paid for it. */
  owed: z.string().nullable(),
});

/** Where a line would go. */
export interface ForecastLine {
  lineItemId: string;
  quantity: number;
  /** Null: no other shop could ship it, and it would wait. */
  to: {
    shopId: number;
    freeStock: number;
    distanceKm: number | null;
    /** Its store cannot be called now. */
    suspended: boolean;
    /** What it would be paid for the line. */
    owed: string;
  } | null;
  waitsFor: WaitingReason | null;
  owedNow: string | null;
}

/**
 * Where the lines of a shipping order would go if they were taken from its shop now: routing's own decision on what is
 * there now (D19), with that shop left out. Reads alone. Null: there is no such shipping order.
 * @param of.now milliseconds since the epoch
 */
export async function forecastReroute(
  tx: Tx,
  of: { shippingOrderId: string; now: number },
): Promise<ForecastLine[] | null> {
  const { shippingOrderId, now } = of;
  const order = await readOrder(tx, shippingOrderId);
  if (!order) return null;
  const stored = await readLines(tx, { sellerOrderId: order.id, shippingOrderId });
  const lines = stored.map(({ shopId, excludedShops, ...line }) => ({
    ...line,
    excludedShops: shopId === null ? excludedShops : [...excludedShops, shopId],
  }));
  const { facts } = await readRoutingFacts(tx, order, lines);
  const policy = await readPolicy(tx, now);
  const { decision, prices } = decideOrder(facts, { ...order, lines }, policy);
  return decision.lines.map(({ lineItemId, quantity, chosen, waitsFor }) => {
    const owed = prices.get(lineItemId)?.owed;
    return {
      lineItemId,
      quantity,
      to:
        chosen && owed !== undefined
          ? {
              shopId: chosen.shopId,
              freeStock: chosen.freeStock,
              distanceKm: chosen.distanceKm,
              suspended: chosen.suspended,
              owed,
            }
          : null,
      waitsFor,
      owedNow: stored.find((line) => line.lineItemId === lineItemId)?.owed ?? null,
    };
  });
}

async function readOrder(tx: Tx, shippingOrderId: string) {
  const [row] = await rows(
    OrderRow,
    tx.$queryRaw`
    SELECT o.id, o.shop_id AS "shopId", s.country AS "shopCountry", o.placed_at AS "placedAt", o.currency,
      o.mode::text AS mode, o.destination_country AS country, o.latitude, o.longitude,
      trim_scale(o.shipping_cost)::text AS "shippingCost", trim_scale(o.total_discounts)::text AS "totalDiscounts"
    FROM seller_order o JOIN shop s ON s.id = o.shop_id
    WHERE o.id = (SELECT seller_order_id FROM shipping_order WHERE id = ${shippingOrderId}::uuid)`,
  );
  if (!row) return null;
  const { latitude, longitude, ...order } = row;
  return {
    ...order,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}

/** All lines of the order: every one counts for the money (D24). */
function readLines(
  tx: Tx,
  of: { sellerOrderId: string; shippingOrderId: string },
): Promise<z.output<typeof LineRow>[]> {
  return rows(
    LineRow,
    tx.$queryRaw`
    SELECT l.id, l.line_item_id AS "lineItemId", l.quantity, trim_scale(l.unit_price)::text AS "unitPrice",
      l.excluded_shops AS "excludedShops", v.gtin, g.id IS NOT NULL AS waiting, s.shop_id AS "shopId",
      trim_scale(g.unit_price * g.quantity)::text AS owed
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id
    LEFT JOIN shipping_order_line g ON g.order_line_id = l.id AND g.shipping_order_id = ${of.shippingOrderId}::uuid
    LEFT JOIN shipping_order s ON s.id = g.shipping_order_id
    LEFT JOIN variant v ON g.id IS NOT NULL AND v.shop_id = o.shop_id AND v.variant_id = l.variant_id
    WHERE l.seller_order_id = ${of.sellerOrderId}::uuid
    ORDER BY l.position`,
  );
}
