import { randomUUID } from 'node:crypto';
import { inTransaction, type Tx } from '@hub/database';
import { waitForLocks } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancellationWorld, type Answered } from './cancellation-world';
import { deadlocks, writtenFirst } from './competing-write';
import {
  packageArrives,
  partOf,
  storeOrder,
  type StoredOrder,
  type StoredPart,
  type StoredShippingOrder,
} from './stored-order';
import { ledgerOf, viewOrder, viewStock } from './views';
import { confirms, isDown, saysShipped, type StoreScript } from './store-scripts';

let world: CancellationWorld;
let [seller, shipper, other] = [0, 0, 0];
beforeAll(async () => {
  world = await CancellationWorld.open();
});
beforeEach(async () => {
  [seller, shipper, other] = [await world.shop(), await world.shop(), await world.shop()];
  await world.takeCommands();
  world.calls.length = 0;
  world.replies.length = 0;
});
afterAll(() => world.close());

const STOPPED = { status: 200, outcome: 'stopped' };
const SHIPPED = expect.objectContaining({ status: 409, code: 'order_already_shipped' });

async function anOrder(
  ...shippingOrders: StoredShippingOrder[]
): Promise<{ order: StoredOrder; part: StoredPart }> {
  const order = await storeOrder(world.db, { sellingShopId: seller, shippingOrders });
  const part = partOf(order);
  return { order, part };
}
const cancel =
  (order: StoredOrder, eventId = 'E-1') =>
  () =>
    world.deliver({ shopId: seller, orderId: order.orderId, eventId });
const cannotShip =
  (part: StoredPart, eventId = 'E-2') =>
  () =>
    world.deliver({ shopId: part.shopId, orderId: part.storeOrderId ?? '', eventId });

describe('package against cancellation', () => {
  it('a package that is being stored as the cancellation arrives: 409, no call', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    const packed = (tx: Tx) =>
      tx.shippingOrderLine.update({ where: { id: part.lineId }, data: { packaged: 1 } });
    expect(await writtenFirst(world.db, { sellerOrderId: order.id, by: packed }, cancel(order))).toEqual(
      SHIPPED,
    );
    await world.runStops();
    expect(world.calls).toEqual([]);
  });

  it('a package that arrives while the cancellation is being stored waits for it, and then ends the stop', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    let packed: Promise<void> = Promise.resolve();
    const answered = await world.deliver({ shopId: seller, orderId: order.orderId }, async () => {
      packed = packageArrives(world.db, part);
      await waitForLocks(world.db);
    });
    expect(answered).toBe('pending');
    await packed;
    await world.runStops();
    expect(world.calls).toEqual([]);
    expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
  });

  it.each<[string, StoreScript]>([
    ['says that it shipped', saysShipped],
    ['confirms the stop all the same', confirms],
    ['does not answer', isDown],
  ])(
    'a package that arrives during POST /cancel, and the store %s: the package counts',
    async (_, script) => {
      const { order, part } = await anOrder(
        { shopId: shipper, state: 'placed' },
        { shopId: other, state: 'placed' },
      );
      world.script(shipper, async (request) => {
        await packageArrives(world.db, part);
        return script(request);
      });
      await cancel(order)();
      await world.runStops();
      expect(await viewOrder(world.db, order.id)).toEqual({
        order: 'accepted',
        lines: ['shipped', 'waiting'],
        shippingOrders: ['placed', 'stopped'],
        stops: ['already_shipped', 'confirmed'],
      });
      expect(world.replies).toMatchObject([{ verdict: SHIPPED }]);
      expect(await viewStock(world.db, part)).toMatchObject({ reserved: 2 });
    },
  );

  it('a package during the POST /cancel of a shop that cannot ship: nothing is routed again', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    world.script(shipper, async (request) => {
      await packageArrives(world.db, part, 1);
      return confirms(request);
    });
    await cannotShip(part)();
    expect(await world.runStops()).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      lines: ['allocated'],
      stops: ['already_shipped'],
    });
  });
});

describe('cancellation against placing', () => {
  it('a placing that claims the shipping order as the cancellation arrives: its outcome is settled first', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'planned' });
    const claimed = (tx: Tx) =>
      tx.shippingOrder.update({
        where: { id: part.id },
        data: {
          state: 'sending',
          lastAttemptAt: new Date(world.now),
          leaseUntil: new Date(world.now + 60_000),
        },
      });
    expect(await writtenFirst(world.db, { sellerOrderId: order.id, by: claimed }, cancel(order))).toBe(
      'pending',
    );
    expect(await viewOrder(world.db, order.id)).toMatchObject({ stops: ['settling'], lines: ['allocated'] });
    expect(await viewStock(world.db, part)).toMatchObject({ reserved: 2 });
  });

  it('a placing that begins while the cancellation is being stored finds the shipping order stopped: it is never sent', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'planned' });
    const claims = async () =>
      inTransaction(world.db, async (tx) => {
        await tx.$executeRaw`SELECT 1 FROM seller_order WHERE id = ${order.id}::uuid FOR UPDATE`;
        return tx.$executeRaw`
          UPDATE shipping_order SET state = 'sending'
          WHERE id = ${part.id}::uuid AND state = 'planned' AND stop_requested_at IS NULL`;
      });
    let claimed: Promise<number> = Promise.resolve(-1);
    const answered = await world.deliver({ shopId: seller, orderId: order.orderId }, async () => {
      claimed = claims();
      await waitForLocks(world.db);
    });
    expect(answered).toEqual(STOPPED);
    expect(await claimed).toBe(0);
  });

  it('a receipt that is being recorded as the cancellation arrives: the call uses the order id just received', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'sending', lastAttemptAt: world.now });
    const placed = (tx: Tx) =>
      tx.shippingOrder.update({
        where: { id: part.id },
        data: { state: 'placed', storeOrderId: `SO-${part.id}` },
      });
    expect(await writtenFirst(world.db, { sellerOrderId: order.id, by: placed }, cancel(order))).toBe(
      'pending',
    );
    await world.runStops();
    expect(world.calls).toMatchObject([{ request: { order_id: `SO-${part.id}` } }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' });
  });
});

describe('cancellation against placing, and another shop has shipped', () => {
  it('a shipping order that its shop refuses meanwhile stays as routing left it: its line waits for support', async () => {
    const { order, part } = await anOrder(
      { shopId: shipper, state: 'sending', lastAttemptAt: world.now },
      { shopId: other, state: 'placed' },
      { shopId: await world.shop(saysShipped), state: 'placed' },
    );
    await cancel(order)();
    await world.db.shippingOrder.update({ where: { id: part.id }, data: { state: 'refused' } });
    const { id: itsStop } = await world.db.shippingOrderStop.findUniqueOrThrow({
      where: { shippingOrderId: part.id },
    });
    await world.runStops({ but: itsStop });
    const { lines, shippingOrders, stops, ...rest } = await viewOrder(world.db, order.id);
    expect([rest.order, lines[0], shippingOrders[0], stops[0]]).toEqual([
      'accepted',
      'allocated',
      'refused',
      null,
    ]);
    expect([lines[2], shippingOrders[2], stops[2]]).toEqual(['allocated', 'placed', 'already_shipped']);
    // Where the shop that has shipped answers first, the other is no longer called.
    expect([
      ['waiting', 'stopped', 'confirmed'],
      ['allocated', 'placed', null],
    ]).toContainEqual([lines[1], shippingOrders[1], stops[1]]);
    expect(await viewStock(world.db, part)).toMatchObject({ reserved: 2 });
  });
});

describe('cancellation against routing', () => {
  it('a shipping order that routing is planning as the cancellation arrives is stopped with it', async () => {
    const order = await storeOrder(world.db, { sellingShopId: seller, furtherLines: ['waiting'] });
    const routed = async (tx: Tx) => {
      const id = randomUUID();
      await tx.shippingOrder.create({
        data: { id, sellerOrderId: order.id, decisionId: randomUUID(), shopId: shipper, externalRef: id },
      });
      await tx.orderLine.update({ where: { id: order.furtherLines[0] ?? '' }, data: { state: 'allocated' } });
      const line = { orderLineId: order.furtherLines[0] ?? '', variantId: 'V', quantity: 2, unitPrice: 1 };
      await tx.shippingOrderLine.create({
        data: {
          id: randomUUID(),
          shippingOrderId: id,
          externalRef: `${id}-1`,
          position: 1,
          calculation: {},
          ...line,
        },
      });
    };
    expect(await writtenFirst(world.db, { sellerOrderId: order.id, by: routed }, cancel(order))).toEqual(
      STOPPED,
    );
    expect(await viewOrder(world.db, order.id)).toEqual({
      order: 'stopped',
      lines: ['stopped'],
      shippingOrders: ['stopped'],
      stops: ['confirmed'],
    });
  });

  it('an order being held or released as the cancellation arrives is cancelled in its new state', async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      state: 'held',
      furtherLines: ['waiting'],
    });
    const released = (tx: Tx) =>
      tx.sellerOrder.update({ where: { id: order.id }, data: { state: 'accepted' } });
    expect(await writtenFirst(world.db, { sellerOrderId: order.id, by: released }, cancel(order))).toEqual(
      STOPPED,
    );
  });
});

describe('two cancellations', () => {
  it('of the same order at the same moment, under two ids: one cancellation, one call, both recorded', async () => {
    const { order } = await anOrder({ shopId: shipper, state: 'placed' });
    expect(await Promise.all([cancel(order, 'E-1')(), cancel(order, 'E-2')()])).toEqual([
      'pending',
      'pending',
    ]);
    await world.runStops();
    expect(world.calls).toHaveLength(1);
    expect(await world.db.cancellation.count({ where: { sellerOrderId: order.id } })).toBe(1);
    const entries = await ledgerOf(world.db, seller);
    expect(entries.map(({ outcome }) => outcome)).toEqual(['stopped', 'stopped']);
  });

  it('where the first to arrive is handled second: it waits with the other, and both are recorded', async () => {
    const { order } = await anOrder({ shopId: shipper, state: 'placed' });
    const answered = await inTransaction(world.db, async (tx) => {
      await tx.$queryRaw`SELECT now()`;
      expect(await cancel(order, 'E-2')()).toBe('pending');
      return world.deliverIn(tx, { shopId: seller, orderId: order.orderId, eventId: 'E-1' });
    });
    expect(answered).toBe('pending');
    await world.runStops();
    const entries = await ledgerOf(world.db, seller);
    expect(entries.map(({ outcome }) => outcome)).toEqual(['stopped', 'stopped']);
  });

  it('the same event delivered twice at the same moment: the second waits for the first, and all are answered', async () => {
    const { order } = await anOrder({ shopId: shipper, state: 'placed' });
    const answers = await Promise.all([cancel(order)(), cancel(order)(), cancel(order)()]);
    expect(answers).toEqual(['pending', 'pending', 'pending']);
    await world.runStops();
    expect(world.calls).toHaveLength(1);
    expect(new Set(world.replies.map(({ correlation }) => correlation)).size).toBe(3);
  });

  it.each([true, false])(
    'the selling shop (first: %s) and a shop that cannot ship: one call, the order is stopped, nothing is routed again',
    async (sellerFirst) => {
      const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
      const both = [cancel(order), cannotShip(part)];
      const answers: Answered[] = [];
      for (const send of sellerFirst ? both : both.toReversed()) answers.push(await send());
      expect(answers).toEqual(['pending', 'pending']);
      const commands = await world.runStops();
      expect(world.calls).toHaveLength(1);
      expect(commands.map(({ type }) => type)).not.toContain('order.route');
      expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
    },
  );

  it('the selling shop cancels while a shop that cannot ship is being confirmed', async () => {
    const { order, part } = await anOrder({ shopId: shipper, state: 'placed' });
    world.script(shipper, async (request) => {
      expect(await cancel(order)()).toBe('pending');
      return confirms(request);
    });
    await cannotShip(part)();
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
    expect(world.replies.map(({ verdict }) => verdict)).toEqual([STOPPED, STOPPED]);
  });

  it('two shops of one order that cannot ship at the same moment: both go back to routing', async () => {
    const { order, part } = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
    );
    const second = partOf(order, 1);
    await Promise.all([cannotShip(part)(), cannotShip(second)()]);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      lines: ['waiting', 'waiting'],
    });
  });
});

it('resends while the stops of several shops end: locks are taken in one order, no deadlock, one answer each', async () => {
  const rounds = 8;
  for (let round = 0; round < rounds; round += 1) {
    const { order } = await anOrder(
      { shopId: shipper, state: 'placed' },
      { shopId: other, state: 'placed' },
      { shopId: other, state: 'planned' },
    );
    await cancel(order, `E-${round}`)();
    const resends = Array.from({ length: 4 }, (_, index) =>
      cancel(order, `E-${round}${index % 2 ? '-b' : ''}`)(),
    );
    await Promise.all([world.runStops(), ...resends]);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' });
    for (const { outcome } of await ledgerOf(world.db, seller)) expect(outcome).toBe('stopped');
  }
  expect(world.calls).toHaveLength(2 * rounds);
  expect(await deadlocks(world.db)).toBe(0);
});
