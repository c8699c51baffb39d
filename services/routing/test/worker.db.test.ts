import type { EventAnswer } from '@hub/messaging';
import { metrics } from '@hub/runtime';
import { Running } from '@hub/test-world';
import {
  aGtin,
  anEnvelope,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  eventually,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RoutingConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';
import { LocalStore } from './local-store';
import { RELAY_DOMAIN, RoutingWorld } from './routing-world';

/** The worker as it runs: its subscriptions on a real broker and database, a store behind HTTP. */
let world: RoutingWorld;
let store: LocalStore;
let seller: StoredShop;
let running: Running;

beforeAll(async () => {
  world = await RoutingWorld.open();
  store = await LocalStore.open();
  seller = await aShop(world.db, { slug: 'seller' });
  const shipper = await aShop(world.db, { slug: 'shipper', storeApiRoot: store.url });
  const gtin = aGtin(1);
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin, onHand: 90 });

  running = await Running.of(world);
  const config: RoutingConfig = {
    ...running.config,
    RELAY_EMAIL_DOMAIN: RELAY_DOMAIN,
    PLACING_PASSES_MS: [200],
  };
  await running.worker(config, subscriptions);
}, 60_000);
afterAll(async () => {
  await world.close();
  await store.close();
}, 60_000);
beforeEach(() => {
  store.fault = null;
  store.before = () => Promise.resolve();
});

function send(order: object): Promise<EventAnswer> {
  const body = Buffer.from(JSON.stringify(anEnvelope('order.created', order)));
  return running.send({ event: 'order.created', shopId: seller.id, body });
}

/** How many were placed, from `/metrics`. */
async function placedSoFar(state: 'up' | 'away'): Promise<number> {
  const found = new RegExp(`^hub_placing_seconds_count\\{store="${state}"\\} (\\d+)$`, 'm');
  return Number(found.exec(await metrics.metrics())?.[1] ?? 0);
}

const answered = (verdict: object) => ({ kind: 'answered', verdict });

describe('order.created to POST /orders', () => {
  it('a paid order is accepted, routed and placed', async () => {
    const order = anOrder({ line_items: [anOrderLine()] });
    expect(await send(order)).toEqual(answered({ status: 200, outcome: 'accepted' }));
    await eventually(async () => {
      const { shippingOrders } = await world.order(order.order_id);
      expect(shippingOrders).toMatchObject([{ state: 'placed', storeOrderId: expect.any(String) }]);
    });
    await eventually(async () => expect(await placedSoFar('up')).toBe(1));
    expect(await placedSoFar('away')).toBe(0);
  });

  it('a replay under another event id, with any content, is a duplicate and places nothing (D31)', async () => {
    const order = anOrder({ line_items: [anOrderLine()] });
    await send(order);
    await eventually(async () => expect((await world.order(order.order_id)).shippingOrders).toHaveLength(1));
    const replays = [order, { ...order, line_items: [anOrderLine()] }, { order_id: order.order_id }];
    for (const replay of replays)
      expect(await send(replay)).toEqual(answered({ status: 200, outcome: 'duplicate' }));
    expect((await world.order(order.order_id)).shippingOrders).toHaveLength(1);
  });

  it('the loop guard comes before the schema and the stored order', async () => {
    const order = anOrder({ line_items: [anOrderLine()] });
    await send(order);
    const ours = { order_id: order.order_id, tags: ['hub_ship'] };
    expect(await send(ours)).toEqual(answered({ status: 200, outcome: 'skipped' }));
  });

  it('a refusal names code and field, and is remembered (D6)', async () => {
    const order = anOrder({ payment_status: 'pending' });
    expect(await send(order)).toMatchObject(
      answered({ code: 'invalid_order', field: 'data.payment_status' }),
    );
    expect(await world.db.sellerOrder.count({ where: { orderId: order.order_id } })).toBe(0);
  });

  it('a store that fails at first is called again on a later run, with the identical body (D23)', async () => {
    const quantity = 7; // by which the store distinguishes it from the orders of other tests
    store.before = async () => {
      const attempts = store.bodies.filter((body) => body.includes(`"quantity":${quantity}`)).length;
      store.fault = attempts >= 1 && attempts <= 3 ? { kind: 'lose_answer' } : null;
    };
    const order = anOrder({ line_items: [anOrderLine({ quantity })] });
    await send(order);
    await eventually(async () => {
      expect((await world.order(order.order_id)).shippingOrders).toMatchObject([
        { state: 'placed', passes: 1 },
      ]);
    });
    const refs = (await world.order(order.order_id)).shippingOrders.map(({ externalRef }) => externalRef);
    const bodies = store.bodies.filter((body) => refs.some((ref) => body.includes(ref)));
    expect(bodies.length).toBeGreaterThan(3);
    expect(new Set(bodies).size).toBe(1);
    await eventually(async () => expect(await placedSoFar('away')).toBe(1));
  });

  it('a line that waited is routed on a later sweep when stock comes without a message', async () => {
    const gtin = aGtin(2);
    const shop = await aShop(world.db, { storeApiRoot: store.url });
    const { variantId } = await aVariant(world.db, { shopId: shop.id, gtin });
    await aVariant(world.db, { shopId: seller.id, variantId: 'V-2', gtin });
    const order = anOrder({ line_items: [anOrderLine({ variant_id: 'V-2' })] });
    await send(order);
    await eventually(async () => {
      expect((await world.order(order.order_id)).lines).toMatchObject([{ waitingReason: 'no_candidate' }]);
    });
    await world.db.variant.update({
      where: { shopId_variantId: { shopId: shop.id, variantId } },
      data: { onHand: 1 },
    });
    await eventually(async () => {
      expect((await world.order(order.order_id)).shippingOrders).toMatchObject([{ state: 'placed' }]);
    });
  });
});
