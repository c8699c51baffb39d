import type { Tx } from '@hub/database';
import { statesBefore } from '../states/shipping-order-states';

/** From now on none of these is placed unless already attempted (D21). */
export async function requestStop(tx: Tx, shippingOrderIds: readonly string[], now: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order SET stop_requested_at = ${new Date(now)}
    WHERE id = ANY (${shippingOrderIds}::uuid[]) AND stop_requested_at IS NULL`;
}

/** The order is not cancelled: what was not stopped of it continues. */
export async function withdrawStopRequests(tx: Tx, shippingOrderIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order SET stop_requested_at = NULL
    WHERE id = ANY (${shippingOrderIds}::uuid[]) AND state <> 'stopped'`;
}

/**
 * `stopUnsent`, `stopPlaced`, `stopDisputed`: none of these will ship. Those already stopped stay so; one that is being
 * sent has no such transition, and is an error.
 */
export async function stopShippingOrders(
  tx: Tx,
  shippingOrderIds: readonly string[],
  now: number,
): Promise<void> {
  const stopped = await tx.$executeRaw`
    UPDATE shipping_order SET state = 'stopped', ended_at = ${new Date(now)}, lease_until = NULL, next_attempt_at = NULL
    WHERE id = ANY (${shippingOrderIds}::uuid[])
      AND state = ANY (${statesBefore('stopUnsent', 'stopPlaced', 'stopDisputed')}::shipping_order_state[])`;
  if (stopped === shippingOrderIds.length) return;
  const others = await tx.shippingOrder.count({
    where: { id: { in: [...shippingOrderIds] }, state: { not: 'stopped' } },
  });
  if (others > 0) throw new Error('a shipping order is to be stopped and its state has no way there');
}

/**
 * `rerouteUnsent`, `confirmNotPlaced`: it is never sent any more.
 * @param end.failure stored as its last failure; null: unchanged
 */
export async function endUnplaced(
  tx: Tx,
  end: { shippingOrderId: string; failure: string | null; now: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order SET state = 'stopped', ended_at = ${new Date(end.now)}, next_attempt_at = NULL,
      lease_until = NULL, last_failure = coalesce(${end.failure}, last_failure)
    WHERE id = ${end.shippingOrderId}::uuid
      AND state = ANY (${statesBefore('rerouteUnsent', 'confirmNotPlaced')}::shipping_order_state[])`;
}
