import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import {
  allQueues,
  Broker,
  COMMANDS,
  enqueue,
  EventRequester,
  queueNames,
  startWorker,
  type EventAnswer,
} from '@hub/messaging';
import type { Part } from '@hub/runtime';
import { anEnvelope, eventually, purgeBroker, TEST_ENCRYPTION_KEY, testAmqpUrl } from '@hub/testing';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { FulfilmentConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';
import { aPackageOf } from './fulfilment-world';
import { aSellingStore, aSoldOrder, type SellingStore } from './selling-store';
import { logger, TrackingWorld } from './tracking-world';

jest.setTimeout(30_000);

const TRACKING = 'PUT /orders/{order_id}/tracking';
/** More than a shop has slots. */
const PACKAGES = 12;

let world: TrackingWorld;
let selling: SellingStore;
let requester: EventRequester;
let takeDeadLetter: () => Promise<string>;
const parts: Part[] = [];

beforeAll(async () => {
  world = await TrackingWorld.open();
  selling = await aSellingStore(world.db, 'selling');
  const amqpUrl = testAmqpUrl();
  await purgeBroker(amqpUrl, queueNames(allQueues()));
  const broker = new Broker({ config: { AMQP_URL: amqpUrl }, name: 'ingress', queues: allQueues(), logger });
  requester = new EventRequester(broker);
  broker.register({
    attach: async (model) => {
      const channel = await model.createChannel();
      takeDeadLetter = async () => {
        const message = await channel.get('dead-letters', { noAck: true });
        if (!message) throw new Error('no dead letter');
        return message.content.toString();
      };
    },
  });
  await broker.start();
  parts.push(broker);
  const config: FulfilmentConfig = {
    DATABASE_URL: world.fulfilment.database.url,
    AMQP_URL: amqpUrl,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    ALLOW_INSECURE_STORES: true,
    STORE_TIMEOUT_MS: 2_000,
    STORE_RETRY_BASE_MS: 1,
    LOG_LEVEL: 'error',
  };
  await startWorker({ name: 'fulfilment', config, logger, subscriptions }, parts);
  await eventually(async () => {
    for (const part of parts)
      if (!(await (part.ready?.() ?? true))) throw new Error(`${part.name} is not ready`);
  });
}, 60_000);

afterAll(async () => {
  for (const part of parts.toReversed()) await part.stop();
  await selling.store.stop();
  await world.close();
}, 60_000);

/** What the ingress does with an event that it has verified. */
function send(shopId: number, body: Buffer): Promise<EventAnswer> {
  return requester.request({
    event: 'fulfillment.shipped',
    shopId,
    body,
    correlation: randomUUID(),
    timeoutMs: 20_000,
  });
}

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
  expect(JSON.parse(await eventually(takeDeadLetter))).toEqual(payload);
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

  const [broker, ...worker] = parts.splice(0);
  if (broker) parts.push(broker);
  for (const part of worker) part.beginStop?.();
  for (const part of worker.toReversed()) await part.stop();

  const told = await inState('done');
  expect(told).toBeLessThan(PACKAGES);
  expect(selling.store.requests.length - earlier).toBe(told);
  expect(await inState('due')).toBe(PACKAGES - told);

  function inState(state: 'due' | 'sending' | 'done') {
    return world.db.package.count({ where: { state, shippingOrderId: { in: sold.map(({ id }) => id) } } });
  }
});
