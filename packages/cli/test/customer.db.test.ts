import {
  aShippingOrder,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addCustomerCommand } from '../src/commands/customer';
import { runHub } from './run-hub';

const given = { ...process.env };
const EMAIL = 'ada@customer.example';

let database: TestDatabase;
let order: StoredShippingOrder;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
beforeEach(async () => {
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  await database.db.$executeRaw`TRUNCATE shop, seller_order CASCADE`;
  order = await aShippingOrder(database.db);
  const shipTo = { name: 'Ada Lind', email: EMAIL, country_code: 'SE' };
  await database.db.sellerOrder.updateMany({ data: { shipTo } });
});
afterEach(() => {
  process.env = { ...given };
  process.exitCode = undefined;
});
afterAll(() => database.drop(), 60_000);

const hub = (...words: string[]) => runHub([addCustomerCommand], ['customer', ...words]);
const done = () => database.db.orderLine.updateMany({ data: { state: 'shipped' } });
const shipTo = async () => (await database.db.sellerOrder.findFirstOrThrow()).shipTo;

describe('hub customer', () => {
  it('exports what is kept, as JSON', async () => {
    const { out, exitCode } = await hub('export', '--email', EMAIL);
    expect(JSON.parse(out)).toMatchObject({
      orders: [{ order_id: order.orderId, shipping_address: { name: 'Ada Lind' } }],
      dead_letters: [],
    });
    expect(exitCode).toBe(0);
  });

  it('says what would be erased; does it with --yes', async () => {
    await done();
    const words = ['erase', '--order', order.orderId, '--json'];
    expect(JSON.parse((await hub(...words)).out)).toMatchObject({
      carried_out: false,
      erased: [{ order_id: order.orderId }],
    });
    expect(await shipTo()).toMatchObject({ email: EMAIL });
    expect(JSON.parse((await hub(...words, '--yes')).out)).toMatchObject({ carried_out: true, open: [] });
    expect(await shipTo()).toEqual({ country_code: 'SE' });
  });

  it('exits 3 where an order still needs its data, and says why', async () => {
    const { out, exitCode } = await hub('erase', '--email', EMAIL, '--yes');
    expect(out).toContain(`not erased yet: ${order.orderId}`);
    expect(out).toContain('lines are not shipped yet');
    expect(out).not.toContain(EMAIL);
    expect(exitCode).toBe(3);
    expect(await shipTo()).toMatchObject({ email: EMAIL });
  });

  it.each([[[]], [['--email', EMAIL, '--phone', '+46 70 123 45 67']]])(
    'requires exactly one name: %j',
    async (names) => {
      await expect(hub('erase', ...names)).rejects.toThrow('give one of --email, --phone and --order');
    },
  );
});
