import { inTransaction } from '@hub/database';
import { settleAsPlaced } from '@hub/orders/placements';
import { settleShippingOrder, type ShopWord } from '@hub/orders/support';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancellationWorld } from './cancellation-world';
import { packageArrives, partOf, storeOrder, type StoredOrder } from './stored-order';
import { isDown, saysShipped } from './store-scripts';
import { openAlerts, viewOrder, viewStock } from './views';

let world: CancellationWorld;
let [seller, shipper, other] = [0, 0, 0];
beforeAll(async () => {
  world = await CancellationWorld.open();
});
beforeEach(async () => {
  [seller, shipper, other] = [await world.shop(), await world.shop(), await world.shop()];
  await world.takeCommands();
  await world.db.alert.deleteMany();
  world.calls.length = 0;
  world.replies.length = 0;
});
afterAll(() => world.close());

const STOPPED = { status: 200, outcome: 'stopped' };
const SHIPPED = expect.objectContaining({ status: 409, code: 'order_already_shipped' });

const aDisputedOrder = () =>
  storeOrder(world.db, {
    sellingShopId: seller,
    shippingOrders: [{ shopId: shipper, state: 'disputed' }],
  });
const cancel = (order: StoredOrder) =>
  world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-1' });
const settle = (order: StoredOrder, word: ShopWord) =>
  inTransaction(world.db, (tx) =>
    settleShippingOrder(tx, { reference: partOf(order).externalRef, word, now: world.now }),
  );

describe('a cancellation of an order whose placement is disputed (D12, D18)', () => {
  it('is never confirmed before that is settled: no call, and support is alerted that the shop must stop it', async () => {
    const order = await aDisputedOrder();
    expect(await cancel(order)).toBe('pending');
    expect(await world.runStops()).toEqual([]);
    expect(await cancel(order)).toBe('pending');
    world.now += 86_400_000;
    await world.runStops();

    expect(world.calls).toEqual([]);
    expect(world.replies).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'stopping',
      lines: ['allocated'],
      shippingOrders: ['disputed'],
      stops: ['settling'],
    });
    expect(await viewStock(world.db, partOf(order))).toMatchObject({ reserved: 2 });
    const [alert] = await world.db.alert.findMany();
    expect(alert).toMatchObject({ kind: 'placing_disputed', subject: `shipping_order:${partOf(order).id}` });
    expect(alert?.message).toContain('cancelled: ask the shop to stop it');
  });

  it('"we do not have it": stopped without a call, its reservation free', async () => {
    const order = await aDisputedOrder();
    await cancel(order);
    await world.runStops();
    await settle(order, { kind: 'has_not' });
    await world.runStops();
    expect(world.calls).toEqual([]);
    expect(world.replies).toMatchObject([{ verdict: STOPPED }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
    expect(await viewStock(world.db, partOf(order))).toMatchObject({ committed: 0 });
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('"we have it as <id>": it is placed, and stopped by a call under that id', async () => {
    const order = await aDisputedOrder();
    await cancel(order);
    await world.runStops();
    await settle(order, { kind: 'has', storeOrderId: 'SO-7' });
    await world.runStops();
    expect(world.calls).toMatchObject([{ shopId: shipper, request: { order_id: 'SO-7' } }]);
    expect(world.replies).toMatchObject([{ verdict: STOPPED }]);
  });

  it('its package: the order stands', async () => {
    const order = await aDisputedOrder();
    await cancel(order);
    await world.runStops();
    const { id: shippingOrderId, shopId } = partOf(order);
    await inTransaction(world.db, (tx) =>
      settleAsPlaced(tx, {
        shippingOrderId,
        shopId,
        storeOrderId: 'SO-8',
        correlation: 'test',
        now: world.now,
      }),
    );
    await packageArrives(world.db, partOf(order));
    await world.runStops();
    expect(world.calls).toEqual([]);
    expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      stops: ['already_shipped'],
    });
  });

  it.each([
    ['stopped', STOPPED, 'stopped'],
    ['shipped', SHIPPED, 'accepted'],
  ] as const)('the shop says itself that it has %s it', async (kind, verdict, state) => {
    const order = await aDisputedOrder();
    await cancel(order);
    await world.runStops();
    await settle(order, { kind });
    await world.runStops();
    expect(world.calls).toEqual([]);
    expect(world.replies).toMatchObject([{ verdict }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: state });
  });

  it('another shop has shipped: the order stands, and the disputed one need not be stopped any more', async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      shippingOrders: [
        { shopId: shipper, state: 'disputed' },
        { shopId: other, state: 'placed' },
      ],
    });
    world.script(other, saysShipped);
    await cancel(order);
    await world.runStops();
    expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      shippingOrders: ['disputed', 'placed'],
      stops: [null, 'already_shipped'],
    });
    const disputed = await world.db.alert.findFirstOrThrow({ where: { kind: 'placing_disputed' } });
    expect(disputed.message).not.toContain('cancelled');
  });

  it('D18: "we do not have it", and another shop has shipped before the stop ends: its line is routed again', async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      shippingOrders: [
        { shopId: shipper, state: 'disputed' },
        { shopId: other, state: 'placed' },
      ],
    });
    world.script(other, saysShipped);
    await cancel(order);
    await settle(order, { kind: 'has_not' });
    const stop = await world.db.shippingOrderStop.findUniqueOrThrow({
      where: { shippingOrderId: partOf(order).id },
    });
    const commands = await world.runStops({ but: stop.id });

    expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['waiting', 'allocated'],
      shippingOrders: ['stopped', 'placed'],
      stops: [null, 'already_shipped'],
    });
    expect(commands).toContainEqual({ type: 'order.route', payload: { sellerOrderId: order.id } });
  });
});

describe('a stop that its shop has not confirmed, settled by the shop’s report (D12)', () => {
  it.each([
    ['stopped', STOPPED, { order: 'stopped', lines: ['stopped'], shippingOrders: ['stopped'] }],
    ['shipped', SHIPPED, { order: 'accepted', lines: ['allocated'], shippingOrders: ['placed'] }],
  ] as const)('%s: without another call', async (kind, verdict, view) => {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      shippingOrders: [{ shopId: shipper, state: 'placed' }],
    });
    world.script(shipper, isDown);
    await cancel(order);
    await world.runStops();
    expect(world.calls).toHaveLength(1);
    expect(await settle(order, { kind })).toMatchObject({ kind: 'settled' });
    await world.runStops();
    expect(world.calls).toHaveLength(1);
    expect(world.replies).toMatchObject([{ verdict }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject(view);
    expect(await cancel(order)).toEqual(verdict);
  });

  it('a known package counts more than the report that it was stopped', async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      shippingOrders: [{ shopId: shipper, state: 'placed' }],
    });
    world.script(shipper, isDown);
    await cancel(order);
    await world.runStops();
    await packageArrives(world.db, partOf(order));
    await settle(order, { kind: 'stopped' });
    await world.runStops();
    expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
  });
});
