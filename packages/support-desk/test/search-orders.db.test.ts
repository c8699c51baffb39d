import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
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
import { findRefusedEvents, searchOrders } from '../src';

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
  // Others, whose names are somewhat alike.
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

  it('finds all orders of which only the beginning was written, and says so', async () => {
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
    'takes %j for nothing but what is written there',
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

  it('finds what a shop sent and was refused, however it is written', async () => {
    await aSentEvent(db, nordic, { eventId: 'E-1', about: 'RF-1' });
    for (const text of ['RF-1', 'rf-1', '#RF-1', ' rf-1'])
      expect((await findRefusedEvents(db, text)).map(({ eventId, field }) => [eventId, field])).toEqual([
        ['E-1', 'data.currency'],
      ]);
  });
});
