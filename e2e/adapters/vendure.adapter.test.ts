import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OpenHub, openHub } from './open-hub';
import { type BoughtOrder, buy } from './vendure/customer';
import { type ShopPlan, VendureShop } from './vendure/run-shop';
import type { ShopOrder, Staff } from './vendure/staff';

/** How long the whole hub is gone. */
const AWAY_MS = Number(process.env['HUB_AWAY_SECONDS'] ?? '60') * 1_000;
/** A test ends by what it waits for; this ends one that hangs. */
const PATIENCE_MS = 600_000;
const SOON = { timeoutMs: 60_000, everyMs: 100 };

const SELLING: ShopPlan = {
  slug: 'dansk-friluft',
  name: 'Dansk Friluft',
  country: 'DK',
  latitude: 55.68,
  longitude: 12.57,
  stock: { 'CAMP-STOVE': 4 },
};
const SHIPPING: ShopPlan = {
  slug: 'nordic-outdoor',
  name: 'Nordic Outdoor',
  country: 'SE',
  latitude: 59.33,
  longitude: 18.06,
  stock: { 'RAIN-TROUSERS-M': 30 },
};
const SKU = 'RAIN-TROUSERS-M';

interface Side {
  shop: VendureShop;
  staff: Staff;
  /** Its own location, and the network's. */
  own: string;
  network: string;
  variantId: string;
}

let folder: string;
let hub: OpenHub;
let selling: Side;
let shipping: Side;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-vendure-'));
  hub = await openHub();
  selling = await open(SELLING);
  shipping = await open(SHIPPING);
}, PATIENCE_MS);
afterAll(async () => {
  await selling?.shop.stop();
  await shipping?.shop.stop();
  await hub?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function open(plan: ShopPlan): Promise<Side> {
  const shop = await VendureShop.open(plan, { folder, eventsUrl: hub.eventsUrlOf(plan.slug) });
  const store = await shop.asStore();
  await hub.admit(store);
  const staff = await shop.staff();
  const variantId = (await staff.variants()).find(({ sku }) => sku === SKU)?.id ?? '';
  return { shop, staff, own: store.locationId, network: store.hubLocationId, variantId };
}

/** A customer buys what only the other shop has. */
const sell = (quantity = 1): Promise<BoughtOrder> =>
  buy(selling.shop.url, [{ variantId: selling.variantId, quantity }]);

const sellable = ({ staff, variantId }: Side, locationId: string): Promise<number> =>
  staff.sellable(variantId, locationId);

/** What the selling shop can sell of the network is what the other has. */
const inSync = (quantity: number): Promise<void> =>
  eventually(async () => {
    const shown = {
      own: await sellable(shipping, shipping.own),
      network: await sellable(selling, selling.network),
    };
    expect(shown).toEqual({ own: quantity, network: quantity });
  }, SOON);

/** The newest shipping order, once there are this many. */
async function shippingOrder(count: number): Promise<ShopOrder> {
  return eventually(async () => {
    const orders = await shipping.staff.shippingOrders();
    expect(orders).toHaveLength(count);
    const newest = orders.at(-1);
    if (!newest) throw new Error('no shipping order');
    return newest;
  }, SOON);
}

const until = (side: Side, orderId: string, state: string): Promise<ShopOrder> =>
  eventually(async () => {
    const order = await side.staff.order(orderId);
    expect(order.state).toBe(state);
    return order;
  }, SOON);

const trackingOf = ({ fulfillments }: ShopOrder) =>
  (fulfillments ?? []).map(({ trackingCode }) => trackingCode);

/** Takes the session of a shop that was started again. */
async function startAgain(side: Side, env: NodeJS.ProcessEnv = {}): Promise<void> {
  await side.shop.start(env);
  side.staff = await side.shop.staff();
}

/** It commits, and reaches no one: what it should have sent is in its database alone. */
const UNHEARD = { HUB_EVENTS_URL: 'http://127.0.0.1:9/nobody' };

describe('two Vendure shops on the network', () => {
  let tracked: BoughtOrder;
  it(
    'show what the other has, and what staff change of it',
    async () => {
      await inSync(30);
      await shipping.staff.setSellable(shipping.variantId, shipping.own, 20);
      await inSync(20);
      expect(await sellable(selling, selling.own)).toBe(0);
    },
    PATIENCE_MS,
  );

  it(
    'ship for one another: the order arrives paid, tagged, at its payout; each package is tracked in the shop that sold',
    async () => {
      const sold = await sell(2);
      tracked = sold;
      const order = await shippingOrder(1);
      expect(order).toMatchObject({
        state: 'PaymentSettled',
        customFields: { hubTag: 'hub_ship', hubRef: expect.any(String) },
        // D24: 100 without 25 % Danish VAT, times the split of 0.7; nothing for shipping.
        totalWithTax: 11_200,
        lines: [{ quantity: 2, unitPriceWithTax: 5_600, customFields: { hubRef: expect.any(String) } }],
        shippingAddress: { fullName: 'Astrid Holm', postalCode: '1051' },
      });
      await inSync(18);

      const [line] = order.lines;
      const lines = [{ lineId: line?.id ?? '', quantity: 1 }];
      await shipping.staff.ship(order.id, { trackingNumber: 'PN-1', lines });
      expect(trackingOf(await until(selling, sold.orderId, 'PartiallyShipped'))).toEqual(['PN-1']);
      await shipping.staff.ship(order.id, { trackingNumber: 'PN-2', lines });
      expect(trackingOf(await until(selling, sold.orderId, 'Shipped'))).toEqual(['PN-1', 'PN-2']);
      await inSync(18);
    },
    PATIENCE_MS,
  );

  it(
    'register what comes back at the selling shop',
    async () => {
      const [order] = await shipping.staff.shippingOrders();
      if (!order) throw new Error('no shipping order');
      const lines = order.lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
      await shipping.staff.cancel(order.id, lines);
      await eventually(async () => {
        const { history } = await selling.staff.order(tracked.orderId);
        const notes = history.items.flatMap(({ data }) => data.note ?? []);
        expect(notes).toEqual([expect.stringMatching(/^Network return .*: 2 × RAIN-TROUSERS-M.*refund/)]);
      }, SOON);
      await inSync(20);
    },
    PATIENCE_MS,
  );

  it(
    'stop what the selling shop cancels, and put it back',
    async () => {
      const sold = await sell();
      const order = await shippingOrder(2);
      await inSync(19);
      await selling.staff.cancel(sold.orderId);
      const stopped = await until(shipping, order.id, 'Cancelled');
      expect(stopped.fulfillments ?? []).toEqual([]);
      await inSync(20);
    },
    PATIENCE_MS,
  );

  it(
    'give back what they cannot ship: the order is stopped there and waits for another shop',
    async () => {
      const sold = await sell();
      const order = await shippingOrder(3);
      await shipping.staff.cancel(order.id);
      await eventually(async () => {
        const where = { externalRef: order.customFields.hubRef ?? '' };
        const placed = await hub.db.shippingOrder.findMany({ where });
        expect(placed).toEqual([expect.objectContaining({ state: 'stopped' })]);
      }, SOON);
      // No other shop has it: the customer's order stands until the selling shop cancels.
      expect((await selling.staff.order(sold.orderId)).state).toBe('PaymentSettled');
      await selling.staff.cancel(sold.orderId);
      await shipping.staff.setSellable(shipping.variantId, shipping.own, 15);
      await inSync(15);
      expect(await shipping.staff.shippingOrders()).toHaveLength(3);
    },
    PATIENCE_MS,
  );
});

describe('what a shop committed', () => {
  it(
    'is sent once it runs again, each sale and each package once, though it was killed before it could send',
    async () => {
      await selling.shop.stop();
      await startAgain(selling, UNHEARD);
      const sold = await sell();
      await selling.shop.kill();
      await startAgain(selling);
      const order = await shippingOrder(4);

      await shipping.shop.stop();
      await startAgain(shipping, UNHEARD);
      await shipping.staff.ship(order.id, { trackingNumber: 'PN-KILLED' });
      await shipping.shop.kill();
      await startAgain(shipping);
      expect(trackingOf(await until(selling, sold.orderId, 'Shipped'))).toEqual(['PN-KILLED']);
      await inSync(14);
      expect(await shipping.staff.shippingOrders()).toHaveLength(4);
    },
    PATIENCE_MS,
  );

  it(
    'waits while the whole hub is stopped, and arrives once it runs again',
    async () => {
      const shipped = await sell();
      const first = await shippingOrder(5);
      await hub.goAway();
      const sold = await sell();
      await shipping.staff.ship(first.id, { trackingNumber: 'PN-AWAY' });
      await shipping.staff.setSellable(shipping.variantId, shipping.own, 12);
      await wait(AWAY_MS);
      expect(await shipping.staff.shippingOrders()).toHaveLength(5);
      await hub.comeBack();
      expect(trackingOf(await until(selling, shipped.orderId, 'Shipped'))).toEqual(['PN-AWAY']);
      const second = await shippingOrder(6);
      await inSync(11);
      await shipping.staff.ship(second.id, { trackingNumber: 'PN-BACK' });
      expect(trackingOf(await until(selling, sold.orderId, 'Shipped'))).toEqual(['PN-BACK']);
      expect(await shipping.staff.shippingOrders()).toHaveLength(6);
    },
    AWAY_MS + PATIENCE_MS,
  );
});
