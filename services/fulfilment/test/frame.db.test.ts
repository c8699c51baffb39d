import { inTransaction } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { aSoldOrder, aStore, Running, type StoreOfShop } from '@hub/test-world';
import { anEnvelope, eventually } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FulfilmentConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';
import { aPackageOf, FulfilmentWorld } from './fulfilment-world';

const TRACKING = 'PUT /orders/{order_id}/tracking';
/** More than a shop has slots. */
const PACKAGES = 12;

let world: FulfilmentWorld;
let running: Running;
let selling: StoreOfShop;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await FulfilmentWorld.open();
  selling = await aStore(world.db, { slug: 'selling' });
  running = await Running.of(world);
  const config: FulfilmentConfig = running.config;
  stopWorker = await running.worker(config, subscriptions);
}, 60_000);

afterAll(async () => {
  await world.close();
  await selling.store.stop();
}, 60_000);

/** What the ingress does with an event that it has verified. */
const send = (shopId: number, body: Buffer) => running.send({ event: 'fulfillment.shipped', shopId, body });
const answered = (verdict: object) => ({ kind: 'answered', verdict });
const bytesOf = (data: object) => Buffer.from(JSON.stringify(anEnvelope('fulfillment.shipped', data)));

it('a package goes in as an event, its tracking out to the selling shop; the same bytes again do nothing twice', async () => {
  const order = await aSoldOrder(world.db, selling, [1]);
  const body = bytesOf(aPackageOf(order));
  expect(await send(order.shopId, body)).toEqual(answered({ status: 200, outcome: 'accepted' }));
  await selling.store.until(() => selling.store.notifications.length === 1);
  expect(await send(order.shopId, body)).toEqual(answered({ status: 200, outcome: 'duplicate' }));
  expect(selling.store.notifications).toHaveLength(1);
});

it('D23: a tracking that fails becomes a dead letter; its replay delivers it', async () => {
  const order = await aSoldOrder(world.db, selling, [1]);
  selling.store.faults.add({ endpoint: TRACKING, times: 1, fault: { kind: 'status', status: 400 } });
  await send(order.shopId, bytesOf(aPackageOf(order)));
  const failed = await eventually(() =>
    world.db.package.findFirstOrThrow({ where: { shippingOrderId: order.id, state: 'failed' } }),
  );
  const payload = { packageId: failed.id };
  expect(JSON.parse(await running.take('dead-letters'))).toEqual(payload);
  await inTransaction(world.db, (tx) =>
    enqueue(tx, COMMANDS.deliverTracking, { payload, correlation: 'replay' }),
  );
  await selling.store.until(() =>
    selling.store.notifications.some(({ orderId }) => orderId === order.orderId),
  );
  await eventually(async () => {
    expect(await world.db.package.findUnique({ where: { id: failed.id } })).toMatchObject({ state: 'done' });
  });
});

it('an event whose data has a fault is refused by the schema, with its field', async () => {
  const order = await aSoldOrder(world.db, selling, [1]);
  const body = bytesOf({ ...aPackageOf(order), tracking_number: ' ' });
  expect(await send(order.shopId, body)).toMatchObject(
    answered({ status: 422, code: 'invalid_request', field: 'data.tracking_number' }),
  );
});

it('SIGTERM in the middle of slow calls: they are recorded, and nothing else begins', async () => {
  const earlier = selling.store.requests.length;
  selling.store.faults.add({
    endpoint: TRACKING,
    times: PACKAGES,
    fault: { kind: 'delay', ms: 1_000, when: 'after' },
  });
  const sold = await Promise.all(Array.from({ length: PACKAGES }, () => aSoldOrder(world.db, selling, [1])));
  await Promise.all(sold.map((order) => send(order.shopId, bytesOf(aPackageOf(order)))));
  await eventually(async () => expect(await inState('sending')).toBeGreaterThan(0));

  await stopWorker();

  const sent = await inState('done');
  expect(sent).toBeLessThan(PACKAGES);
  expect(selling.store.requests.length - earlier).toBe(sent);
  expect(await inState('due')).toBe(PACKAGES - sent);

  function inState(state: 'due' | 'sending' | 'done') {
    return world.db.package.count({ where: { state, shippingOrderId: { in: sold.map(({ id }) => id) } } });
  }
});
