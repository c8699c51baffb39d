import type { ReturnCreated } from '@hub/contract';
import type { Tx } from '@hub/database';
import { COMMANDS, enqueueAll, type EventInput } from '@hub/messaging';
import { settleAsPlaced } from '@hub/orders/placements';

/**
 * A return that carries our references supplies the missing `order_id`, and so makes an unknown or disputed placement
 * placed (D11). Returned goods had shipped: a stop of them finds that.
 */
export async function settlePlacement(
  tx: Tx,
  of: { shippingOrderId: string; event: EventInput<ReturnCreated> },
): Promise<void> {
  const { shippingOrderId, event } = of;
  const { shopId, data, correlation, now } = event;
  await settleAsPlaced(tx, { shippingOrderId, shopId, storeOrderId: data.order_id, correlation, now });
  const stops = await tx.shippingOrderStop.findMany({ where: { shippingOrderId }, select: { id: true } });
  await enqueueAll(tx, COMMANDS.stopShippingOrder, {
    payloads: stops.map(({ id }) => ({ stopId: id })),
    correlation,
  });
}
