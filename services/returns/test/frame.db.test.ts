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
import type { ReturnsConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';
import { aPlatformReturn, aReturnOf } from './a-return-event';
import { logger, ReturnsWorld } from './returns-world';
import { aSellingStore, aSoldOrder, type SellingStore } from './selling-store';

jest.setTimeout(30_000);

let world: ReturnsWorld;
let selling: SellingStore;
let requester: EventRequester;
let takeDeadLetter: () => Promise<string>;
const parts: Part[] = [];

beforeAll(async () => {
  world = await ReturnsWorld.open();
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
  const config: ReturnsConfig = {
    DATABASE_URL: world.database.url,
    AMQP_URL: amqpUrl,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    ALLOW_INSECURE_STORES: true,
    STORE_TIMEOUT_MS: 2_000,
    STORE_RETRY_BASE_MS: 1,
    LOG_LEVEL: 'error',
  };
  await startWorker({ name: 'returns', config, logger, subscriptions }, parts);
  await eventually(async () => {
    for (const part of parts)
      if (!((await part.ready?.()) ?? true)) throw new Error(`${part.name} is not ready`);
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
    event: 'return.created',
    shopId,
    body,
    correlation: randomUUID(),
    timeoutMs: 20_000,
  });
}

const answered = (verdict: object) => ({ kind: 'answered', verdict });
const bytesOf = (data: object) => Buffer.from(JSON.stringify(anEnvelope('return.created', data)));

it('state table: Return | Same event_id and identical bytes | Unchanged: registered once, nothing stored twice', async () => {
  const order = await aSoldOrder(world.db, selling);
  const body = bytesOf(aReturnOf(order));
  expect(await send(order.shopId, body)).toEqual(answered({ status: 200, outcome: 'accepted' }));
  await selling.store.until(() => selling.store.returns.length === 1);
  expect(await send(order.shopId, body)).toEqual(answered({ status: 200, outcome: 'duplicate' }));
  await eventually(async () => {
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'registered' }]);
  });
  expect(selling.store.returns).toHaveLength(1);

  const lines: [string, number][] = [[order.lines[0]?.lineItemId ?? '', 1]];
  expect(await send(order.sellingShopId, bytesOf(aPlatformReturn(order, lines)))).toEqual(
    answered({ status: 200, outcome: 'echo' }),
  );
});

it('D23: a return that cannot be registered becomes a dead letter; its replay registers it', async () => {
  const order = await aSoldOrder(world.db, selling);
  selling.store.faults.add({ endpoint: 'POST /returns', times: 1, fault: { kind: 'status', status: 400 } });
  await send(order.shopId, bytesOf(aReturnOf(order)));
  const failed = await eventually(() =>
    world.db.return.findFirstOrThrow({ where: { sellerOrderId: order.sellerOrderId, state: 'failed' } }),
  );
  const payload = { returnId: failed.id };
  expect(JSON.parse(await eventually(takeDeadLetter))).toEqual(payload);
  await inTransaction(world.db, (tx) =>
    enqueue(tx, COMMANDS.registerReturn, { payload, correlation: 'replay' }),
  );
  await eventually(async () => {
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'registered' }]);
  });
});

it('D11: a return without our references of an unknown order is a 503 while a placement’s outcome is unknown; the resend is judged afresh', async () => {
  const order = await aSoldOrder(world.db, selling);
  const body = bytesOf(aPlatformReturn({ orderId: order.storeOrderId }, [['SOL-1', 1]]));
  await world.db.shippingOrder.update({
    where: { id: order.id },
    data: { state: 'sending', storeOrderId: null, lastAttemptAt: new Date() },
  });
  expect(await send(order.shopId, body)).toMatchObject(answered({ status: 503, code: 'temporary_failure' }));
  await world.db.shippingOrder.update({
    where: { id: order.id },
    data: { state: 'placed', storeOrderId: order.storeOrderId },
  });
  expect(await send(order.shopId, body)).toMatchObject(
    answered({ status: 422, code: 'invalid_request', field: 'data.lines[0].external_ref' }),
  );
});
