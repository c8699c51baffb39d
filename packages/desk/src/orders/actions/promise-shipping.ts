import { promiseShipping as promise, PROMISE_REFUSALS, ShippingDay } from '@hub/orders/placements';
import { z } from 'zod';
import { action } from '../../engine/action';
import { REFERENCE } from '../../engine/hub-command';
import { nameOfShop } from '../../shops/name-of-shop';
import { orderOfReference } from '../order-of-reference';
import { isOwnOrder } from '../own-order';

/** Records by which day a shop says that it ships an order: until then the order is not late (D38). */
export const promiseShipping = action({
  names: { 'order.promise': 'recorded by which day the shop ships' },
  changes: true,
  command: 'order.promise',
  hub: {
    says: "a shop's word on the day by which it ships: until then its order is not late; twice at most",
    takes: {
      reference: ['<reference>', REFERENCE],
      day: ['--day <date>', "such as 2026-12-01, in the shop's time zone"],
    },
  },
  page: '/orders/:id/shipping-orders/:shippingId/promise',
  note: 'required',
  input: z.strictObject({ reference: z.string().min(1).max(255), day: ShippingDay.optional() }),
  chosen: ['day'],
  ofShop: isOwnOrder,
  async ask({ db }, { reference }) {
    const found = await orderOfReference(db, reference);
    if (!found) return null;
    const { shopName, shipBy } = found.shipping;
    const title = `${shopName} names the day by which it ships`;
    if (shipBy === null) return { title, happens: [], impossible: 'it is not placed' };
    return {
      title,
      happens: [
        'The order is no longer late until the end of that day in the time zone of the shop.',
        'The day can be moved twice at most, each time to a later one.',
      ],
      submit: 'Record the day',
      asks: [{ kind: 'text', name: 'day', label: 'Day, such as 2026-12-01', longest: 10 }],
      noteSays: `Who at ${shopName} said so, when and how`,
    };
  },
  async run(tx, { reference, day }, { now, shop: own }) {
    if (day === undefined) return { kind: 'refused', says: 'Enter the day.' };
    const end = await promise(tx, { reference, day, now });
    if (end.kind === 'unknown')
      return { kind: 'unknown', says: `no shipping order has the reference "${reference}"` };
    if (end.kind === 'refused') {
      const why = PROMISE_REFUSALS[end.why];
      return { kind: 'refused', says: `The day is not recorded: ${why}.`, why };
    }
    const { sellerOrderId, shop, before, by, changed } = end;
    const says = own ? `Noted: it ships by ${day}.` : `${await nameOfShop(tx, shop)} ships it by ${day}.`;
    const answer = { external_ref: reference, shop, ship_by: by.toISOString() };
    if (!changed) return { kind: 'unchanged', says, answer };
    return {
      kind: 'done',
      says,
      answer,
      record: {
        subjects: [`order:${sellerOrderId}`],
        detail: { reference, shop },
        changes: [{ field: 'ship_by', before: before.toISOString(), after: by.toISOString() }],
      },
    };
  },
});
