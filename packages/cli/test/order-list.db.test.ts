import {
  aShippingOrder,
  aShop,
  aVariant,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addOrderCommand } from '../src/commands/order';
import { runHub } from './run-hub';

const given = { ...process.env };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url } = database;
  Object.assign(process.env, { DATABASE_URL: url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  const [sellingShop, shippingShop] = [
    await aShop(db, { slug: 'fjord' }),
    await aShop(db, { slug: 'nordic' }),
  ];
  await aShippingOrder(db, { sellingShop, shippingShop, orderId: 'O-1', state: 'refused' });
  await aShippingOrder(db, { sellingShop, shippingShop, orderId: 'O-2' });
}, 60_000);
afterAll(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
}, 60_000);

const hub = (...words: string[]) => runHub([addOrderCommand], ['order', ...words]);
const listed = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await hub('list', '--json', ...words)).out);

describe('hub order list', () => {
  it('lists every order with its overall state, the newest first', async () => {
    expect(await listed()).toMatchObject([
      { shop: 'fjord', order_id: 'O-2', state: 'placed', total: '100', currency: 'EUR' },
      { shop: 'fjord', order_id: 'O-1', state: 'refused', reasons: [] },
    ]);
    expect((await hub('list')).out).toMatch(/O-2 .*to be shipped/);
    expect(await listed('--oldest', '--limit', '1')).toMatchObject([{ order_id: 'O-1' }]);
    expect((await hub('list', '--limit', '1')).notes).toContain('there are more');
  });

  it('is filtered by state, shop and time, and says what it does not know', async () => {
    expect(await listed('--state', 'refused')).toMatchObject([{ order_id: 'O-1' }]);
    expect(await listed('--ships', 'nordic', '--shop', 'fjord', '--since', '1h')).toHaveLength(2);
    expect(await listed('--until', '1h')).toEqual([]);
    await expect(hub('list', '--state', 'lost')).rejects.toThrow('there are: held');
    await expect(hub('list', '--since', 'soon')).rejects.toThrow('--since');
    await expect(hub('list', '--shop', 'nobody')).rejects.toThrow('no shop "nobody"');
  });
});

describe('the name of an order', () => {
  beforeAll(async () => {
    const named = await aShippingOrder(database.db, {
      sellingShop: await aShop(database.db, { slug: 'alpin' }),
    });
    await database.db.sellerOrder.update({
      where: { id: named.sellerOrderId },
      data: { orderId: 'gid-777', orderNumber: '#777-A' },
    });
  });

  it('is found in any spelling, and articles by words of their titles', async () => {
    for (const text of ['777A', '#777 a', 'GID777', 'gid7'])
      expect(JSON.parse((await hub('find', text, '--json')).out)).toMatchObject([{ order_id: 'gid-777' }]);
    const { id } = await database.db.shop.findUniqueOrThrow({ where: { slug: 'alpin' } });
    const { variantId } = await aVariant(database.db, { shopId: id, gtin: '04006381333931' });
    const key = { shopId_variantId: { shopId: id, variantId } };
    const { productId } = await database.db.variant.findUniqueOrThrow({ where: key });
    await database.db.product.updateMany({ where: { shopId: id, productId }, data: { title: 'Kåpe 2/3' } });
    expect((await hub('find', 'kape')).notes).toContain('article 04006381333931: Kåpe 2/3');
  });

  it('may be misspelled where a command only reads', async () => {
    expect((await hub('show', '777a')).out).toContain('#777-A');
    await expect(hub('show', 'gid7')).rejects.toThrow('no order "gid7"');
  });

  it('is taken literally where a command acts, and likely matches are printed', async () => {
    await expect(hub('end-hold', '777a')).rejects.toThrow('no order "777a"; did you mean "#777-A" of alpin?');
  });
});
