import { rows, ShippingOrderState, type Tx } from '@hub/database';
import { z } from 'zod';

export type Reminded =
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  /** `before`: when its shop was last reminded of it; null: never. */
  | { kind: 'to_remind'; sellerOrderId: string; shopId: number; shop: string; before: Date | null };

const Row = z.object({
  sellerOrderId: z.string(),
  shopId: z.int(),
  shop: z.string(),
  state: z.enum(ShippingOrderState),
  stopRequested: z.boolean(),
  packed: z.boolean(),
  remindedAt: z.date().nullable(),
});

/** Whether its shop can be reminded of a shipping order (D38), under its lock. */
export async function lockToRemind(tx: Tx, reference: string): Promise<Reminded> {
  const [found] = await rows(
    Row,
    tx.$queryRaw`
    SELECT s.seller_order_id AS "sellerOrderId", s.shop_id AS "shopId", p.slug AS shop, s.state::text AS state,
      s.stop_requested_at IS NOT NULL AS "stopRequested", s.packed_at IS NOT NULL AS packed,
      s.reminded_at AS "remindedAt"
    FROM shipping_order s JOIN shop p ON p.id = s.shop_id
    WHERE s.external_ref = ${reference} FOR UPDATE OF s`,
  );
  if (!found) return { kind: 'unknown' };
  const { sellerOrderId, shopId, shop, state, stopRequested, packed, remindedAt } = found;
  if (state !== 'placed') return { kind: 'refused', reason: `it is ${state}, not placed` };
  if (packed) return { kind: 'refused', reason: 'there is nothing to ship' };
  if (stopRequested) return { kind: 'refused', reason: 'it is being stopped' };
  return { kind: 'to_remind', sellerOrderId, shopId, shop, before: remindedAt };
}

/** Its shop is reminded of it, by the database's clock: the next mail to the shop names it. */
export async function markReminded(tx: Tx, reference: string): Promise<void> {
  await tx.$executeRaw`UPDATE shipping_order SET reminded_at = now() WHERE external_ref = ${reference}`;
}
