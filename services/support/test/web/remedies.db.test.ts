import type { ShippingOrderRequest } from '@hub/contract';
import { OrderLineState, SellerOrderState, ShippingOrderState } from '@hub/database';
import { aShippingOrder, aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let lead: Visitor;
let shops: { selling: StoredShop; shipping: StoredShop };
beforeAll(async () => {
  desk = await openDesk();
  lead = await desk.signIn('lead');
  shops = { selling: await aShop(desk.db), shipping: await aShop(desk.db) };
}, 60_000);
afterAll(() => desk.close());

interface Stand {
  order: SellerOrderState;
  shipping: ShippingOrderState;
  line: OrderLineState;
}

const ADDRESS = {
  name: 'Ada',
  address_line1: 'Storgatan 1',
  zip: '111 22',
  city: 'Stockholm',
  country_code: 'SE',
};

/** An order of one line at the network in the given states, reachable or not. */
async function anOrder({ order, shipping, line }: Stand): Promise<string> {
  const { id, sellerOrderId, reference } = await aShippingOrder(desk.db, {
    sellingShop: shops.selling,
    shippingShop: shops.shipping,
    state: shipping,
    ...(shipping === 'placed' ? {} : { storeOrderId: null }),
  });
  const relayEmail = `${id}@relay.example`;
  const payload: ShippingOrderRequest = {
    external_ref: reference,
    tag: 'hub_ship',
    payment_status: 'paid',
    currency: 'EUR',
    ship_to: { ...ADDRESS, phone: null, email: relayEmail },
    shipping_method: { code: 'standard', title: 'Standard' },
    line_items: [
      { external_ref: 'line', variant_id: 'V-1', barcode: null, sku: null, quantity: 1, unit_price: 56.25 },
    ],
  };
  const failed = shipping === 'placed' ? {} : { lastFailure: 'the store answered 422', failedAt: new Date() };
  await desk.db.shippingOrder.update({ where: { id }, data: { payload, relayEmail, ...failed } });
  const waitingReason = line === 'waiting' ? 'no_candidate' : null;
  await desk.db.orderLine.updateMany({ where: { sellerOrderId }, data: { state: line, waitingReason } });
  await desk.db.sellerOrder.update({ where: { id: sellerOrderId }, data: { state: order, shipTo: ADDRESS } });
  return sellerOrderId;
}

/** The actions that the page of an order links. */
function remediesOf(html: string, id: string): string[] {
  const links = html.matchAll(new RegExp(`href="(/orders/${id}/[^"]+)"`, 'g'));
  return [...new Set([...links].map(([, href = '']) => href))];
}

const STANDS: Stand[] = [
  ...Object.values(ShippingOrderState).flatMap((shipping) =>
    Object.values(OrderLineState).map((line): Stand => ({ order: 'accepted', shipping, line })),
  ),
  ...Object.values(SellerOrderState)
    .filter((order) => order !== 'accepted')
    .flatMap((order) =>
      Object.values(ShippingOrderState).map((shipping): Stand => ({ order, shipping, line: 'allocated' })),
    ),
];

describe('the actions on the page of an order', () => {
  it.each(STANDS)(
    'are possible: the order $order, its shipping order $shipping, its line $line',
    async (stand) => {
      const id = await anOrder(stand);
      const remedies = remediesOf((await lead.get(`/orders/${id}`)).text, id);
      const impossible: string[] = [];
      for (const remedy of remedies) {
        const { status, text } = await lead.get(remedy);
        if (status !== 200 || textOf(text).includes('This cannot be done'))
          impossible.push(`${remedy} ${status}`);
      }
      expect(impossible).toEqual([]);
      const { status } = await lead.post(`/orders/${id}/address`, { ...ADDRESS, zip: '111 33' });
      const corrected = status === 303;
      expect({ offered: remedies.includes(`/orders/${id}/address`) }).toEqual({ offered: corrected });
    },
  );
});
