import { inTransaction, type Tx } from '@hub/database';
import { takeBack, type TakenLines } from '@hub/orders/support';
import { waitForLocks } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancellationWorld } from './cancellation-world';
import { writtenFirst } from './competing-write';
import {
  packageArrives,
  partOf,
  storeOrder,
  type StoredOrder,
  type StoredPart,
  type StoredShippingOrder,
} from './stored-order';
import { openAlerts, viewOrder, viewStock } from './views';
import { confirms, isDown, refuses, saysShipped, type StoreScript } from './store-scripts';

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

/** The first shipping order is the one that is taken back. */
async function anOrder(
  ...shippingOrders: StoredShippingOrder[]
): Promise<{ order: StoredOrder; part: StoredPart }> {
  const placed: StoredShippingOrder = { shopId: shipper, state: 'placed' };
  const order = await storeOrder(world.db, {
    sellingShopId: seller,
    shippingOrders: shippingOrders.length > 0 ? shippingOrders : [placed],
  });
  return { order, part: partOf(order) };
}
const take = ({ externalRef: reference }: StoredPart, lines: TakenLines = 'reroute') =>
  inTransaction(world.db, (tx) => takeBack(tx, { reference, lines, now: world.now }));
const cancel = (order: StoredOrder) =>
  world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-1' });
const cannotShip = (part: StoredPart) =>
  world.deliver({ shopId: part.shopId, orderId: part.storeOrderId ?? '', eventId: 'E-2', reason: 'broken' });
const lineOf = ({ orderLineId }: StoredPart) =>
  world.db.orderLine.findUniqueOrThrow({ where: { id: orderLineId } });
const askedFor = (part: StoredPart) => world.calls.filter(({ shopId }) => shopId === part.shopId);

describe('D38: a placed order that a lead takes back', () => {
  it('is stopped with POST /cancel at its shop; on the receipt its lines are routed again without that shop', async () => {
    const { order, part } = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
    );
    expect(await take(part)).toMatchObject({ kind: 'taken_back', changed: true });
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['allocated', 'allocated'] });
    const commands = await world.runStops();
    const reason = 'taken back by the network: do not ship it';
    expect(world.calls).toMatchObject([
      { shopId: shipper, request: { order_id: part.storeOrderId, reason } },
    ]);
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'accepted',
      lines: ['waiting', 'allocated'],
      shippingOrders: ['stopped', 'placed'],
      stops: ['confirmed', null],
    });
    expect((await lineOf(part)).excludedShops).toEqual([shipper]);
    expect(commands).toContainEqual({ type: 'order.route', payload: { sellerOrderId: order.id } });
    expect(world.replies).toEqual([]);
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('D17: what was reserved is free again, once', async () => {
    const { part } = await anOrder();
    await take(part);
    expect(await viewStock(world.db, part)).toMatchObject({ committed: 2, reserved: 2 });
    await world.runStops();
    await take(part);
    await world.runStops();
    expect(await viewStock(world.db, part)).toEqual({ committed: 0, reserved: 0, blocked: 0 });
  });

  it('twice is once: one call, and the second lead learns that it is under way', async () => {
    const { part } = await anOrder();
    const both = await Promise.all([take(part), take(part)]);
    expect(both.map((end) => end.kind === 'taken_back' && end.changed).sort()).toEqual([false, true]);
    await world.runStops();
    expect(world.calls).toHaveLength(1);
    expect(await take(part)).toMatchObject({ kind: 'taken_back', changed: false });
  });

  it('to be closed: its lines are closed once the shop has confirmed, and no shop is looked for', async () => {
    const { order, part } = await anOrder();
    await take(part, 'close');
    expect(await world.runStops()).not.toContainEqual(expect.objectContaining({ type: 'order.route' }));
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['unfulfillable'] });
    expect((await lineOf(part)).closedAt).not.toBeNull();
  });

  it('409 order_already_shipped: nothing changes, no alert is raised, and its package is awaited', async () => {
    const { order, part } = await anOrder();
    world.script(shipper, saysShipped);
    await take(part);
    expect(await world.runStops()).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'accepted',
      lines: ['allocated'],
      shippingOrders: ['placed'],
      stops: ['already_shipped'],
    });
    expect(await viewStock(world.db, part)).toMatchObject({ reserved: 2 });
    expect((await lineOf(part)).excludedShops).toEqual([]);
    const stored = await world.db.shippingOrder.findUniqueOrThrow({ where: { id: part.id } });
    expect(stored).toMatchObject({ stopRequestedAt: null, restStatedAt: null });
    expect(await openAlerts(world.db)).toEqual([]);
    expect(await take(part)).toEqual({
      kind: 'refused',
      reason: 'its shop says that it has shipped',
    });
  });

  it('D23: an unknown outcome is settled by the same call, with the same reference', async () => {
    const { order, part } = await anOrder();
    world.script(shipper, isDown);
    await take(part);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['allocated'], stops: ['due'] });
    world.script(shipper, confirms);
    world.now += 60_000;
    await world.runStops();
    expect(new Set(world.calls.map(({ request }) => JSON.stringify(request))).size).toBe(1);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['waiting'], stops: ['confirmed'] });
  });

  it('a worker that dies during the call: another repeats it once the lease is over', async () => {
    const { order, part } = await anOrder();
    world.script(shipper, () => {
      throw new Error('killed');
    });
    await take(part);
    await expect(world.runStops()).rejects.toThrow('killed');
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['allocated'], stops: ['sending'] });
    world.script(shipper, confirms);
    world.now += 120_001;
    await world.runStops();
    expect(new Set(world.calls.map(({ request }) => request.external_ref)).size).toBe(1);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['waiting'], stops: ['confirmed'] });
    expect(await viewStock(world.db, part)).toMatchObject({ committed: 0 });
  });

  it('a shop that refuses: support is alerted, and taking it back again calls again', async () => {
    const { order, part } = await anOrder();
    world.script(shipper, refuses(422, 'invalid_request'));
    await take(part);
    await world.runStops();
    expect(await openAlerts(world.db)).toEqual(['cancellation_refused']);
    world.script(shipper, confirms);
    expect(await take(part)).toMatchObject({ kind: 'taken_back', changed: true });
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['waiting'], stops: ['confirmed'] });
    expect(await openAlerts(world.db)).toEqual([]);
  });
});

describe('D38: what is not taken back', () => {
  it.each<[string, StoredShippingOrder]>([
    ['it is planned, not placed', { shopId: 0, state: 'planned' }],
    ['it is disputed, not placed', { shopId: 0, state: 'disputed' }],
    ['it is stopped, not placed', { shopId: 0, state: 'stopped' }],
  ])('%s', async (reason, shipping) => {
    const { part } = await anOrder({ ...shipping, shopId: shipper });
    expect(await take(part)).toEqual({ kind: 'refused', reason });
    expect(await world.takeCommands()).toEqual([]);
  });

  it('what is in a package, or is cancelled already', async () => {
    const { part } = await anOrder();
    await world.db.package.create({
      data: {
        id: part.id,
        shippingOrderId: part.id,
        packageId: 'P-1',
        reference: part.id,
        carrier: 'DHL',
        trackingNumber: '1',
        shippedAt: 0n,
        correlation: 'test',
      },
    });
    const packed = 'some of it is in a package: end the rest of it instead';
    expect(await take(part)).toEqual({ kind: 'refused', reason: packed });
    const cancelled = await anOrder();
    await cancel(cancelled.order);
    expect(await take(cancelled.part)).toEqual({ kind: 'refused', reason: 'it is being stopped' });
    await world.runStops();
    expect(await take(cancelled.part)).toEqual({ kind: 'refused', reason: 'it is stopped' });
  });
});

describe('an order being taken back, and what comes meanwhile', () => {
  it.each<[string, StoreScript]>([
    ['confirms the stop all the same', confirms],
    ['says that it shipped', saysShipped],
    ['does not answer', isDown],
  ])('a package arrives during POST /cancel, and the store %s: the package counts', async (_, script) => {
    const { order, part } = await anOrder();
    world.script(shipper, async (request) => {
      await packageArrives(world.db, part);
      return script(request);
    });
    await take(part);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      lines: ['shipped'],
      shippingOrders: ['placed'],
      stops: ['already_shipped'],
    });
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('a package of a part of it: it is not stopped, and nothing is stated of its rest', async () => {
    const { order, part } = await anOrder();
    await take(part);
    await packageArrives(world.db, part, 1);
    await world.runStops();
    expect(world.calls).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      lines: ['allocated'],
      stops: ['already_shipped'],
    });
    expect(await world.db.shippingOrder.findUnique({ where: { id: part.id } })).toMatchObject({
      restStatedAt: null,
    });
  });

  it('its seller cancels the whole order: one call, its lines stop, and the seller is answered stopped', async () => {
    const { order, part } = await anOrder();
    await take(part);
    expect(await cancel(order)).toBe('pending');
    expect(await world.runStops()).not.toContainEqual(expect.objectContaining({ type: 'order.route' }));
    expect(askedFor(part)).toHaveLength(1);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
    expect(world.replies).toMatchObject([{ verdict: STOPPED }]);
    expect(await viewStock(world.db, part)).toMatchObject({ committed: 0 });
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('the cancellation is stored at the same moment: whichever is first, the order stops', async () => {
    const { order, part } = await anOrder();
    const by = (tx: Tx) => takeBack(tx, { reference: part.externalRef, lines: 'close', now: world.now });
    const answered = await writtenFirst(world.db, { sellerOrderId: order.id, by }, () => cancel(order));
    expect(answered).toBe('pending');
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });

    const second = await anOrder();
    let taken: ReturnType<typeof take> | undefined;
    await world.deliver({ shopId: seller, orderId: second.order.orderId, eventId: 'E-9' }, async () => {
      taken = take(second.part, 'close');
      await waitForLocks(world.db);
    });
    expect(await taken).toEqual({ kind: 'refused', reason: 'it is being stopped' });
    await world.runStops();
    expect(await viewOrder(world.db, second.order.id)).toMatchObject({
      order: 'stopped',
      lines: ['stopped'],
    });
  });

  it('its seller cancels, and its shop had shipped: 409 to the seller, the order stands', async () => {
    const { order, part } = await anOrder();
    world.script(shipper, saysShipped);
    await take(part);
    await cancel(order);
    await world.runStops();
    expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'accepted', lines: ['allocated'] });
  });

  it('its shop says that it cannot ship before it is asked: the stop becomes its own, and it is answered', async () => {
    const { order, part } = await anOrder();
    await take(part);
    expect(await cannotShip(part)).toBe('pending');
    await world.runStops();
    expect(world.calls).toMatchObject([{ request: { reason: 'broken' } }]);
    expect(world.replies).toMatchObject([{ verdict: STOPPED }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['waiting'], stops: ['confirmed'] });
    expect(await viewStock(world.db, part)).toMatchObject({ reserved: 0, blocked: 2 });
    expect(await world.db.cancellation.count({ where: { sellerOrderId: order.id } })).toBe(1);
  });

  it('the platform of its shop echoes the call: it is answered stopped, and changes nothing', async () => {
    const { order, part } = await anOrder();
    world.script(shipper, async (request) => {
      expect(await cannotShip(part)).toEqual(STOPPED);
      return confirms(request);
    });
    await take(part);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['waiting'], stops: ['confirmed'] });
    expect(await viewStock(world.db, part)).toMatchObject({ committed: 0 });
  });

  it('D13: goods of it come back: it has shipped', async () => {
    const { order, part } = await anOrder();
    await take(part);
    await world.db.return.create({
      data: {
        id: part.id,
        side: 'shipping',
        shopId: shipper,
        eventId: 'E-3',
        sellerOrderId: order.id,
        shippingOrderId: part.id,
        reference: part.id,
        state: 'waiting',
        correlation: 'test',
      },
    });
    await world.runStops();
    expect(world.calls).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ stops: ['already_shipped'] });
  });
});
