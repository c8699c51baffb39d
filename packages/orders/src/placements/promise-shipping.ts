import { rows, ShippingOrderState, type Tx } from '@hub/database';
import { z } from 'zod';
import { decidePromise, type PromiseRefusal } from './decide-promise';
import { toShipBy } from './ship-by';

/** The day by which a shop ships, such as `2026-12-01`. */
export const ShippingDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a day is a date such as 2026-12-01');

export interface ShippingPromise {
  /** Our reference of the shipping order. */
  reference: string;
  day: string;
  /** Milliseconds since the epoch. */
  now: number;
}

export type Promised =
  | { kind: 'unknown' }
  | { kind: 'refused'; why: PromiseRefusal }
  | { kind: 'promised'; changed: boolean; sellerOrderId: string; shop: string; before: Date; by: Date };

const Row = z.object({
  id: z.string(),
  sellerOrderId: z.string(),
  shop: z.string(),
  state: z.enum(ShippingOrderState),
  stopRequestedAt: z.date().nullable(),
  packedAt: z.date().nullable(),
  placedAt: z.date().nullable(),
  createdAt: z.date(),
  promisedBy: z.date().nullable(),
  promises: z.int(),
  timeZone: z.string(),
  shipWithin: z.string(),
  closedDays: z.array(z.string()),
});

/** Records by when a shop says that it ships a shipping order (D38), under its lock. The caller records who said so. */
export async function promiseShipping(tx: Tx, promise: ShippingPromise): Promise<Promised> {
  const found = await lockShippingOrder(tx, promise);
  if (!found) return { kind: 'unknown' };
  const { id, sellerOrderId, shop, promises, timeZone, shipWithin, closedDays } = found;
  const terms = { timeZone, shipWithin, closedDays };
  const isToShip = found.state === 'placed' && found.packedAt === null && found.stopRequestedAt === null;
  const decision = decidePromise({ ...found, isToShip, terms }, promise);
  if (decision.kind === 'refused') return decision;
  const { by, changed } = decision;
  if (changed)
    await tx.shippingOrder.update({ where: { id }, data: { promisedBy: by, promises: promises + 1 } });
  return { kind: 'promised', changed, sellerOrderId, shop, before: toShipBy(found, terms), by };
}

async function lockShippingOrder(tx: Tx, named: ShippingPromise): Promise<z.output<typeof Row> | undefined> {
  const [row] = await rows(
    Row,
    tx.$queryRaw`
    SELECT s.id, s.seller_order_id AS "sellerOrderId", p.slug AS shop, s.state::text AS state,
      s.stop_requested_at AS "stopRequestedAt", s.packed_at AS "packedAt", s.placed_at AS "placedAt",
      s.created_at AS "createdAt", s.promised_by AS "promisedBy", s.promises, p.time_zone AS "timeZone",
      p.ship_within AS "shipWithin", coalesce(p.closed_days, '{}') AS "closedDays"
    FROM shipping_order s JOIN shop p ON p.id = s.shop_id
    WHERE s.external_ref = ${named.reference} FOR UPDATE OF s`,
  );
  return row;
}
