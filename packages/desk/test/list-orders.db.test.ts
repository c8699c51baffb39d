import { randomUUID } from 'node:crypto';
import { Prisma, type Database } from '@hub/database';
import { aShippingOrder, aShop, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listOrders, orderListQuery, type OrderListQuery } from '../src/orders/list-orders';
import { ORDER_HEADLINES, type OrderHeadline } from '../src/orders/headline';
import { orderTimeline } from '../src/orders/order-timeline';

let database: TestDatabase;
let db: Database;
let selling: StoredShop;
let shipping: StoredShop;
let other: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  selling = await aShop(db, { slug: 'selling' });
  shipping = await aShop(db, { slug: 'shipping' });
  other = await aShop(db, { slug: 'other' });
}, 60_000);
afterAll(() => database.drop());

type Options = Parameters<typeof aShippingOrder>[1];
const an = (orderId: string, options: Options = {}) =>
  aShippingOrder(db, { sellingShop: selling, shippingShop: shipping, orderId, ...options });
const lines = (sellerOrderId: string, data: Prisma.OrderLineUpdateManyMutationInput) =>
  db.orderLine.updateMany({ where: { sellerOrderId }, data });
const orderIs = (id: string, data: Prisma.SellerOrderUpdateInput) =>
  db.sellerOrder.update({ where: { id }, data });

async function isBack(order: Awaited<ReturnType<typeof an>>, count: number): Promise<void> {
  const { sellerOrderId, shopId, lines: given } = order;
  const back = given.slice(0, count).map(({ orderLineId }) => ({
    id: randomUUID(),
    orderLineId,
    reportedLineId: 'L',
    quantity: 1,
  }));
  await db.return.create({
    data: {
      id: randomUUID(),
      side: 'shipping',
      shopId,
      eventId: randomUUID(),
      sellerOrderId,
      state: 'registered',
      correlation: 'C',
      lines: { create: back },
    },
  });
}

/** An order of each kind, by its expected headline. */
const MAKE: Record<OrderHeadline, (orderId: string) => Promise<unknown>> = {
  held: async (id) => orderIs((await an(id)).sellerOrderId, { state: 'held', heldReason: 'orders_draining' }),
  stopping: async (id) => orderIs((await an(id)).sellerOrderId, { state: 'stopping' }),
  cancelled: async (id) => orderIs((await an(id)).sellerOrderId, { state: 'stopped' }),
  own: async (id) => lines((await an(id, { state: 'stopped' })).sellerOrderId, { state: 'own' }),
  refused: (id) => an(id, { state: 'refused' }),
  disputed: (id) => an(id, { state: 'disputed' }),
  waiting: async (id) =>
    lines((await an(id, { state: 'stopped' })).sellerOrderId, {
      state: 'waiting',
      waitingReason: 'no_candidate',
    }),
  not_placed: async (id) =>
    db.shippingOrder.update({
      where: { id: (await an(id, { state: 'planned' })).id },
      data: { failedAt: new Date() },
    }),
  routing: async (id) => lines((await an(id, { state: 'stopped' })).sellerOrderId, { state: 'waiting' }),
  placing: (id) => an(id, { state: 'sending' }),
  placed: (id) => an(id),
  partly_shipped: async (id) => {
    const order = await an(id, { quantities: [1, 1] });
    await db.orderLine.update({
      where: { id: order.lines[0]?.orderLineId ?? '' },
      data: { state: 'shipped' },
    });
  },
  shipped: async (id) => lines((await an(id, { ownQuantities: [1] })).sellerOrderId, { state: 'shipped' }),
  partly_returned: async (id) => {
    const order = await an(id, { quantities: [1, 1] });
    await lines(order.sellerOrderId, { state: 'shipped' });
    await isBack(order, 1);
  },
  returned: async (id) => {
    const order = await an(id, { quantities: [1, 1] });
    await lines(order.sellerOrderId, { state: 'shipped' });
    await isBack(order, 2);
  },
  dry_run: (id) => an(id, { state: 'dry_run' }),
  closed: async (id) => lines((await an(id, { state: 'stopped' })).sellerOrderId, { state: 'unfulfillable' }),
};

const list = async (filter: OrderListQuery['filter'] = {}, more: Partial<OrderListQuery> = {}) =>
  (await listOrders(db, { filter, limit: 100, ...more })).orders;

describe('the list of all orders', () => {
  beforeAll(async () => {
    for (const headline of ORDER_HEADLINES) await MAKE[headline](headline);
    // Refused once, and shipped by another shop since.
    const refused = await an('rerouted', { state: 'refused' });
    await aShippingOrder(db, { shippingShop: other, ofLine: refused.lines[0] });
    await db.$executeRaw`UPDATE order_line SET gtin = '04006381333931' WHERE seller_order_id = ${refused.sellerOrderId}::uuid`;
  }, 60_000);

  it('gives each order its overall state in one word, and the page of the order gives the same', async () => {
    const listed = await list();
    const shown = Object.fromEntries(listed.map(({ orderId, headline }) => [orderId, headline]));
    const same = Object.fromEntries(ORDER_HEADLINES.map((headline) => [headline, headline]));
    expect(shown).toEqual({ ...same, rerouted: 'placed' });
    for (const { id, headline } of listed) expect((await orderTimeline(db, id))?.headline).toBe(headline);
  });

  it.each(ORDER_HEADLINES.map((headline) => [headline]))(
    'filtered by %s it holds only those',
    async (headline) => {
      const found = (await list({ headline })).map(({ orderId }) => orderId);
      expect(found).toEqual(headline === 'placed' ? ['rerouted', 'placed'] : [headline]);
    },
  );

  it('is filtered by who ships, why it waits, the article and the time', async () => {
    const ids = async (filter: OrderListQuery['filter']) =>
      (await list(filter)).map(({ orderId }) => orderId);
    expect(await ids({ shippingShopId: other.id })).toEqual(['rerouted']);
    expect(await ids({ reason: 'no_candidate' })).toEqual(['waiting']);
    expect(await ids({ reason: 'orders_draining' })).toEqual(['held']);
    expect(await ids({ gtin: '04006381333931' })).toEqual(['rerouted']);
    expect(await ids({ shopId: shipping.id })).toEqual([]);
    expect(await ids({ until: new Date(0) })).toEqual([]);
    expect(await ids({ since: new Date(0) })).toHaveLength(ORDER_HEADLINES.length + 1);
  });

  it('holds an order whose personal data was blanked, and no personal data of any', async () => {
    const [first] = await list();
    await db.sellerOrder.updateMany({
      data: { shipTo: { name: 'Ada Lind', email: 'ada@customer.example' } },
    });
    await orderIs(first?.id ?? '', { blankedAt: new Date() });
    const listed = await list();
    expect(listed).toHaveLength(ORDER_HEADLINES.length + 1);
    expect(JSON.stringify(listed)).not.toMatch(/Ada|customer\.example/);
  });

  it.each([false, true])(
    'continues where a page ends, whatever arrives meanwhile (the oldest first: %s)',
    async (ascending) => {
      const all = (await list({}, { ascending })).map(({ id }) => id);
      const seen: string[] = [];
      let after: OrderListQuery['after'];
      do {
        const page = await listOrders(db, { filter: {}, limit: 4, after, ascending });
        seen.push(...page.orders.map(({ id }) => id));
        after = page.next ?? undefined;
      } while (after);
      expect(seen).toEqual(all);
    },
  );
});

/** Tables that grow with the orders and that a plan reads entirely. */
function wholeReads(plan: unknown): string[] {
  const grows = '(?:seller_order|order_line|shipping_order|shipping_order_line)';
  const found = JSON.stringify(plan).matchAll(
    new RegExp(`"Seq Scan"[^{}]*"Relation Name":"(${grows})"`, 'g'),
  );
  return [...found].map(([, table]) => table ?? '');
}

describe('the list of all orders, with many orders', () => {
  beforeAll(async () => {
    await db.$executeRaw`
      INSERT INTO seller_order (id, shop_id, order_id, placed_at, currency, mode, destination_country, shipping_cost,
        total_discounts, correlation, received_at)
      SELECT gen_random_uuid(), ${selling.id}, 'many-' || n, 0, 'EUR', 'live', 'SE', 0, 0, 'many',
        now() - n * interval '1 minute' FROM generate_series(1, 20000) n`;
    await db.$executeRaw`
      INSERT INTO order_line (id, seller_order_id, position, line_item_id, variant_id, quantity, unit_price, state)
      SELECT gen_random_uuid(), id, 0, 'L-1', 'V-1', 1, 10, 'allocated' FROM seller_order WHERE correlation = 'many'`;
    await db.$executeRaw`
      INSERT INTO shipping_order (id, seller_order_id, decision_id, shop_id, external_ref, state)
      SELECT gen_random_uuid(), id, gen_random_uuid(), ${shipping.id}, order_id, 'placed'
      FROM seller_order WHERE correlation = 'many'`;
    await db.$executeRaw`
      INSERT INTO shipping_order_line (id, shipping_order_id, order_line_id, position, external_ref, variant_id, quantity,
        unit_price, calculation)
      SELECT gen_random_uuid(), s.id, l.id, 0, s.external_ref, 'V-1', 1, 10, '{}'
      FROM shipping_order s JOIN order_line l ON l.seller_order_id = s.seller_order_id WHERE s.external_ref LIKE 'many-%'`;
    await db.$executeRaw`ANALYZE seller_order, order_line, shipping_order, shipping_order_line`;
  }, 60_000);

  it.each<[string, OrderListQuery['filter']]>([
    ['all', {}],
    ['of a shop', { shopId: 1 }],
    ['waiting', { headline: 'waiting' }],
    ['refused', { headline: 'refused' }],
    ['held', { headline: 'held' }],
    ['shipped', { headline: 'shipped' }],
    ['with an article', { gtin: '04006381333931' }],
  ])('%s: orders are read only through an index', async (_, filter) => {
    const plan = await db.$queryRaw(
      Prisma.sql`EXPLAIN (FORMAT JSON) ${orderListQuery({ filter, limit: 50 })}`,
    );
    expect(wholeReads(plan)).toEqual([]);
  });

  it('reads at most the maximum of orders for a page, and reports how far it read', async () => {
    const page = await listOrders(db, { filter: { headline: 'shipped' }, limit: 50 });
    expect(page.orders.map(({ orderId }) => orderId)).toEqual(['shipped']);
    expect(page.lookedUntil).not.toBeNull();
    const on = await listOrders(db, {
      filter: { headline: 'shipped' },
      limit: 50,
      after: page.next ?? undefined,
    });
    expect(on.orders).toEqual([]);
    expect(on.lookedUntil?.getTime()).toBeLessThan(page.lookedUntil?.getTime() ?? 0);
  });
});
