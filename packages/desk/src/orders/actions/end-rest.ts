import { endRest as end } from '@hub/orders/support';
import { z } from 'zod';
import { action } from '../../engine/action';
import { orderOfReference } from '../order-of-reference';
import { nameOfShop } from '../../shops/name-of-shop';
import { restOf } from '../rest-of-order';

/** Records, on a lead's responsibility, that the pieces of a shipping order that are in no package will not ship (D12). */
export const endRest = action({
  names: { 'order.end_rest': 'recorded that the rest of a partly shipped order will not ship' },
  command: 'order.end-rest',
  page: '/orders/:id/shipping-orders/:shippingId/end-rest',
  role: 'lead',
  note: 'required',
  input: z.strictObject({
    reference: z.string().min(1).max(255),
    whole_lines: z.enum(['reroute', 'close']).optional(),
  }),
  chosen: ['whole_lines'],
  async ask({ db }, { reference }) {
    const found = await orderOfReference(db, reference);
    if (!found) return null;
    const { order, shipping } = found;
    const { shopName } = shipping;
    const title = `The rest of the order will not ship from ${shopName}`;
    if (restOf(shipping).length === 0)
      return { title, happens: [], impossible: 'all of it is in packages, or was ended before' };
    return {
      title,
      happens: [
        'Lines of which nothing is in a package go to another shop or are closed, as you choose.',
        'Missing pieces of a line that shipped in part are closed.',
        `No call notifies ${order.shopName}: of what is closed it refunds its customer.`,
        `A later parcel of ${shopName} for them is refused, with an alert.`,
        'This cannot be undone.',
      ],
      warning: `${shopName} itself has said that the rest of ${reference} does not leave. Else the customer gets it twice.`,
      submit: 'End the rest',
      danger: true,
      asks: [
        {
          kind: 'choice',
          name: 'whole_lines',
          label: 'Lines of which nothing is in a package',
          choices: [
            ['reroute', 'Give them to another shop'],
            ['close', 'Close them'],
          ],
        },
      ],
      noteSays: `Who at ${shopName} said so, when and how`,
    };
  },
  async run(tx, { reference, whole_lines: wholeLines }, { now }) {
    if (wholeLines === undefined) return { kind: 'refused', says: 'Choose what becomes of whole lines.' };
    const ended = await end(tx, { reference, wholeLines, now });
    if (ended.kind === 'unknown')
      return { kind: 'unknown', says: `no shipping order has the reference "${reference}"` };
    if (ended.kind === 'refused') return { kind: 'refused', says: `The rest is not ended: ${ended.reason}.` };
    const { sellerOrderId, shop, wholeLineIds, partLineIds } = ended;
    const isClosed = wholeLines === 'close' || partLineIds.length > 0;
    const refund = isClosed
      ? ' No call notifies the selling shop: it refunds its customer for what is closed.'
      : '';
    return {
      kind: 'done',
      says: `The rest of the order will not ship from ${await nameOfShop(tx, shop)}.${refund}`,
      answer: { external_ref: reference, shop, whole_lines: wholeLineIds, shipped_in_part: partLineIds },
      record: {
        subjects: [`order:${sellerOrderId}`],
        detail: { reference, shop, wholeLines, wholeLineIds, partLineIds },
      },
    };
  },
});
