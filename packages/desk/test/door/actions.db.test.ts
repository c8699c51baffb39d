import { asKeys, type Keys } from '@hub/installation';
import {
  aShippingOrder,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { tryActions, type ActionCase } from '@hub/testing/try-actions';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as door from '../../src/door';
import { resendFailed, sayCannotShip, sendTestEvent, setBearerToken } from '../../src/door';
import { LONGEST_NOTE, type Acting } from '../../src/engine/action';
import type { NeedsTokenTest } from '../../src/shops/token-actions';

let database: TestDatabase;
let shop: { id: number; slug: string };
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop(), 60_000);
beforeEach(async () => {
  shop = await aShop(database.db);
});

interface AtDoor extends Acting, NeedsTokenTest {
  openKeys: () => Promise<Keys>;
  baseUrl: string;
  secretOf: () => Promise<string>;
}

const by = (role: Acting['role'], of?: Acting['shop']): AtDoor => ({
  db: database.db,
  actor: of ? `shop:${of.slug}/technical` : `${role}:ada`,
  role,
  shop: of,
  now: Date.now(),
  testToken: async () => ({ result: 'accepted', status: 200, why: null }),
  openKeys: async () => asKeys(TEST_ENCRYPTION_KEY),
  // Nothing answers there: the event is recorded as sent all the same.
  baseUrl: 'http://127.0.0.1:1',
  secretOf: async () => 'secret',
});

async function anOrder(given: Parameters<typeof aShippingOrder>[1] & { failedAt?: Date }) {
  const { failedAt, ...order } = given;
  const { id, reference } = await aShippingOrder(database.db, { shippingShop: shop, ...order });
  const sent = { firstSentAt: new Date(), ...(failedAt && { failedAt }) };
  await database.db.shippingOrder.update({ where: { id }, data: sent });
  return { reference };
}

const CASES: readonly ActionCase<AtDoor>[] = [
  {
    name: 'say that an order is not shipped',
    action: sayCannotShip,
    given: async () => ({ ...(await anOrder({})), reason: 'damaged' }),
    recorded: 'door.cannot_ship',
    chosen: ['reason'],
  },
  {
    name: 'resend a call that failed',
    action: resendFailed,
    given: () => anOrder({ state: 'sending', storeOrderId: null, failedAt: new Date() }),
    recorded: 'work.resume',
  },
  {
    name: 'set a bearer token',
    action: setBearerToken,
    given: async () => ({ token: 'a-new-token' }),
    recorded: 'door.set_bearer_token',
    repeats: true,
  },
  {
    name: 'send a test event',
    action: sendTestEvent,
    given: async () => ({}),
    recorded: 'door.send_test_event',
    repeats: true,
  },
];

tryActions(CASES, { db: () => database.db, by, shop: () => shop, longestNote: LONGEST_NOTE });

it('every action of the door is tried here', () => {
  const isAction = (one: unknown) => typeof one === 'object' && one !== null && 'isOfShop' in one;
  const tried = new Set<unknown>(CASES.map((of) => of.action));
  expect(Object.values<unknown>(door).filter((one) => isAction(one) && !tried.has(one))).toEqual([]);
});
