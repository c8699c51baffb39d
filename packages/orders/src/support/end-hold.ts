import { CapabilityState, rows, SellerOrderState, type Tx } from '@hub/database';
import { resolveAlert } from '@hub/alerts';
import { COMMANDS, enqueue } from '@hub/messaging';
import { z } from 'zod';
import { changeSellerOrder } from '../records/seller-order-states';
import { whyHoldStays, type EndHoldRefusal } from './decide-end-hold';

const HeldOrder = z.object({
  state: z.enum(SellerOrderState),
  heldReason: z.string().nullable(),
  orders: z.enum(CapabilityState),
  correlation: z.string(),
});

export type HoldOutcome =
  /** `heldReason`: what held it. */
  { kind: 'done'; heldReason: string | null } | { kind: 'refused'; why: EndHoldRefusal | 'unknown' };

/** Support releases a held order: it is routed like any other. The caller records who did it. */
export async function endHold(tx: Tx, sellerOrderId: string): Promise<HoldOutcome> {
  const [order] = await rows(
    HeldOrder,
    tx.$queryRaw`
    SELECT o.state::text AS state, o.held_reason AS "heldReason", s.orders::text AS orders, o.correlation
    FROM seller_order o JOIN shop s ON s.id = o.shop_id WHERE o.id = ${sellerOrderId}::uuid FOR UPDATE OF o`,
  );
  if (!order) return { kind: 'refused', why: 'unknown' };
  const why = whyHoldStays(order);
  if (why !== null) return { kind: 'refused', why };
  const { correlation, heldReason } = order;
  await changeSellerOrder(tx, sellerOrderId, 'endHold');
  await resolveAlert(tx, 'order_held', `order:${sellerOrderId}`);
  await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  return { kind: 'done', heldReason };
}
