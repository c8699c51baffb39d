import { randomUUID } from 'node:crypto';
import { StorableText } from '@hub/contract';
import { COMMANDS, enqueue } from '@hub/messaging';
import { leaveMarker, saidAtDoor } from '@hub/orders/records';
import { action } from '../../engine/action';
import { z } from 'zod';
import type { OrderState } from '../orders/order-view';
import { readOrder } from '../orders/read-orders';

const Text = (longest: number) => z.string().trim().max(longest).pipe(StorableText);

/** The value is the text that the operator reads. */
const REASONS = [
  'out of stock',
  'damaged',
  'not for sale any more',
  'cannot be sent to this address',
  'another reason',
].map((text) => [text, text] as const);

/** Holds that keep POST /cancel back (D23). */
const HOLD_CANCEL = ['all', 'cancel_order'];

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
  names: { 'door.cannot_ship': "said at the shop's door that the shop does not ship an order" },
  role: 'shop',
  note: 'none',
  input: z.strictObject({
    reference: z.string().min(1).max(255),
    reason: Text(500).optional(),
    details: Text(300).optional(),
  }),
  chosen: ['reason', 'details'],
  ofShop: () => true,
  async ask({ db, shop, now }, { reference }) {
    const order = shop ? await readOrder(db, { shopId: shop.id, reference, now }) : null;
    if (!shop || !order) return null;
    const title = `We do not ship order ${order.order_id ?? order.external_ref}`;
    if (order.order_id === null || !order.you_may.includes('cannot_ship'))
      return { title, happens: [], impossible: STANDS[order.state] };
    const areHeld =
      (await db.callHold.count({ where: { shopId: shop.id, operation: { in: HOLD_CANCEL } } })) > 0;
    return {
      title,
      happens: [
        'The order is not cancelled: its customer has paid, and another shop is looked for.',
        'Your store gets POST /cancel for it. Once it confirms, the lines go to another shop, never again to you.',
        ...(areHeld
          ? [
              'Calls to your store are suspended: POST /cancel waits until they go on. Or say on the page of the order that you have stopped it.',
            ]
          : []),
        'These pieces of your stock are not offered to the network until you report the stock of their variants again.',
      ],
      warning: 'nothing of it is packed or on its way. This cannot be undone.',
      asks: [
        { kind: 'choice', name: 'reason', label: 'Why you do not ship it', choices: REASONS },
        {
          kind: 'text',
          name: 'details',
          label: 'More about it, for the operator (no names, no addresses)',
          longest: 300,
          optional: true,
        },
      ],
      submit: 'We do not ship it',
      danger: true,
    };
  },
  async run(tx, { reference, ...why }, { shop, now }) {
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
      reason: [why.reason, why.details].filter(Boolean).join(': ') || undefined,
      correlation,
    };
    // As if its event had come before its receipt: the same command handles it.
    await leaveMarker(tx, said);
    await enqueue(tx, COMMANDS.cannotShip, { payload: { shippingOrderId: id }, correlation });
    const done =
      'Noted: you do not ship it. Your store is asked to stop it; then another shop is looked for.';
    return {
      kind: 'done',
      says: done,
      answer: { done },
      record: { subjects: [`order:${sellerOrderId}`], detail: { reference: externalRef } },
    };
  },
});
