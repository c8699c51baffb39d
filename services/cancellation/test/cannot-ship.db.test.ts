import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { leaveMarker, saidAtDoor } from '@hub/orders/records';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { forgottenMarkers } from '../src/forgotten-markers';
import { CancellationWorld } from './cancellation-world';
import {
  partOf,
  storeOrder,
  type StoredOrder,
  type StoredPart,
  type StoredShippingOrder,
} from './stored-order';
import { ledgerOf, openAlerts, viewOrder, viewStock } from './views';
import { confirms, isDown, refuses, saysShipped } from './store-scripts';

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

/** The first shipping order is the one that cannot be shipped. */
async function anOrder(
  ...shippingOrders: StoredShippingOrder[]
): Promise<{ order: StoredOrder; part: StoredPart }> {
  const order = await storeOrder(world.db, { sellingShopId: seller, shippingOrders });
  const part = partOf(order);
  return { order, part };
}
const cannotShip = (part: StoredPart, eventId = 'E-1') =>
  world.deliver({ shopId: part.shopId, orderId: part.storeOrderId ?? '', eventId, reason: 'damaged' });
const excludedShops = async ({ orderLineId }: StoredPart) =>
  (await world.db.orderLine.findUniqueOrThrow({ where: { id: orderLineId } })).excludedShops;

describe('a shipping shop that cannot ship (D12)', () => {
  it('is stopped and confirmed with POST /cancel at that same shop, its lines are routed again without it', async () => {
    const { order, part } = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
    );
    expect(await cannotShip(part)).toBe('pending');
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['allocated', 'allocated'],
    });
    const commands = await world.runStops();
    expect(world.calls).toMatchObject([
      { shopId: shipper, request: { order_id: part.storeOrderId, reason: 'damaged' } },
    ]);
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'accepted',
      lines: ['waiting', 'allocated'],
      shippingOrders: ['stopped', 'placed'],
      stops: ['confirmed', null],
    });
    expect(await excludedShops(part)).toEqual([shipper]);
    expect(commands).toEqual([{ type: 'order.route', payload: { sellerOrderId: order.id } }]);
    expect(world.replies).toEqual([{ correlation: expect.any(String), verdict: STOPPED }]);
    expect(await ledgerOf(world.db, shipper)).toMatchObject([{ eventId: 'E-1', outcome: 'stopped' }]);
  });

  it('reported at its own door (D35): the same, without an alert that the shop saw only 503', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    const correlation = randomUUID();
    await inTransaction(world.db, async (tx) => {
      const said = { shopId: shipper, orderId: part.storeOrderId ?? '', reason: 'damaged' };
      await leaveMarker(tx, { ...said, eventId: saidAtDoor(correlation), correlation });
      await enqueue(tx, COMMANDS.cannotShip, { payload: { shippingOrderId: part.id }, correlation });
    });
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['waiting'], stops: ['confirmed'] });
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('whose command was lost with the broker: the same, a minute later', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    const said = { shopId: shipper, orderId: part.storeOrderId ?? '', reason: 'damaged' };
    await inTransaction(world.db, (tx) =>
      leaveMarker(tx, { ...said, eventId: 'E-1', correlation: randomUUID() }),
    );
    const sweepAt = (afterMs: number) =>
      inTransaction(world.db, (tx) => forgottenMarkers.run(tx, Date.now() + afterMs));
    expect(await sweepAt(0)).toBe(0);
    expect(await sweepAt(61_000)).toBe(1);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['waiting'], stops: ['confirmed'] });
    expect(await sweepAt(61_000)).toBe(0);
  });

  it('D17: its reservations become a block, because the stock is evidently not available', async () => {
    const { part } = await anOrder({ shopId: shipper, state: 'placed' });
    await cannotShip(part);
    await world.runStops();
    expect(await viewStock(world.db, part)).toEqual({ committed: 2, reserved: 0, blocked: 2 });
  });

  it('is answered stopped only once POST /cancel is confirmed; the identical event resumes it', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    world.script(shipper, isDown);
    await cannotShip(part);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['allocated'], stops: ['due'] });
    world.script(shipper, confirms);
    expect(await cannotShip(part)).toBe('pending');
    await world.runStops();
    expect(world.replies).toMatchObject([{ verdict: STOPPED }, { verdict: STOPPED }]);
    expect(await cannotShip(part)).toEqual(STOPPED);
    expect(world.calls).toHaveLength(2);
  });

  it('too late where a package of it is known: 409, and only the statement on its rest is stored (D12)', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed', packaged: 1 });
    expect(await cannotShip(part)).toEqual(SHIPPED);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ lines: ['allocated'], stops: [null] });
    expect(await world.runStops()).toEqual([]);
    expect(await world.db.shippingOrder.findMany({ where: { sellerOrderId: order.id } })).toMatchObject([
      { restStatement: 'cannot_ship', restStatedAt: new Date(world.now) },
    ]);
  });

  it('that answers 409 to our POST /cancel has shipped after all: nothing is routed again, support is alerted', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    world.script(shipper, saysShipped);
    await cannotShip(part);
    expect(await world.runStops()).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['allocated'],
      shippingOrders: ['placed'],
      stops: ['already_shipped'],
    });
    expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
    expect(await openAlerts(world.db)).toEqual(['cancellation_overruled']);
    expect(await viewStock(world.db, part)).toMatchObject({ reserved: 2 });
  });

  it('may be the second shop for a line that the first could not ship either', async () => {
    const { part } = await anOrder({ shopId: shipper, state: 'placed' });
    await world.db.orderLine.update({ where: { id: part.orderLineId }, data: { excludedShops: [other] } });
    await cannotShip(part);
    await world.runStops();
    expect(await excludedShops(part)).toEqual([other, shipper]);
  });
});

describe('an echo of our own POST /cancel only confirms, and routes nothing again (D12)', () => {
  it('while its order is being stopped', async () => {
    const { order, part } = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
    );
    world.script(other, isDown);
    const answers: unknown[] = [];
    world.script(shipper, async (request) => {
      // The platform sends the event at once, before it answers the call.
      answers.push(await cannotShip(part));
      return confirms(request);
    });
    await world.deliver({ shopId: seller, orderId: order.orderId });
    const commands = await world.runStops();
    expect(answers).toEqual([STOPPED]);
    expect(commands.map(({ type }) => type)).toEqual(['network-quantity.recalculate']);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'stopping',
      lines: ['stopped', 'allocated'],
    });
    expect(await world.db.cancellation.count({ where: { sellerOrderId: order.id } })).toBe(1);
    expect(await excludedShops(part)).toEqual([]);
  });

  it('once it is stopped', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    await world.deliver({ shopId: seller, orderId: order.orderId });
    await world.runStops();
    expect(await cannotShip(part)).toEqual(STOPPED);
    expect(await world.runStops()).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
    expect(world.calls).toHaveLength(1);
  });

  it('of the POST /cancel for a shop that cannot ship: it routes once', async () => {
    const { part } = await anOrder({ shopId: shipper, state: 'placed' });
    const answers: unknown[] = [];
    world.script(shipper, async (request) => {
      answers.push(await cannotShip(part, 'E-echo'));
      return confirms(request);
    });
    await cannotShip(part);
    const commands = await world.runStops();
    expect(answers).toEqual([STOPPED]);
    expect(commands.map(({ type }) => type)).toEqual(['order.route']);
  });
});

describe('together with a cancellation of the whole order', () => {
  it('that comes while it is being stopped: one call, its lines stop instead of being routed again, both are answered', async () => {
    const { order, part } = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
    );
    await cannotShip(part);
    expect(await world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-2' })).toBe('pending');
    const commands = await world.runStops();
    expect(world.calls.filter(({ shopId }) => shopId === shipper)).toHaveLength(1);
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'stopped',
      lines: ['stopped', 'stopped'],
      shippingOrders: ['stopped', 'stopped'],
      stops: ['confirmed', 'confirmed'],
    });
    expect(commands.map(({ type }) => type)).toEqual(['network-quantity.recalculate']);
    expect(world.replies.map(({ verdict }) => verdict)).toEqual([STOPPED, STOPPED]);
    expect(await viewStock(world.db, part)).toMatchObject({ blocked: 2 });
    expect(await ledgerOf(world.db, seller)).toMatchObject([{ outcome: 'stopped' }]);
    expect(await ledgerOf(world.db, shipper)).toMatchObject([{ outcome: 'stopped' }]);
  });

  it('that is overruled by another shop: its lines are routed again without it', async () => {
    const { order, part } = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
    );
    world.script(other, saysShipped);
    await cannotShip(part);
    await world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-2' });
    const commands = await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['waiting', 'allocated'],
      shippingOrders: ['stopped', 'placed'],
    });
    expect(await excludedShops(part)).toEqual([shipper]);
    expect(commands).toContainEqual({ type: 'order.route', payload: { sellerOrderId: order.id } });
  });

  it('that comes after it was routed again: the new shipping order is stopped too', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    await cannotShip(part);
    await world.runStops();
    expect(await world.deliver({ shopId: seller, orderId: order.orderId })).toEqual(STOPPED);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
    expect(await viewStock(world.db, part)).toMatchObject({ blocked: 2 });
  });

  it('that came first and has not called the shop yet: the shop’s report remains when another shop overrules the order', async () => {
    const { order, part } = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
    );
    world.script(other, saysShipped);
    await world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-2' });
    expect(await cannotShip(part)).toBe('pending');
    // The other shop is called first, so that the order stands before this one is called.
    for (const index of [1, 0]) {
      const { id: shippingOrderId } = partOf(order, index);
      const { id: stopId } = await world.db.shippingOrderStop.findUniqueOrThrow({
        where: { shippingOrderId },
        select: { id: true },
      });
      await world.runStop({ payload: { stopId } });
    }
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['waiting', 'allocated'],
      shippingOrders: ['stopped', 'placed'],
    });
    expect(await excludedShops(part)).toEqual([shipper]);
    expect(world.replies.map(({ verdict }) => verdict)).toEqual([SHIPPED, STOPPED]);
    expect(await ledgerOf(world.db, shipper)).toMatchObject([{ outcome: 'stopped' }]);
  });

  it('that its shop had refused: it resumes the stop, and both are answered', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    world.script(shipper, refuses(400, 'invalid_request'));
    await world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-2' });
    await world.runStops();
    world.script(shipper, confirms);
    expect(await cannotShip(part)).toBe('pending');
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' });
    expect(world.replies.map(({ verdict }) => verdict)).toEqual([STOPPED, STOPPED]);
    expect(await openAlerts(world.db)).toEqual([]);
  });
});
