import { randomUUID } from 'node:crypto';
import { aShop, aShippingOrder, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

const HOUR_MS = 3_600_000;

let desk: DeskWorld;
let viewer: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  viewer = await desk.signIn('viewer');
}, 60_000);
afterAll(() => desk.close());
/** Live figures are cached for a minute. */
beforeEach(() => desk.clock.forward(61_000));

const read = async (query = '') => {
  const answer = await viewer.get(`/overview${query}`);
  expect(answer.status).toBe(200);
  return answer.text;
};
const words = async (query = '') => textOf(await read(query)).replaceAll('\u00a0', ' ');
const file = async (name: string) => (await viewer.get(`/overview/${name}`)).text.trim().split('\r\n');

/** Figures of an hour, as the sweep counts them, some hours ago: orders of one shop, calls of another, and who shipped for whom. */
async function counted(
  hours: number,
  { seller, store }: { seller: StoredShop; store: StoredShop },
): Promise<void> {
  const now = desk.clock.now();
  const hour = new Date(now - (now % HOUR_MS) - hours * HOUR_MS);
  const figures = [
    { kind: 'orders', shopId: seller.id, key: '', count: 1_200 },
    { kind: 'events', shopId: seller.id, key: 'accepted', count: 30 },
    { kind: 'events', shopId: seller.id, key: 'refused', count: 4 },
    { kind: 'calls', shopId: store.id, key: 'confirmed', count: 90 },
    { kind: 'calls', shopId: store.id, key: 'failed', count: 10 },
    { kind: 'durations', shopId: store.id, key: '4', count: 100 },
    { kind: 'flow', shopId: seller.id, key: String(store.id), count: 1_100 },
    { kind: 'flow', shopId: seller.id, key: 'waiting', count: 100 },
  ];
  const network = figures.filter(({ kind }) => kind !== 'flow').map((figure) => ({ ...figure, shopId: 0 }));
  await desk.db.hourFigure.createMany({ data: [...figures, ...network].map((one) => ({ ...one, hour })) });
  await desk.db.dayFigure.createMany({ data: figures.map((one) => ({ ...one, day: hour })) });
  const lookedUntil = new Date(hour.getTime() + HOUR_MS);
  const sweep = 'figures by the hour';
  await desk.db.sweepProgress.upsert({
    where: { sweep },
    create: { sweep, lookedUntil },
    update: { lookedUntil },
  });
}

describe('the overview', () => {
  it('says so in each section if nothing has happened in an installation', async () => {
    const text = await words();
    expect(text.match(/Nothing in this time\./g)).toHaveLength(4);
    expect(text).toContain('No hours are counted yet');
    expect(text).toContain('No order in this time.');
    expect(text).toContain('No shop has joined yet.');
  });

  it('shows counted hours and what has happened since, drawn, as text and as a table', async () => {
    const seller = await aShop(desk.db, { slug: 'seller', name: 'Alpine <Sports>' });
    const store = await aShop(desk.db, { slug: 'store', name: 'Nordic Outdoor' });
    await counted(2, { seller, store });
    const { sellerOrderId } = await aShippingOrder(desk.db, { sellingShop: seller, shippingShop: store });
    await desk.db.sellerOrder.update({
      where: { id: sellerOrderId },
      data: { receivedAt: new Date(desk.clock.now()) },
    });
    const html = await read();
    const text = textOf(html).replaceAll('\u00a0', ' ');
    expect(text).toMatch(
      /Orders 1 201 Events 34 of them refused 4 Calls to stores 100 of them failed 10 Failed messages 0/,
    );
    expect(html).toMatch(/<svg role="img" aria-labelledby="orders-title orders-desc"/);
    expect(text).toMatch(/orders: received an hour, at most 1 200\./);
    expect(text).toMatch(/Alpine <Sports> → Nordic Outdoor: 1 101/);
    expect(text).toMatch(/Alpine <Sports> → waiting for a shop: 100/);
    expect(text).toMatch(/Nordic Outdoor calls go out 0 100 10 \(10 %\) 1\d\d/);
    expect(html).not.toMatch(/ style=|<script>|Infinity|NaN/);
  });

  it.each(['7d', '30d'])('looks back %s, as requested in the address', async (range) => {
    const text = await words(`?range=${range}`);
    expect(text).toMatch(/Orders 1 201 Events 34/);
    expect(text).toMatch(/Nordic Outdoor calls go out 0 100 10/);
  });

  it('has a removed shop among its names, not among its stores', async () => {
    const removedAt = (at: Date | null) =>
      desk.db.shop.update({ where: { slug: 'store' }, data: { removedAt: at } });
    await removedAt(new Date());
    const html = await read();
    await removedAt(null);
    expect(html).not.toContain('<a href="/shops/store">');
    expect(html).toContain('<a href="/shops/seller">');
    expect(textOf(html)).toContain('Alpine <Sports> → Nordic Outdoor: ');
  });

  it('says that confirmed quantities are not in the duration of calls', async () => {
    expect(await words()).toContain('ms, all attempts of a call together, without confirmed quantities');
    for (const table of ['latency', 'stores'])
      expect((await file(`${table}.csv`))[0]).toMatch(/,"?95 % within, ms, without confirmed quantities"?$/);
  });

  it('has each of its tables as a file', async () => {
    const orders = await file('orders.csv?range=24h');
    expect([orders[0], orders.length]).toEqual(['From,Orders', 25]);
    // Two hours ago, or three: the hour may have changed since.
    expect(orders.slice(-4, -2)).toContainEqual(expect.stringMatching(/:00:00\.000Z,1200$/));
    expect((await file('events.csv'))[0]).toBe('From,Accepted,Refused');
    expect((await file('latency.csv')).find((line) => line.includes(',100,10,'))).toMatch(/,150,\d+$/);
    expect(await file('flow.csv?range=7d')).toEqual([
      'Sold by,Shipped by,Orders',
      'Alpine <Sports>,Nordic Outdoor,1101',
      'Alpine <Sports>,waiting for a shop,100',
    ]);
    expect((await file('stores.csv'))[1]).toBe('store,Nordic Outdoor,calls go out,0,100,10,195');
    expect((await file('failures.csv'))[0]).toBe('Cause,Queue,Reason,Failed messages');
  });

  it('shows the most frequent causes of failed messages, and combines the others', async () => {
    const at = new Date(desk.clock.now() - HOUR_MS);
    await desk.db.deadLetter.createMany({
      data: Array.from({ length: 55 }, (_, n) => ({
        id: randomUUID(),
        origin: 'returns.return.created',
        identity: randomUUID(),
        type: 'return.created',
        body: new Uint8Array(),
        headers: {},
        reason: `cause_${Math.floor(Math.sqrt(n * 2))}`,
        attempts: 1,
        firstFailedAt: at,
        lastFailedAt: at,
      })),
    });
    const text = await words();
    expect(text).toMatch(/Failed messages 55/);
    expect(text).toMatch(/: cause_9 (9|10) .* 4 other causes \d/);
    expect(await read()).toContain('/dead-letters?origin=returns.return.created&amp;reason=cause_9');
  });

  it('of a hundred stores shows those with the most failed calls, and combines the others', async () => {
    const { id: _id, ...shop } = await desk.db.shop.findUniqueOrThrow({ where: { slug: 'store' } });
    const { doorToken: _token, ...data } = { ...shop, contacts: {}, stockBuffer: {} };
    await desk.db.shop.createMany({
      data: Array.from({ length: 98 }, (_, n) => ({
        ...data,
        slug: `s${n}`,
        name: `Shop ${n}`,
        revision: n,
      })),
    });
    const now = desk.clock.now();
    const shops = await desk.db.shop.findMany({
      where: { slug: { startsWith: 's' } },
      select: { id: true, slug: true },
    });
    const seller = shops.find(({ slug }) => slug === 'seller');
    const hour = new Date(now - (now % HOUR_MS) - 5 * HOUR_MS);
    await desk.db.hourFigure.createMany({
      data: shops.flatMap(({ id }, n) => [
        { kind: 'calls', shopId: id, hour, key: 'failed', count: n + 1 },
        { kind: 'flow', shopId: seller?.id ?? 0, hour, key: String(id), count: n + 1 },
      ]),
    });
    const html = await read();
    const text = textOf(html).replaceAll('\u00a0', ' ');
    expect(html.match(/<a href="\/shops\/s/g)).toHaveLength(20);
    expect(text).toContain('80 more shops:');
    expect(text).toMatch(/9\d other shops/);
    expect(await file('stores.csv')).toHaveLength(101);
  });

  it('answers an unknown address with a message, not a fault', async () => {
    expect((await viewer.get('/overview?range=1y')).status).toBe(400);
    expect((await viewer.get('/overview/secrets.csv')).status).toBe(404);
  });
});
