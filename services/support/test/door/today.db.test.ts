import { randomUUID } from 'node:crypto';
import { aRehearsal, aSentEvent, aShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { textOf, Visitor } from '../web/visitor';
import { DoorWorld, type DoorShop } from './door-world';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: DoorWorld;
let nordic: DoorShop;
let fjord: DoorShop;
let person: Visitor;
let token: string;
beforeAll(async () => {
  world = await DoorWorld.open();
  nordic = await world.shop({ slug: 'nordic', name: 'Nordic Outdoor' });
  fjord = await world.shop({ slug: 'fjord', name: 'Fjord' });
  person = await world.signIn(nordic);
  token = await world.token(nordic, 'read');
}, 60_000);
afterAll(() => world.close());

const today = async () => textOf((await person.get('/today')).text);
const Orders = z.object({ to_ship: z.array(z.object({ order_id: z.string().nullable() })), late: z.int() });
const json = async () => Orders.parse((await world.json('/today', { token })).json);

async function anOrder(storeOrderId: string, placedAgoMs: number, stop?: 'due') {
  const at = new Date(Date.now() - placedAgoMs);
  const order = await aShippingOrder(world.db, {
    shippingShop: nordic,
    sellingShop: fjord,
    orderId: `sold-${storeOrderId}`,
    storeOrderId,
    quantities: [3],
    ...(stop && { stop }),
  });
  const ship_to = { name: 'Ada Lind', address_line1: 'Storgatan 1', city: 'Stockholm', country_code: 'SE' };
  const data = { createdAt: at, placedAt: at, firstSentAt: at, payload: { ship_to } };
  await world.db.shippingOrder.update({ where: { id: order.id }, data });
  return order;
}

describe('D38: the first page of the door', () => {
  beforeAll(async () => {
    await anOrder('N-new', HOUR);
    const [line] = (await anOrder('N-late', 5 * DAY)).lines;
    await world.db.shippingOrderLine.update({ where: { id: line?.id ?? '' }, data: { sku: 'TENT-2' } });
    await anOrder('N-stopping', 2 * DAY, 'due');
  });

  it('is where a person begins', async () => {
    expect((await person.get('/')).location).toBe('/today');
  });

  it('lists what is to be shipped, the oldest first, with pieces, item and time; nothing that is being stopped', async () => {
    expect(await json()).toMatchObject({ to_ship: [{ order_id: 'N-late' }, { order_id: 'N-new' }], late: 1 });
    const text = await today();
    expect(text).toContain('2 orders, the oldest first; 1 late.');
    expect(text).toMatch(/N-late.*late.*3 ×.*TENT-2.*N-new.*3 ×/s);
    expect(text).not.toContain('N-stopping');
  });

  it('shows the address on one click, and records it', async () => {
    const { text } = await person.get('/today');
    const [, address = ''] = /action="(\/orders\/[^"]+\/customer)"/.exec(text) ?? [];
    expect(text).not.toContain('Storgatan');
    expect(textOf((await person.post(address)).text)).toContain('Storgatan 1');
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'door.reveal' });
  });

  it('has the events that were refused since midnight, and not those of yesterday', async () => {
    await aSentEvent(world.db, nordic, { about: 'refused-today' });
    await aSentEvent(world.db, nordic, {
      about: 'refused-before',
      receivedAt: new Date(Date.now() - 2 * DAY),
    });
    await aSentEvent(world.db, fjord, { about: 'refused-of-another' });
    const text = await today();
    expect(text).toContain('refused-today');
    expect(text).not.toMatch(/refused-before|refused-of-another/);
  });

  it('says what holds its own orders back', async () => {
    expect(await today()).toContain('No suspended calls, no pause.');
    const held = { status: 401, since: new Date(), nextProbeAt: new Date() };
    await world.db.callHold.create({ data: { shopId: nordic.id, operation: 'all', ...held } });
    expect(await today()).toContain(
      'Your store answered 401, so POST /orders is suspended. Orders given to you wait until a call succeeds.',
    );
    await world.db.callHold.deleteMany();
    await world.db.shop.update({ where: { id: nordic.id }, data: { orders: 'draining' } });
    expect(await today()).toContain('Orders are draining on your environment sheet');
    await world.db.shop.update({ where: { id: nordic.id }, data: { orders: 'live' } });
  });
});

describe('D35: a search over the orders of a shop', () => {
  const found = async (q: string, by = token) =>
    (await world.json(`/search?${new URLSearchParams({ q })}`, { token: by })).json;

  let externalRef: string;
  beforeAll(async () => {
    const { id } = await anOrder('N-FIND', HOUR);
    ({ externalRef } = await world.db.shippingOrder.findUniqueOrThrow({ where: { id } }));
    await world.db.package.create({
      data: {
        id,
        shippingOrderId: id,
        packageId: 'P-find',
        reference: `pk-${id}`,
        carrier: 'PostNord',
        trackingNumber: 'PN77',
        shippedAt: 0n,
        correlation: 'C',
        corrections: {
          create: {
            id: randomUUID(),
            number: 1,
            reference: `co-${id}`,
            carrier: 'PostNord',
            trackingNumber: 'PN78',
            calledShopId: nordic.id,
            correctedBy: 'shop:nordic',
            correlation: 'C',
          },
        },
      },
    });
  });

  it.each([
    ['its own order id', () => 'n-FIND'],
    ['the beginning of it', () => 'N-FIN'],
    ['our reference', () => externalRef],
    ['a tracking number', () => 'PN 77'],
    ['a corrected tracking number', () => 'pn78'],
  ])('finds an order by %s', async (_what, name) => {
    expect(await found(name())).toMatchObject({ shipping: [{ order_id: 'N-FIND' }], sold: [], more: false });
  });

  it('finds what the shop sold by its own id, and nothing of another shop', async () => {
    const ofFjord = await world.token(fjord, 'read');
    expect(await found('sold-N-late', ofFjord)).toMatchObject({
      shipping: [],
      sold: [{ order_id: 'sold-N-late' }],
    });
    expect(await found('sold-N-late')).toEqual({ shipping: [], sold: [], more: false });
    expect(await found('N-late', ofFjord)).toEqual({ shipping: [], sold: [], more: false });
  });

  it('finds no customer, and says so', async () => {
    const { text } = await person.get('/search?q=Ada+Lind');
    expect(textOf(text)).toContain('Names of customers are not');
    expect(await found('%')).toEqual({ shipping: [], sold: [], more: false });
  });
});

describe('D32: the report of a rehearsal', () => {
  it('begins with what failed, and folds what passed', async () => {
    const capabilities = ['products', 'returns'] as const;
    const id = await aRehearsal(world.db, { shop: 'nordic', capabilities, failed: ['returns'] });
    const { text } = await person.get(`/golive/rehearsals/${id}`);
    expect(textOf(text)).toMatch(
      /1 failed, 0 not played, 1 passed\..*returns\.check.*put returns right.*1 check passed.*products\.check/s,
    );
    expect(text).toMatch(/<details><summary>1 check passed<\/summary>.*products\.check/s);
    const asked = await person.get(`/golive/rehearsals/${id}?check=products.check`);
    expect(asked.text).toContain('<details open><summary>1 check passed</summary>');
  });
});

describe('D35: a link that signs no one in', () => {
  it('offers the form for a new one where mails are sent', async () => {
    const url = await world.serve({ mail: { url: 'smtp://127.0.0.1:9', from: 'hub@network.example' } });
    const stranger = new Visitor(url);
    await stranger.get('/sign-in/link/guessed');
    const answer = await stranger.post('/sign-in/link/guessed');
    expect([answer.status, textOf(answer.text)]).toEqual([403, expect.stringContaining('Send me a link')]);
  });
});
