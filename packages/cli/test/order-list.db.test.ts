import {
  aShippingOrder,
  aShop,
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
  it('lists every order as it stands as a whole, the newest first', async () => {
    expect(await listed()).toMatchObject([
      { shop: 'fjord', order_id: 'O-2', state: 'placed', total: '100', currency: 'EUR' },
      { shop: 'fjord', order_id: 'O-1', state: 'refused', reasons: [] },
    ]);
    expect((await hub('list')).out).toMatch(/O-2 .*placed/);
    expect(await listed('--oldest', '--limit', '1')).toMatchObject([{ order_id: 'O-1' }]);
    expect((await hub('list', '--limit', '1')).notes).toContain('only the first 1');
  });

  it('is narrowed by state, shop and time, and says what it does not know', async () => {
    expect(await listed('--state', 'refused')).toMatchObject([{ order_id: 'O-1' }]);
    expect(await listed('--ships', 'nordic', '--shop', 'fjord', '--since', '1h')).toHaveLength(2);
    expect(await listed('--until', '1h')).toEqual([]);
    await expect(hub('list', '--state', 'lost')).rejects.toThrow('there are: held');
    await expect(hub('list', '--since', 'soon')).rejects.toThrow('--since');
    await expect(hub('list', '--shop', 'nobody')).rejects.toThrow('no shop "nobody"');
  });
});
