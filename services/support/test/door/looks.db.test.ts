import { randomUUID } from 'node:crypto';
import { AccountView } from '@hub/desk/door';
import { aShippingOrder, aWaitingLine } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { doorDocument } from '../../src/door/door-document';
import { textOf } from '../web/visitor';
import { DoorWorld, type DoorShop } from './door-world';
import { fillShop } from './shop-content';

const Page = z.object({ orders: z.array(z.object({ order_id: z.string() })), next: z.string().nullable() });

let world: DoorWorld;
let nordic: DoorShop;
let fjord: DoorShop;
let token: string;
beforeAll(async () => {
  world = await DoorWorld.open();
  nordic = await world.shop({ slug: 'nordic' });
  fjord = await world.shop({ slug: 'fjord' });
  await fillShop(world.db, nordic, fjord);
  await fillShop(world.db, fjord, nordic);
  token = await world.token(nordic, 'read');
}, 60_000);
afterAll(() => world.close());

const get = async (path: string) => world.json(path, { token });

describe('D35: money owed', () => {
  it('totals for both sides, and line by line under the names of this shop alone', async () => {
    const { json } = await get('/money');
    const amounts = { currency: 'EUR', goods: '70.00', shipping_share: '3.92', due: '73.92' };
    expect(json).toMatchObject({
      totals: [
        { side: 'ships', lines: 1, ...amounts },
        { side: 'sells', lines: 1, ...amounts },
      ],
      net: [{ currency: 'EUR', owes: '73.92', is_owed: '73.92', net: '0.00' }],
      next: null,
    });
    const line = {
      settled_at: expect.any(String),
      shipped_at: expect.any(String),
      quantity: 1,
      currency: 'EUR',
      goods: '70.00',
      shipping_share: '3.92',
      due: '73.92',
    };
    expect(json).toMatchObject({
      lines: expect.arrayContaining([
        {
          ...line,
          side: 'ships',
          order_id: 'ships-nordic-placed',
          order_number: null,
          external_ref: expect.any(String),
          line: expect.stringMatching(/^line-/),
          variant_id: expect.any(String),
          title: expect.stringMatching(/^Article /),
          unit_price: '70.00',
        },
        expect.objectContaining({
          ...line,
          side: 'sells',
          order_id: 'sold-by-nordic-placed',
          order_number: null,
          external_ref: null,
          line: 'L-1',
          variant_id: 'V-1',
          unit_price: null,
        }),
      ]),
    });
  });

  it('the page names the period, both directions and the net, and leads to each order', async () => {
    const { text } = await (await world.signIn(nordic)).get('/money');
    const page = textOf(text).replaceAll('\u00a0', ' ');
    expect(page).toMatch(/Lines settled from \S+ to \S+ \(UTC\)\./);
    expect(page).toContain(
      'You owe 1 70.00 3.92 73.92 EUR You are owed 1 70.00 3.92 73.92 EUR Net, even 0.00 EUR',
    );
    expect(text).toContain('href="/sold?order_id=sold-by-nordic-placed"');
    expect(text).toMatch(/href="\/orders\/[^"]+">ships-nordic-placed</);
  });

  it('is the same in its file', async () => {
    const { text } = await (await world.signIn(nordic)).get('/money/file');
    const rows = text
      .trim()
      .split('\r\n')
      .map((row) => row.split(','));
    expect(rows.map(([kind]) => kind?.replace('\uFEFF', ''))).toEqual([
      'kind',
      'line',
      'line',
      'total',
      'total',
      'net',
    ]);
    const of = (kind: string) => rows.filter(([one]) => one === kind).map((row) => row.slice(-5).join(' '));
    expect(of('line').toSorted()).toEqual(['EUR  70.00 3.92 73.92', 'EUR 70.00 70.00 3.92 73.92']);
    expect(of('total')).toEqual(['EUR  70.00 3.92 73.92', 'EUR  70.00 3.92 73.92']);
    expect(of('net')).toEqual(['EUR    0.00']);
    expect((await get('/money/file?from=2020-02-01&to=2020-01-31')).status).toBe(422);
  });

  it('D35: the number of an order is shown to the shop that shipped it only if POST /orders carried it', async () => {
    const { id, sellerOrderId } = await world.db.shippingOrder.findFirstOrThrow({
      where: { storeOrderId: 'ships-nordic-placed' },
    });
    await world.db.sellerOrder.update({ where: { id: sellerOrderId }, data: { orderNumber: '#1053' } });
    const numbers = async () =>
      AccountView.parse((await get('/money')).json)
        .lines.filter(({ side }) => side === 'ships')
        .map(({ order_number: number }) => number);
    expect(await numbers()).toEqual([null]);
    const payload = { seller_order_number: '#1053' };
    await world.db.shippingOrder.update({ where: { id }, data: { payload } });
    expect(await numbers()).toEqual(['#1053']);
  });

  it('is empty for another period; a period that ends before it begins, or longer than a quarter, is refused', async () => {
    expect((await get('/money?from=2020-01-01&to=2020-01-31')).json).toMatchObject({ totals: [], lines: [] });
    for (const query of ['from=2020-02-01&to=2020-01-31', 'from=2020-01-01&to=2020-06-30', 'from=soon'])
      expect((await get(`/money?${query}`)).status).toBe(422);
  });
});

describe('D38: by when a shop is to ship', () => {
  it('is on its list and on the order from the first moment, in its own time', async () => {
    const placed = await world.db.shippingOrder.findFirstOrThrow({
      where: { shopId: nordic.id, state: 'placed', packedAt: null },
    });
    const terms = { timeZone: 'Europe/Stockholm', shipWithin: '24h', closedDays: ['sat', 'sun'] };
    await world.db.shop.update({ where: { id: nordic.id }, data: terms });
    const placedAt = new Date('2026-11-27T13:00:00Z');
    await world.db.shippingOrder.update({ where: { id: placed.id }, data: { placedAt } });
    const toShip = {
      external_ref: placed.externalRef,
      state: 'to_ship',
      ship_by: '2026-11-30T13:00:00.000Z',
      ship_by_local: 'Monday 30 November, 14:00',
    };
    expect((await get(`/orders/${placed.externalRef}`)).json).toMatchObject(toShip);
    expect((await get('/orders')).json).toMatchObject({
      orders: expect.arrayContaining([
        expect.objectContaining(toShip),
        expect.objectContaining({ state: 'sending', ship_by: null, ship_by_local: null }),
      ]),
    });
    await world.db.shop.update({ where: { id: nordic.id }, data: { shipWithin: '72h', closedDays: [] } });
  });
});

describe('D35: a shipping order', () => {
  it('that was never sent does not exist; in the dry run it does, masked, and no one may see its address', async () => {
    const dryRun = await world.db.shippingOrder.findFirstOrThrow({
      where: { shopId: nordic.id, state: 'dry_run' },
    });
    const { json } = await get(`/orders/${dryRun.externalRef}`);
    expect(json).toMatchObject({
      state: 'dry_run',
      customer_revealable: false,
      request: { ship_to: expect.not.objectContaining({ name: expect.stringContaining('nordic') }) },
    });
    const acting = await world.token(nordic, 'act');
    const reveal = await world.json(`/orders/${dryRun.externalRef}/customer`, { token: acting, body: {} });
    expect(reveal.status).toBe(404);
    await world.db.shippingOrder.update({ where: { id: dryRun.id }, data: { state: 'planned' } });
    expect((await get(`/orders/${dryRun.externalRef}`)).status).toBe(404);
    await world.db.shippingOrder.update({ where: { id: dryRun.id }, data: { state: 'dry_run' } });
  });

  it('that was sent: the address as it was sent, and the view is recorded', async () => {
    const acting = await world.token(nordic, 'act');
    const reveal = await world.json('/orders/ships-nordic-open/customer', { token: acting, body: {} });
    expect(reveal.json).toMatchObject({ ship_to: { name: 'Customer of nordic', city: 'City of nordic' } });
    expect((await world.trail()).at(-1)).toMatchObject({
      actor: expect.stringMatching(/^shop:nordic\/technical#/),
      action: 'door.reveal',
    });
  });
});

describe("D19: a line of a shop's own order that no shop ships", () => {
  it('is shown at the door of the selling shop, so that it refunds the customer', async () => {
    const { json } = await get('/closed-lines');
    expect(json).toEqual({
      lines: [
        {
          order_id: expect.any(String),
          line_item_id: 'closed-of-nordic',
          variant_id: 'variant-of-nordic',
          title: expect.stringMatching(/^Article /),
          quantity: 2,
          unit_price: '49',
          currency: 'EUR',
          closed_at: '2026-11-22T10:00:00.000Z',
        },
      ],
      next: null,
    });
  });
});

describe('D35: orders that the shop sold', () => {
  const sold = async (query = '') => (await get(`/sold${query}`)).json;

  it('with the tracking of a line, corrected; no name of the shop that ships, no time within the hour', async () => {
    const { id: sellerOrderId } = await world.db.sellerOrder.findFirstOrThrow({
      where: { orderId: 'own-sold-of-nordic' },
    });
    await world.db.orderLine.updateMany({ where: { sellerOrderId }, data: { title: 'Two-person tent' } });
    const parcel = await world.db.package.findFirstOrThrow({ where: { shippingOrder: { sellerOrderId } } });
    await world.db.packageCorrection.create({
      data: {
        id: randomUUID(),
        packageId: parcel.id,
        number: 1,
        reference: `pc-${parcel.id}`,
        carrier: 'DHL',
        trackingNumber: 'RIGHT',
        correctedBy: 'agent:ada',
        calledShopId: nordic.id,
        correlation: 'C',
      },
    });
    const hour = expect.stringMatching(/T\d\d:00:00\.000Z$/);
    expect(await sold('?order_id=own-sold-of-nordic')).toEqual({
      orders: [
        {
          order_id: 'own-sold-of-nordic',
          order_number: null,
          received_at: hour,
          lines: [
            {
              line_item_id: 'L-1',
              variant_id: 'V-1',
              title: 'Two-person tent',
              quantity: 1,
              state: 'to_be_shipped',
              parcels: [
                {
                  quantity: 1,
                  carrier: 'DHL',
                  tracking_number: 'RIGHT',
                  tracking_url: null,
                  shipped_at: hour,
                },
              ],
            },
          ],
        },
      ],
      next: null,
    });
    expect(await sold('?order_id=own-sold-of-fjord')).toEqual({ orders: [], next: null });
    const page = textOf((await (await world.signIn(nordic)).get('/sold')).text);
    expect(page).toContain('own-sold-of-nordic');
    expect(page).toContain('to be shipped 1 × DHL RIGHT');
  });

  it('each line in one of six states; own lines and orders in dry run are left out', async () => {
    const shop = await world.shop({ slug: 'states', name: 'States' });
    const states = ['waiting', 'allocated', 'shipped', 'shipped', 'stopped', 'unfulfillable', 'own'] as const;
    const order = await aShippingOrder(world.db, {
      sellingShop: shop,
      orderId: 'of-states',
      quantities: states.map(() => 1),
    });
    for (const [index, state] of states.entries())
      await world.db.orderLine.updateMany({
        where: { sellerOrderId: order.sellerOrderId, lineItemId: `L-${index + 1}` },
        data: { state },
      });
    const { id: orderLineId } = await world.db.orderLine.findFirstOrThrow({
      where: { sellerOrderId: order.sellerOrderId, lineItemId: 'L-4' },
    });
    const goods = { side: 'selling', state: 'recorded', correlation: 'C', eventId: 'E' } as const;
    const { sellerOrderId } = order;
    await world.db.return.create({
      data: {
        id: randomUUID(),
        shopId: shop.id,
        sellerOrderId,
        ...goods,
        lines: { create: { id: randomUUID(), orderLineId, reportedLineId: 'L-4', quantity: 1 } },
      },
    });
    const dry = await aShippingOrder(world.db, { sellingShop: shop, orderId: 'dry', state: 'dry_run' });
    await world.db.sellerOrder.update({ where: { id: dry.sellerOrderId }, data: { mode: 'dry_run' } });
    const { json } = await world.json('/sold', { token: await world.token(shop, 'read') });
    const lines = [
      { state: 'looking_for_shop' },
      { state: 'to_be_shipped' },
      { state: 'shipped' },
      { state: 'returned' },
      { state: 'cancelled' },
      { state: 'not_fulfilled' },
    ];
    expect(json).toMatchObject({ orders: [{ order_id: 'of-states', lines }], next: null });
  });

  it('page by page, the newest first, each once', async () => {
    const shop = await world.shop({ slug: 'many', name: 'Many' });
    const receivedAt = new Date();
    for (let number = 0; number < 60; number += 1)
      await aWaitingLine(world.db, { shopId: shop.id, variantId: 'V-1', receivedAt });
    const many = await world.token(shop, 'read');
    const first = Page.parse((await world.json('/sold', { token: many })).json);
    const rest = Page.parse((await world.json(`/sold?after=${first.next}`, { token: many })).json);
    expect([first.orders.length, rest.orders.length, rest.next]).toEqual([50, 10, null]);
    const ids = [...first.orders, ...rest.orders].map(({ order_id: id }) => id);
    expect(new Set(ids).size).toBe(60);
  });
});

describe('D35: quantities', () => {
  it("the shop's own stock and what its store shows; not what other shops have, which no call has sent yet", async () => {
    const { json, text } = await get('/quantities');
    expect(json).toMatchObject({
      quantities: expect.arrayContaining([
        expect.objectContaining({
          variant_id: 'variant-of-nordic',
          on_hand: 7,
          written: 3,
          reported: 3,
          in_sync: false,
        }),
      ]),
    });
    expect(text).not.toContain('wanted');
  });
});

describe("D35: the JSON's description", () => {
  it('lists every route for programs, and is public', async () => {
    const described = await world.json('/openapi.json');
    expect(described.json).toEqual(JSON.parse(JSON.stringify(doorDocument(world.url))));
    expect(described.text).toContain('"operationId":"cannotShip"');
    expect(described.text).not.toContain('"operationId":"issueToken"');
  });
});
