import { lockToRemind, markReminded } from '@hub/orders/placements';
import { z } from 'zod';
import { action } from '../../engine/action';
import { REFERENCE } from '../../engine/hub-command';
import { lastReminder } from '../../mails/last-reminder';
import { nameOfShop } from '../../shops/name-of-shop';
import { orderOfReference } from '../order-of-reference';

/** Reminds a shop by mail of an order that it has and did not ship (D38): one mail a day for all orders of the shop. */
export const remindShop = action({
  names: { 'order.remind': 'reminded the shop of the order' },
  command: 'order.remind',
  hub: {
    says: 'reminds a shop by mail of an order that it did not ship: one reminder a day to a shop',
    takes: {
      reference: ['<reference>', REFERENCE],
    },
  },
  page: '/orders/:id/shipping-orders/:shippingId/remind',
  input: z.strictObject({ reference: z.string().min(1).max(255) }),
  async ask({ db }, { reference }) {
    const found = await orderOfReference(db, reference);
    if (!found) return null;
    const { shopName, state, openPieces } = found.shipping;
    const title = `Remind ${shopName} of the shipping order`;
    if (state !== 'placed' || openPieces === 0)
      return { title, happens: [], impossible: 'there is nothing to ship' };
    return {
      title,
      happens: [
        `At its door ${shopName} sees that it was reminded.`,
        `If a mail server is set, ${shopName} also gets a mail. It holds the reference of the order and a link to its door, and nothing else of the order.`,
        `A shop gets one reminder a day. If ${shopName} had one today, the next one names this order.`,
      ],
      submit: 'Remind the shop',
    };
  },
  async run(tx, { reference }) {
    const found = await lockToRemind(tx, reference);
    if (found.kind === 'unknown')
      return { kind: 'unknown', says: `no shipping order has the reference "${reference}"` };
    if (found.kind === 'refused')
      return { kind: 'refused', says: `The shop is not reminded: ${found.reason}.` };
    const { sellerOrderId, shopId, shop, before } = found;
    const name = await nameOfShop(tx, shop);
    const last = await lastReminder(tx, shopId);
    const answer = { external_ref: reference, shop };
    const waits = before !== null && (last === null || last.madeAt < before);
    if (waits) return { kind: 'unchanged', says: `The next reminder to ${name} names it already.`, answer };
    await markReminded(tx, reference);
    const says = last?.isToday
      ? `${name} had a reminder less than a day ago. The next one names this order.`
      : `${name} is reminded at its door. If a mail server is set, it also gets a mail within two minutes.`;
    const record = { subjects: [`order:${sellerOrderId}`], detail: { reference, shop } };
    return { kind: 'done', says, answer, record };
  },
});
