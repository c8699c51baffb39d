import { randomUUID } from 'node:crypto';
import { StorableText } from '@hub/contract';
import { COMMANDS, enqueue } from '@hub/messaging';
import { leaveMarker, saidAtDoor } from '@hub/orders';
import { action } from '@hub/support-desk';
import { z } from 'zod';
import type { OrderState } from '../orders/order-view';
import { readOrder } from '../orders/read-orders';

/** Why the statement comes too late or too early. */
const STANDS: Readonly<Record<OrderState, string>> = {
  dry_run: 'the order was built in the dry run and never sent',
  sending: 'your store has not confirmed the order yet',
  disputed: 'your store has not said yet whether it has the order',
  refused: 'your store refused the order',
  to_ship: 'packages of the order were reported, or its id at your store is not known',
  shipped: 'the order is shipped',
  stopping: 'the order is being stopped',
  stopped: 'the order is stopped',
};

/**
 * A shop states that it does not ship an order: as its `order.cancelled` would (D12), without a waiting sender. Its
 * `POST /cancel` confirms it, then its lines are routed again without this shop. `reference`: ours, or the shop's own id.
 */
export const sayCannotShip = action({
  name: 'door.cannot_ship',
  role: 'shop',
  note: 'none',
  input: z.strictObject({
    reference: z.string().min(1).max(255),
    reason: z.string().trim().max(500).pipe(StorableText).optional(),
  }),
  ofShop: () => true,
  async run(tx, { reference, reason }, { shop, now }) {
    const order = shop ? await readOrder(tx, { shopId: shop.id, reference, now }) : null;
    if (!shop || !order) return { kind: 'unknown', says: 'There is no such order.' };
    const { order_id: orderId, external_ref: externalRef } = order;
    if (orderId === null || !order.you_may.includes('cannot_ship'))
      return { kind: 'refused', says: STANDS[order.state], why: STANDS[order.state] };
    // From here on the command decides, under its locks.
    const { id, sellerOrderId } = await tx.shippingOrder.findFirstOrThrow({
      where: { shopId: shop.id, externalRef },
      select: { id: true, sellerOrderId: true },
    });
    const correlation = randomUUID();
    const said = {
      shopId: shop.id,
      orderId,
      eventId: saidAtDoor(correlation),
      reason: reason || undefined,
      correlation,
    };
    // As if its event had come before its receipt: the same command handles it.
    await leaveMarker(tx, said);
    await enqueue(tx, COMMANDS.cannotShip, { payload: { shippingOrderId: id }, correlation });
    const done = 'It is being stopped, and given to another shop.';
    return {
      kind: 'done',
      says: done,
      answer: { done },
      record: { subjects: [`order:${sellerOrderId}`], detail: { reference: externalRef } },
    };
  },
});
