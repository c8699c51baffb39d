import { inTransaction } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { aSoldOrder, aStore, Running, type StoreOfShop } from '@hub/test-world';
import { anEnvelope, eventually } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ReturnsConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';
import { aPlatformReturn, aReturnOf } from './a-return-event';
import { ReturnsWorld } from './returns-world';

let world: ReturnsWorld;
let running: Running;
let selling: StoreOfShop;

beforeAll(async () => {
  world = await ReturnsWorld.open();
  selling = await aStore(world.db, { slug: 'selling' });
  running = await Running.of(world);
  const config: ReturnsConfig = running.config;
  await running.worker(config, subscriptions);
}, 60_000);

afterAll(async () => {
  await world.close();
  await selling.store.stop();
}, 60_000);

/** What the ingress does with an event that it has verified. */
const send = (shopId: number, body: Buffer) => running.send({ event: 'return.created', shopId, body });
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
  expect(JSON.parse(await running.take('dead-letters'))).toEqual(payload);
  await inTransaction(world.db, (tx) =>
    enqueue(tx, COMMANDS.registerReturn, { payload, correlation: 'replay' }),
  );
  await eventually(async () => {
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'registered' }]);
  });
});

it('D11: a return without our references of an unknown order is a 503 while a placement’s outcome is unknown; the resend is judged again', async () => {
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
