import type { Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { alertDisputedOf } from './alerts';
import { isUnfinished, type OrderFacts } from './order-facts';
import { makeDue } from './stop-records';

/**
 * Makes due every unfinished stop of these shipping orders, including those that a store had refused; where the outcome
 * of a placement is unknown, its placing, which settles it (D18, D21). A disputed one is settled by support, which is
 * alerted that the shop must stop it.
 */
export async function resumeStops(
  tx: Tx,
  { id: sellerOrderId, shippingOrders }: Pick<OrderFacts, 'id' | 'shippingOrders'>,
  wakeUp: { correlation: string; now: number },
): Promise<void> {
  const { correlation, now } = wakeUp;
  const unfinished = shippingOrders.filter(({ stop }) => stop !== null && isUnfinished(stop));
  const stopIds = unfinished.flatMap(({ stop }) => stop?.id ?? []);
  await makeDue(tx, stopIds, now);
  const unsettled = unfinished.filter(({ state }) => state === 'sending');
  await enqueueAll(tx, COMMANDS.placeShippingOrder, {
    payloads: unsettled.map(({ id }) => ({ shippingOrderId: id })),
    correlation,
  });
  for (const disputed of unfinished.filter(({ state }) => state === 'disputed'))
    await alertDisputedOf(tx, { sellerOrderId, shippingOrder: disputed, cancelled: true });
}
