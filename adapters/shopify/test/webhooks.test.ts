import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OrderFact, orderFacts, type StockChange } from '@hub/store-kit';
import { orderNow } from '../src/order-facts';
import { setUpShop } from '../src/set-up-shop';
import { stockOf } from '../src/stock';
import { shopifyWebhooks } from '../src/webhooks';
import { aProduct, aShop, NETWORK, OWN, type TestShop } from './a-shop';
import type { FakeVariant } from './fake-admin/data';

let world: TestShop;
let variant: FakeVariant;
let facts: OrderFact[];
let changes: StockChange[];
let secrets: string[];
let stop: () => void;

beforeEach(async () => {
  world = await aShop();
  [facts, changes, secrets] = [[], [], ['older', world.fake.clientSecret]];
  const [first] = aProduct(world).variants;
  if (!first) throw new Error('a variant was listed');
  variant = first;
  const take = shopifyWebhooks({
    shop: world.shop,
    clientSecrets: () => secrets,
    events: {
      orderChanged: async (orderId) => {
        const now = await orderNow(world.shop, String(orderId));
        facts.push(...(now ? orderFacts(now) : []));
      },
      stockChangedAt: async (places) => {
        for (const place of places) {
          const levels = await stockOf(world.shop, place.variantId);
          changes.push(...levels.filter(({ locationId }) => locationId === place.locationId));
        }
      },
    },
  });
  const server = createServer((request, response) => void take(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  world.fake.webhooks.isHolding = true;
  await setUpShop(world.shop, `http://127.0.0.1:${address.port}/`);
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(async () => {
  stop();
  await world.fake.stop();
});

const sendAll = async (messages = world.fake.webhooks.held) => {
  for (const message of messages.splice(0)) expect(await world.fake.webhooks.send(message)).toBe(200);
};

function sell() {
  const lines = [{ variant, quantity: 2, locationId: NETWORK }];
  const order = world.fake.shop.createOrder({ lines });
  return { order, route: () => world.fake.shop.route(order, lines) };
}

describe('a webhook', () => {
  it.each([
    ['under another secret', { 'x-shopify-hmac-sha256': Buffer.alloc(32).toString('base64') }],
    ['with a signature in hex', { 'x-shopify-hmac-sha256': 'ab'.repeat(32) }],
    ['without a signature', { 'x-shopify-hmac-sha256': '' }],
    ['of another shop', { 'x-shopify-shop-domain': 'other.myshopify.com' }],
  ])('%s is refused, and nothing is read', async (_, change) => {
    sell().route();
    const [message] = world.fake.webhooks.held;
    world.fake.calls.length = 0;
    expect(message && (await world.fake.webhooks.send(message, change))).toBe(401);
    expect(world.fake.calls).toEqual([]);
  });

  it('is taken under any secret of a rotation', async () => {
    secrets = [world.fake.clientSecret, 'newer'];
    sell().route();
    await sendAll();
    expect(facts).not.toEqual([]);
  });

  it('of another topic is taken, and nothing is read', async () => {
    world.fake.shop.subscriptions.push({
      id: '1',
      topic: 'APP_UNINSTALLED',
      uri: world.fake.shop.subscriptions[0]?.uri ?? '',
    });
    world.fake.shop.notify({ topic: 'app/uninstalled', payload: {} });
    world.fake.calls.length = 0;
    await sendAll();
    expect(world.fake.calls).toEqual([]);
  });

  it('that comes again under its id costs no read of the shop', async () => {
    sell().route();
    const [message] = world.fake.webhooks.held;
    if (!message) throw new Error('it was sent');
    await sendAll([message]);
    world.fake.calls.length = 0;
    await sendAll([message]);
    expect(world.fake.calls).toEqual([]);
  });

  it('that comes twice at the same moment is reported once', async () => {
    sell().route();
    const message = world.fake.webhooks.held.find(({ topic }) => topic === 'orders/paid');
    if (!message) throw new Error('it was sent');
    const both = [world.fake.webhooks.send(message), world.fake.webhooks.send(message)];
    expect(await Promise.all(both)).toEqual([200, 200]);
    expect(facts).toHaveLength(1);
  });

  it('that could not be worked on is answered 500, so that it comes again, and is worked on then', async () => {
    sell().route();
    const message = world.fake.webhooks.held.find(({ topic }) => topic === 'orders/paid');
    if (!message) throw new Error('it was sent');
    for (let times = 0; times < 3; times += 1)
      world.fake.faults.push({ operation: 'HubOrder', kind: 'status', status: 503 });
    expect(await world.fake.webhooks.send(message)).toBe(500);
    await sendAll([message]);
    expect(facts).toHaveLength(1);
  });
});

describe('a paid order', () => {
  it('is reported once it is routed: the payment alone says nothing of locations', async () => {
    const { order, route } = sell();
    await sendAll();
    expect(facts).toEqual([]);
    route();
    await sendAll();
    expect(facts).toMatchObject([{ kind: 'paid', order: { orderId: order.id } }]);
  });

  it('is reported the same whichever webhook comes first', async () => {
    const { order, route } = sell();
    route();
    await sendAll(world.fake.webhooks.held.reverse());
    expect(new Set(facts.map((fact) => JSON.stringify(fact))).size).toBe(1);
    expect(facts[0]).toMatchObject({ kind: 'paid', order: { orderId: order.id } });
  });

  it('that is cancelled before its webhook comes is reported as it is: cancelled', async () => {
    const { order, route } = sell();
    route();
    world.fake.shop.cancel(order);
    await sendAll(world.fake.webhooks.held.filter(({ topic }) => topic === 'orders/paid'));
    expect(facts.map(({ kind }) => kind)).toEqual(['cancelled']);
  });
});

describe('a change of stock', () => {
  it('names the inventory item, and is reported for its variant', async () => {
    world.fake.shop.setAvailable(variant.itemId, OWN, 7);
    await sendAll();
    expect(changes).toMatchObject([{ variantId: variant.id, locationId: OWN, quantity: 7 }]);
  });

  it('is reported as it is now: webhooks of one second in another order end with the last figure', async () => {
    for (const quantity of [9, 8, 3]) world.fake.shop.setAvailable(variant.itemId, OWN, quantity);
    await sendAll(world.fake.webhooks.held.reverse());
    expect(changes.map(({ quantity }) => quantity)).toEqual([3, 3, 3]);
    expect(changes.map(({ asOf }) => asOf?.getTime())).toEqual(
      changes.map(({ asOf }) => asOf?.getTime()).toSorted((one, other) => Number(one) - Number(other)),
    );
  });

  it('at a location that was not agreed is ignored', async () => {
    world.fake.shop.setAvailable(variant.itemId, '404', 7);
    await sendAll();
    expect(changes).toEqual([]);
  });
});
