import { randomUUID } from 'node:crypto';
import { inTransaction, Prisma, type Database } from '@hub/database';
import {
  aSentEvent,
  aShippingOrder,
  aShop,
  aVariant,
  createTestDatabase,
  type StoredShippingOrder,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findRefusedEvents } from '../src/events/find-refused-events';
import { searchOrders } from '../src/orders/search-orders';
import { keyOf } from '../src/orders/search-key';
import { TITLE_WORDS } from '../src/orders/title-words';

const GTIN = '04006381333931';
const REFERENCE = `hub-${'0123456789abcdef'.repeat(2)}`;

let database: TestDatabase;
let db: Database;
let nordic: StoredShop;
let order: StoredShippingOrder;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  nordic = await aShop(db, { slug: 'nordic' });
  order = await aShippingOrder(db, {
    sellingShop: nordic,
    orderId: 'MWR0EULN-1',
    storeOrderId: 'FS 77-b',
    lineItemIds: ['Line-9a'],
  });
  await db.sellerOrder.update({ where: { id: order.sellerOrderId }, data: { orderNumber: '#777' } });
  await db.shippingOrder.update({ where: { id: order.id }, data: { externalRef: REFERENCE } });
  await db.package.create({
    data: {
      id: randomUUID(),
      shippingOrderId: order.id,
      packageId: 'P-1',
      reference: 'pkg-1',
      carrier: 'PostNord',
      trackingNumber: 'PN993693961SE',
      shippedAt: 0n,
      correlation: 'C',
    },
  });
  // Others, with similar names.
  await aShippingOrder(db, { sellingShop: nordic, orderId: 'MWR0EULN-12' });
  await aShippingOrder(db, { sellingShop: nordic, orderId: 'MWR0EULN-13' });
  const { variantId } = await aVariant(db, { shopId: nordic.id, variantId: 'V-tent', gtin: GTIN });
  const { productId } = await db.variant.findUniqueOrThrow({
    where: { shopId_variantId: { shopId: nordic.id, variantId } },
  });
  await db.product.updateMany({
    where: { shopId: nordic.id, productId },
    data: { title: 'Tent Alba 2-person', brand: 'Fjell' },
  });
}, 60_000);
afterAll(() => database.drop());

/** Titles as shops have them, and the queries of people who search for them. */
const TITLES = [
  ['Tent Keron 2/3-person', ['keron', 'person keron', '2/3-person', '3-pers']],
  ['Kettle, 3.5L', ['3.5l', '5L kettle', '3.5']],
  ['Merino/polyamide T-Shirt', ['polyamide', 'tshirt merino', 't-shirt merino', 'merino/poly']],
  ['Gore-Tex® Pro jacket – men’s XL/XXL', ['goretex pro', 'gore tex pro', 'XXL', 'mens jacket', "men's"]],
  ['Schlafsack für Ärzte -20°', ['schlafsack', 'fur arzte', 'FÜR ÄRZTE', '20°']],
  ['Øvre kåpe, blåbær', ['ovre', 'Øvre', 'øvre', 'kape blabær', 'KÅPE', 'blåbær']],
  ['K2 "Mindbender" 99Ti [2026]', ['k2 2026', 'mindbender', '99ti', '"mindbender"']],
] as const;

const ids = async (text: string) => (await searchOrders(db, text)).orders.map(({ orderId }) => orderId);

describe('the search', () => {
  it.each([
    'MWR0EULN-1',
    'mwr0euln-1',
    ' mwr0 euln 1 ',
    '777',
    '#777',
    'fs77b',
    'PN993693961SE',
    'pn993693961se',
    'PN 993 693 961 SE',
    'pn993693961',
    REFERENCE,
    REFERENCE.toUpperCase(),
    'pkg-1',
    'line-9A',
    'LINE9',
  ])('finds the one order that %j means', async (text) => {
    expect(await ids(text)).toEqual(['MWR0EULN-1']);
  });

  it('finds all orders with the given prefix, and says so', async () => {
    const { orders, begins } = await searchOrders(db, 'mwr0e');
    expect(orders.map(({ orderId }) => orderId).toSorted()).toEqual([
      'MWR0EULN-1',
      'MWR0EULN-12',
      'MWR0EULN-13',
    ]);
    expect(begins).toBe(true);
    expect((await searchOrders(db, 'mwr0euln12')).begins).toBe(false);
  });

  it.each(['%', '_wr0euln-1', 'MWR0%', '\\', '#', '- -', '\0', "'", "tent' | 'x"])(
    'takes %j literally',
    async (text) => {
      expect(await ids(text)).toEqual([]);
    },
  );

  it.each([GTIN, '4006381333931', '4006-381-333931', 'tent', 'ALBA', 'fjell', 'two-person', 'alb 2'])(
    'of articles: %j',
    async (text) => {
      const { orders, articles } = await searchOrders(db, text);
      const isIt = !['fjell', 'two-person'].includes(text);
      expect([orders, articles.map(({ gtin }) => gtin)]).toEqual([[], isIt ? [GTIN] : []]);
    },
  );

  it('uses every index, however many rows there are', async () => {
    const asked = (text: string) =>
      inTransaction(db, async (tx) => {
        await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
        return JSON.stringify(await tx.$queryRaw(Prisma.sql`EXPLAIN SELECT FROM ${Prisma.raw(text)}`));
      });
    expect(await asked(`product WHERE ${TITLE_WORDS.sql} @@ to_tsquery('simple', 'tent')`)).toContain(
      'product_title_words',
    );
    const is = (column: string) => `${column} IS NOT NULL AND ${keyOf(column).sql} = 'X'`;
    expect(await asked(`"return" WHERE ${is('store_return_id')}`)).toContain('return_store_return_id_search');
    expect(await asked(`sent_event WHERE status <> 200 AND ${is('about')}`)).toContain(
      'sent_event_about_search',
    );
  });

  it.each(TITLES)('finds the article %j', async (title, texts) => {
    const { variantId } = await aVariant(db, { shopId: nordic.id });
    const key = { shopId_variantId: { shopId: nordic.id, variantId } };
    const { productId, gtin } = await db.variant.findUniqueOrThrow({ where: key });
    await db.product.updateMany({ where: { shopId: nordic.id, productId }, data: { title } });
    for (const text of texts)
      expect({ [text]: (await searchOrders(db, text)).articles }).toMatchObject({
        [text]: [{ gtin, title }],
      });
  });

  it("finds articles too if the text is only a prefix of orders' names", async () => {
    const named = await aShippingOrder(db, { sellingShop: nordic, orderId: 'TENT-2026-1' });
    const { orders, articles } = await searchOrders(db, 'tent');
    expect(orders.map(({ id }) => id)).toEqual([named.sellerOrderId]);
    expect(articles.map(({ gtin }) => gtin)).toContain(GTIN);
    expect((await searchOrders(db, 'tent-2026-1')).articles).toEqual([]);
  });

  it('finds a return by the id of its store, in any spelling', async () => {
    await db.return.create({
      data: {
        id: randomUUID(),
        side: 'selling',
        shopId: nordic.id,
        eventId: 'E-return',
        sellerOrderId: order.sellerOrderId,
        state: 'registered',
        storeReturnId: 'RMA-2026/17',
        correlation: 'C',
      },
    });
    for (const text of ['RMA-2026/17', 'rma 2026/17', '#RMA2026/17'])
      expect(await ids(text)).toEqual(['MWR0EULN-1']);
  });

  it.each(['RF-201a', 'rf-201A', '#RF201A', ' rf 201a', 'rf-20', 'e-1', 'E-1'])(
    'finds a refused event by %j',
    async (text) => {
      await db.sentEvent.deleteMany();
      await aSentEvent(db, nordic, { eventId: 'E-1', about: 'RF-201a' });
      await aSentEvent(db, nordic, { eventId: 'E-2', about: 'XX-201a' });
      expect((await findRefusedEvents(db, text)).map(({ eventId, field }) => [eventId, field])).toEqual([
        ['E-1', 'data.currency'],
      ]);
    },
  );
});
