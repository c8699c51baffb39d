import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancellationWorld } from './cancellation-world';
import {
  packageArrives,
  partOf,
  storeOrder,
  type StoredOrder,
  type StoredShippingOrder,
} from './stored-order';
import { ledgerOf, openAlerts, viewOrder, viewStock } from './views';
import { confirms, isDown, isUnauthorized, refuses, saysShipped } from './store-scripts';

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

const anOrder = (...shippingOrders: StoredShippingOrder[]): Promise<StoredOrder> =>
  storeOrder(world.db, { sellingShopId: seller, shippingOrders });
const cancel = (order: StoredOrder, eventId = 'E-1') =>
  world.deliver({ shopId: seller, orderId: order.orderId, eventId, reason: 'customer regrets' });

async function stopOf(order: StoredOrder, index: number): Promise<string> {
  const { id } = await world.db.shippingOrderStop.findFirstOrThrow({
    where: { shippingOrderId: partOf(order, index).id },
    select: { id: true },
  });
  return id;
}

describe('stopped at once, without any call (D21)', () => {
  const AT_ONCE = { answered: STOPPED, calls: [] };
  const cancelAtOnce = async (order: StoredOrder) => ({
    answered: await cancel(order),
    calls: world.calls,
  });

  it('before routing: waiting lines stop, own lines are not the network’s', async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      furtherLines: ['waiting', 'own', 'unfulfillable'],
    });
    expect(await cancelAtOnce(order)).toEqual(AT_ONCE);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'stopped',
      lines: ['stopped', 'own', 'unfulfillable'],
    });
  });

  it('an order of own lines only', async () => {
    const order = await storeOrder(world.db, { sellingShopId: seller, furtherLines: ['own'] });
    expect(await cancelAtOnce(order)).toEqual(AT_ONCE);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['own'] });
  });

  it('routed but not sent: the reservation is released, and lines that wait for it are served', async () => {
    const order = await anOrder({ shopId: shipper, state: 'planned' });
    expect(await cancelAtOnce(order)).toEqual(AT_ONCE);
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'stopped',
      lines: ['stopped'],
      shippingOrders: ['stopped'],
      stops: ['confirmed'],
    });
    const part = partOf(order);
    expect(await viewStock(world.db, part)).toEqual({ committed: 0, reserved: 0, blocked: 0 });
    expect(await world.runStops()).toEqual([
      { type: 'network-quantity.recalculate', payload: { gtin: part.gtin } },
    ]);
  });

  it('a dry run', async () => {
    const order = await anOrder({ shopId: shipper, state: 'dry_run' });
    expect(await cancelAtOnce(order)).toEqual(AT_ONCE);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      lines: ['stopped'],
      shippingOrders: ['stopped'],
    });
  });

  it('refused permanently by the shipping shop: there is nothing at the shop to stop', async () => {
    const order = await anOrder({ shopId: shipper, state: 'refused' });
    expect(await cancelAtOnce(order)).toEqual(AT_ONCE);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      lines: ['stopped'],
      shippingOrders: ['stopped'],
    });
  });

  it('a held order; it no longer needs a decision', async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      state: 'held',
      furtherLines: ['waiting'],
    });
    const shared = { sellerOrderId: order.id, message: 'raised by routing' };
    await inTransaction(world.db, async (tx) => {
      await raiseAlert(tx, { ...shared, kind: 'order_held', subject: `order:${order.id}` });
      await raiseAlert(tx, { ...shared, kind: 'line_waiting', subject: `line:${order.furtherLines[0]}` });
    });
    expect(await cancelAtOnce(order)).toEqual(AT_ONCE);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
    expect(await openAlerts(world.db)).toEqual([]);
  });
});

describe('placed', () => {
  it('gets POST /cancel; the worker that completes it answers stopped and records it', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    expect(await cancel(order)).toBe('pending');
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'stopping',
      lines: ['allocated'],
      shippingOrders: ['placed'],
      stops: ['due'],
    });
    expect(await ledgerOf(world.db, seller)).toMatchObject([{ eventId: 'E-1', status: null }]);

    const commands = await world.runStops();
    const part = partOf(order);
    expect(world.calls).toMatchObject([
      { shopId: shipper, request: { order_id: part.storeOrderId, reason: 'customer regrets' } },
    ]);
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'stopped',
      lines: ['stopped'],
      shippingOrders: ['stopped'],
      stops: ['confirmed'],
    });
    expect(await viewStock(world.db, part)).toMatchObject({ committed: 0 });
    expect(commands).toEqual([{ type: 'network-quantity.recalculate', payload: { gtin: part.gtin } }]);
    expect(await ledgerOf(world.db, seller)).toMatchObject([
      { eventId: 'E-1', status: 200, outcome: 'stopped' },
    ]);
    expect(world.replies).toEqual([{ correlation: expect.any(String), verdict: STOPPED }]);
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('at several shops: each is called under its own reference, stopped only when all are', async () => {
    const order = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
      { shopId: other, state: 'planned' },
    );
    world.script(other, isDown);
    expect(await cancel(order)).toBe('pending');
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      lines: ['allocated', 'allocated', 'stopped'],
    });
    await world.runStops();
    expect(new Set(world.calls.map(({ request }) => request.external_ref)).size).toBe(2);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'stopping',
      lines: ['stopped', 'allocated', 'stopped'],
      stops: ['confirmed', 'due', 'confirmed'],
    });
    expect(world.replies).toEqual([]);
  });

  it('the identical event resumes it, and is answered once the shop answers again', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    world.script(shipper, isDown);
    expect(await cancel(order)).toBe('pending');
    await world.runStops();
    world.script(shipper, confirms);
    expect(await cancel(order)).toBe('pending');
    await world.runStops();
    expect(world.replies).toHaveLength(2);
    expect(new Set(world.calls.map(({ request }) => JSON.stringify(request))).size).toBe(1);
    expect(await cancel(order)).toEqual(STOPPED);
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('another event id for the same order has the same effect, and both are answered', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    expect(await cancel(order, 'E-1')).toBe('pending');
    expect(await cancel(order, 'E-2')).toBe('pending');
    await world.runStops();
    expect(world.calls).toHaveLength(1);
    expect(await ledgerOf(world.db, seller)).toMatchObject([
      { eventId: 'E-1', outcome: 'stopped' },
      { eventId: 'E-2', outcome: 'stopped' },
    ]);
    expect(await cancel(order, 'E-1')).toEqual(STOPPED);
    expect(await cancel(order, 'E-3')).toEqual(STOPPED);
    expect(world.calls).toHaveLength(1);
  });

  it('all deliveries that wait are answered, each once', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    const sent = { shopId: seller, orderId: order.orderId };
    for (const correlation of ['first', 'second', 'third'])
      await world.deliver({ ...sent, eventId: 'E-1', correlation });
    await world.runStops();
    expect(world.replies).toEqual(
      ['first', 'second', 'third'].map((correlation) => ({ correlation, verdict: STOPPED })),
    );
  });

  it('a delivery whose wait was over when the next came is no longer answered', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    const sent = { shopId: seller, orderId: order.orderId };
    for (const correlation of ['first', 'second'])
      await world.deliver({ ...sent, eventId: 'E-1', correlation });
    world.now += 30_000;
    await world.deliver({ ...sent, eventId: 'E-1', correlation: 'third' });
    await world.runStops();
    expect(world.replies).toEqual([{ correlation: 'third', verdict: STOPPED }]);
  });
});

describe('finished without a waiting delivery (D12)', () => {
  it('support is alerted, until the shop has resent the event', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    await cancel(order);
    world.now += 30_000;
    await world.runStops();
    expect(world.replies).toEqual([]);
    expect(await openAlerts(world.db)).toEqual(['cancellation_unanswered']);
    expect(await ledgerOf(world.db, seller)).toMatchObject([{ status: 200, outcome: 'stopped' }]);
    expect(await cancel(order)).toEqual(STOPPED);
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('under another event id it is answered the same way', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    await cancel(order, 'E-1');
    world.now += 30_000;
    await world.runStops();
    expect(await cancel(order, 'E-2')).toEqual(STOPPED);
    expect(await openAlerts(world.db)).toEqual([]);
  });
});

describe('a shop has shipped', () => {
  it('a known package on any line: 409 before any call, and nothing changes', async () => {
    const order = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed', packaged: 1 },
      { shopId: other, state: 'planned' },
    );
    const before = await viewOrder(world.db, order.id);
    expect(await cancel(order)).toEqual(SHIPPED);
    expect(await viewOrder(world.db, order.id)).toEqual(before);
    expect(await world.runStops()).toEqual([]);
    expect(world.calls).toEqual([]);
    expect(await cancel(order)).toEqual(SHIPPED);
  });

  it('goods that came back before their package was reported: 409 before any call, so that nothing is refunded twice', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' }, { shopId: other, state: 'placed' });
    const before = await viewOrder(world.db, order.id);
    await world.db.return.create({
      data: {
        id: randomUUID(),
        side: 'shipping',
        shopId: other,
        eventId: 'R-1',
        sellerOrderId: order.id,
        shippingOrderId: partOf(order, 1).id,
        state: 'registered',
        correlation: 'test',
      },
    });
    expect(await cancel(order)).toEqual(SHIPPED);
    expect(await viewOrder(world.db, order.id)).toEqual(before);
    expect(world.calls).toEqual([]);
  });

  it('a shop that reports it midway: the order stands, lines stopped elsewhere are routed again, support is alerted', async () => {
    const order = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
      { shopId: other, state: 'planned' },
    );
    world.script(other, saysShipped);
    expect(await cancel(order)).toBe('pending');
    const commands = await world.runStops();
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'accepted',
      lines: ['waiting', 'allocated', 'waiting'],
      shippingOrders: ['stopped', 'placed', 'stopped'],
      stops: ['confirmed', 'already_shipped', 'confirmed'],
    });
    expect(commands).toContainEqual({ type: 'order.route', payload: { sellerOrderId: order.id } });
    expect(commands.filter(({ type }) => type === 'order.route')).toHaveLength(1);
    expect(world.replies).toEqual([{ correlation: expect.any(String), verdict: SHIPPED }]);
    expect(await ledgerOf(world.db, seller)).toMatchObject([{ status: 409, code: 'order_already_shipped' }]);
    expect(await openAlerts(world.db)).toEqual(['cancellation_overruled']);
    expect(await viewStock(world.db, partOf(order, 1))).toMatchObject({ reserved: 2 });
  });

  it('and every later cancellation of that order gets the same answer, without another call', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    world.script(shipper, saysShipped);
    await cancel(order, 'E-1');
    await world.runStops();
    expect(await cancel(order, 'E-1')).toEqual(SHIPPED);
    expect(await cancel(order, 'E-2')).toEqual(SHIPPED);
    expect(world.calls).toHaveLength(1);
  });

  it('lines that waited before wait again', async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      shippingOrders: [{ shopId: shipper, state: 'placed' }],
      furtherLines: ['waiting', 'own', 'unfulfillable'],
    });
    world.script(shipper, saysShipped);
    await cancel(order);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['allocated', 'waiting', 'own', 'unfulfillable'],
    });
  });

  it('another shop that is down is settled first: whether it stopped must be known before the order stands', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' }, { shopId: other, state: 'placed' });
    world.script(shipper, saysShipped);
    world.script(other, isDown);
    await cancel(order);
    await world.takeCommands();
    // The shop that is down is called first: one not called yet is no longer called.
    for (const index of [1, 0]) await world.runStop({ payload: { stopId: await stopOf(order, index) } });
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'stopping',
      stops: ['already_shipped', 'due'],
    });
    expect(world.replies).toEqual([]);

    world.script(other, confirms);
    await cancel(order);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['allocated', 'waiting'],
      shippingOrders: ['placed', 'stopped'],
    });
    expect(world.replies).toMatchObject([{ verdict: SHIPPED }, { verdict: SHIPPED }]);
  });

  it('a shop that was not called yet is no longer called, and its shipping order continues', async () => {
    const order = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
      { shopId: other, state: 'sending' },
    );
    world.script(shipper, saysShipped);
    await cancel(order);
    const commands = await world.takeCommands();
    const { id: stopId } = await world.db.shippingOrderStop.findFirstOrThrow({
      where: { shippingOrderId: partOf(order).id },
      select: { id: true },
    });
    await world.runStop({ payload: { stopId } });
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'accepted',
      lines: ['allocated', 'allocated', 'allocated'],
      shippingOrders: ['placed', 'placed', 'sending'],
      stops: ['already_shipped', null, null],
    });
    const asked = await world.db.shippingOrder.count({
      where: { sellerOrderId: order.id, stopRequestedAt: { not: null } },
    });
    expect(asked).toBe(0);
    for (const command of commands.filter(({ type }) => type === 'shipping-order.stop'))
      await world.runStop(command);
    expect(world.calls).toHaveLength(1);
  });

  it('the shipping order of a shop that refused to stop continues too: no one has to ask there any more', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' }, { shopId: other, state: 'placed' });
    world.script(shipper, refuses(400, 'invalid_request'));
    world.script(other, isDown);
    await cancel(order);
    await world.runStops();
    expect(await openAlerts(world.db)).toEqual(['cancellation_refused']);
    await packageArrives(world.db, partOf(order, 1), 1);
    world.now += 60_000;
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['allocated', 'allocated'],
      stops: [null, 'already_shipped'],
    });
    expect(await openAlerts(world.db)).not.toContain('cancellation_refused');
  });

  it.each([
    ['refuses to stop', refuses(400, 'invalid_request')],
    ['is held for its 401', isUnauthorized],
  ])(
    'a shop that %s after another one has shipped delays nothing: the order stands at once',
    async (_, says) => {
      const order = await anOrder({ shopId: shipper, state: 'placed' }, { shopId: other, state: 'placed' });
      let [isAsked, answersNow] = [() => undefined as void, () => undefined as void];
      const asked = new Promise<void>((resolve) => (isAsked = resolve));
      const itsTurn = new Promise<void>((resolve) => (answersNow = resolve));
      world.script(other, saysShipped);
      world.script(shipper, async (request) => {
        isAsked();
        await itsTurn;
        return says(request);
      });
      await cancel(order);
      const late = world.runStop({ payload: { stopId: await stopOf(order, 0) } });
      await asked;
      await world.runStop({ payload: { stopId: await stopOf(order, 1) } });
      expect(world.replies).toEqual([]);

      answersNow();
      await late;
      expect(await viewOrder(world.db, order.id)).toMatchObject({
        order: 'accepted',
        lines: ['allocated', 'allocated'],
        stops: [null, 'already_shipped'],
      });
      expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
      expect(await openAlerts(world.db)).toEqual(['cancellation_overruled']);
    },
  );

  it('a package that the shop reports before it is called: no call is needed', async () => {
    const order = await anOrder({ shopId: shipper, state: 'placed' });
    await cancel(order);
    await packageArrives(world.db, partOf(order), 1);
    await world.runStops();
    expect(world.calls).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      stops: ['already_shipped'],
    });
    expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
  });
});
