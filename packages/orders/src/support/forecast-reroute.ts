import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { WaitingReason } from '../routing/decide-routing';
import { decideWaitingLines, lockWaitingLines } from '../routing/order-to-route';
import { rerouteShippingOrder } from './reroute-shipping-order';

const OwedRow = z.object({
  lineItemId: z.string(),
  shopId: z.int(),
  /** The payout of its present shop. */
  owed: z.string(),
});

/** Where a line would go. */
export interface ForecastLine {
  lineItemId: string;
  /** Null: no shop could ship it, and it would wait. */
  to: {
    shopId: number;
    /** Its present shop would get it again: it cannot be called now, and no other could have it. */
    isPresent: boolean;
    freeStock: number;
    distanceKm: number | null;
    /** Its store cannot be called now. */
    suspended: boolean;
    /** What it would be paid for the line. */
    owed: string;
  } | null;
  /** Null also if its order is no longer routed, such as one whose address was deleted. */
  waitsFor: WaitingReason | null;
  owedNow: string;
}

/**
 * Where the lines of a shipping order would go if support took them from its shop now: carries out the re-route and
 * decides the order's waiting lines as `order.route` then does (D19). `tx` must be rolled back. Null: it may not be
 * re-routed.
 * @param wish.reference the shipping order's `external_ref`
 * @param wish.now milliseconds since the epoch
 */
export async function forecastReroute(
  tx: Tx,
  { reference, now }: { reference: string; now: number },
): Promise<ForecastLine[] | null> {
  const rerouted = await rerouteShippingOrder(tx, { reference, now, carryOut: true });
  if (rerouted.kind !== 'rerouted') return null;
  const present = await readOwed(tx, rerouted.shippingOrderId);
  const waiting = await lockWaitingLines(tx, rerouted.sellerOrderId);
  if (waiting.kind !== 'waits')
    return present.map(({ lineItemId, owed: owedNow }) => ({
      lineItemId,
      to: null,
      waitsFor: null,
      owedNow,
    }));
  const { decision, prices } = await decideWaitingLines(tx, waiting, { now });
  return present.flatMap(({ lineItemId, shopId, owed: owedNow }): ForecastLine[] => {
    const line = decision.lines.find((one) => one.lineItemId === lineItemId);
    if (!line) return [];
    const { chosen, waitsFor } = line;
    const owed = prices.get(lineItemId)?.owed;
    if (!chosen || owed === undefined) return [{ lineItemId, to: null, waitsFor, owedNow }];
    const { shopId: toShopId, freeStock, distanceKm, suspended } = chosen;
    const to = { shopId: toShopId, isPresent: toShopId === shopId, freeStock, distanceKm, suspended, owed };
    return [{ lineItemId, to, waitsFor, owedNow }];
  });
}

function readOwed(tx: Tx, shippingOrderId: string): Promise<z.output<typeof OwedRow>[]> {
  return rows(
    OwedRow,
    tx.$queryRaw`
    SELECT l.line_item_id AS "lineItemId", s.shop_id AS "shopId", trim_scale(g.unit_price * g.quantity)::text AS owed
    FROM shipping_order_line g
    JOIN order_line l ON l.id = g.order_line_id
    JOIN shipping_order s ON s.id = g.shipping_order_id
    WHERE g.shipping_order_id = ${shippingOrderId}::uuid
    ORDER BY l.position`,
  );
}
