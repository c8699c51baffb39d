import { randomUUID } from 'node:crypto';
import { raiseAlert } from '@hub/alerts';
import { accepted, echo, refused } from '@hub/test-world';
import { aShippingOrder, aShop, type StoredShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPlatformReturn, aReturnOf } from './a-return-event';
import { ReturnsWorld } from './returns-world';

const MINUTE = 60_000;

let world: ReturnsWorld;
beforeAll(async () => {
  world = await ReturnsWorld.open();
}, 60_000);
afterAll(() => world.close());

const fromShippingShop = (order: StoredShippingOrder, overrides?: Parameters<typeof aReturnOf>[1]) =>
  world.report(order.shopId, aReturnOf(order, overrides));
/** Names an order of the shop by an id alone. */
const withoutReferences = (order: StoredShippingOrder) => ({
  order_id: order.storeOrderId ?? `SO-${order.id}`,
  lines: [{ order_line_id: 'SOL-1', quantity: 1 }],
});
const fromPlatform = (order: StoredShippingOrder, lines: [string, number][] = [['L-1', 1]]) =>
  world.report(order.sellingShopId, aPlatformReturn(order, lines));
const setState = (id: string, state: 'due' | 'sending' | 'registered' | 'failed', outcomeUnknown = false) =>
  world.db.return.update({ where: { id }, data: { state, outcomeUnknown } });

describe('state table: Return | return.created | Order and lines found, full line quantities', () => {
  it('is stored and on its way to the selling shop, with what support is shown', async () => {
    const order = await aShippingOrder(world.db, { quantities: [1, 1] });
    expect(await fromShippingShop(order, { customer_note: 'came too late' })).toEqual(accepted);
    const [stored, ...others] = await world.returnsOf(order);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      side: 'shipping',
      state: 'due',
      shopId: order.shopId,
      shippingOrderId: order.id,
      customerNote: 'came too late',
    });
    expect(stored?.lines).toHaveLength(2);
    expect(stored?.lines[0]).toMatchObject({ reportedLineId: 'SOL-1', quantity: 1, reason: 'too small' });
    expect(stored?.nextAttemptAt).not.toBeNull();
  });

  it('D13: accepted whether or not the package was seen', async () => {
    const [unseen, seen] = [await aShippingOrder(world.db), await aShippingOrder(world.db)];
    await world.db.shippingOrderLine.updateMany({
      where: { shippingOrderId: seen.id },
      data: { packaged: 1 },
    });
    await world.db.orderLine.updateMany({
      where: { sellerOrderId: seen.sellerOrderId },
      data: { state: 'shipped' },
    });
    expect(await fromShippingShop(unseen)).toEqual(accepted);
    expect(await fromShippingShop(seen)).toEqual(accepted);
  });

  it('D17: of a line returned before its package was seen, the next stock report ends the reservation', async () => {
    const order = await aShippingOrder(world.db);
    await fromShippingShop(order);
    const reservations = await world.db.reservation.findMany({
      where: { shippingOrderLineId: order.lines[0]?.id ?? '' },
    });
    expect(reservations).toMatchObject([{ remaining: 1, endsWithNextReport: true }]);
  });

  it('unknown order: 404', async () => {
    const order = await aShippingOrder(world.db);
    expect(await fromShippingShop(order, { order_id: 'nowhere' })).toMatchObject(
      refused(404, 'unknown_order', 'data.order_id'),
    );
  });

  it('another shop’s order is an unknown order', async () => {
    const order = await aShippingOrder(world.db);
    const other = await aShop(world.db);
    expect(await world.report(other.id, aReturnOf(order))).toMatchObject(
      refused(404, 'unknown_order', 'data.order_id'),
    );
  });

  it('unknown line: 404, also where it is another order’s', async () => {
    const [order, other] = [await aShippingOrder(world.db), await aShippingOrder(world.db)];
    const lines = aReturnOf(other).lines;
    expect(await fromShippingShop(order, { lines })).toMatchObject(
      refused(404, 'unknown_line', 'data.lines[0].external_ref'),
    );
    expect(await world.returnsOf(order)).toEqual([]);
  });

  it('incomplete line: 422 partial_quantity, and nothing is stored', async () => {
    const order = await aShippingOrder(world.db, { quantities: [2] });
    expect(await fromShippingShop(order)).toMatchObject(
      refused(422, 'partial_quantity', 'data.lines[0].quantity'),
    );
    expect(await world.returnsOf(order)).toEqual([]);
  });

  it('D13: a second return of a line by the same side is more than is left to return', async () => {
    const order = await aShippingOrder(world.db);
    await fromShippingShop(order);
    expect(await fromShippingShop(order)).toMatchObject(
      refused(409, 'quantity_exceeded', 'data.lines[0].quantity'),
    );
    expect(await world.returnsOf(order)).toHaveLength(1);
  });

  it('the lines of an order may come back one by one', async () => {
    const order = await aShippingOrder(world.db, { quantities: [1, 1] });
    const [first, second] = aReturnOf(order).lines;
    expect(await fromShippingShop(order, { lines: first ? [first] : [] })).toEqual(accepted);
    expect(await fromShippingShop(order, { lines: second ? [second] : [] })).toEqual(accepted);
    const references = (await world.returnsOf(order)).map(({ reference }) => reference);
    expect(new Set(references).size).toBe(2);
  });

  it('its reference follows from what came back, also in a restored database', async () => {
    const order = await aShippingOrder(world.db);
    await fromShippingShop(order);
    const [before] = await world.returnsOf(order);
    await world.db.returnLine.deleteMany({ where: { returnId: before?.id ?? '' } });
    await world.db.return.deleteMany({ where: { sellerOrderId: order.sellerOrderId } });
    await fromShippingShop(order);
    const [after] = await world.returnsOf(order);
    expect(after?.reference).toBe(before?.reference);
  });

  it('an id of both a shipping order and a seller order names the shipping order', async () => {
    const order = await aShippingOrder(world.db);
    await aShippingOrder(world.db, { sellingShop: { id: order.shopId }, orderId: order.storeOrderId });
    expect(await fromShippingShop(order)).toEqual(accepted);
    expect(await world.returnsOf(order)).toMatchObject([{ side: 'shipping', state: 'due' }]);
  });
});

describe('D11: while the outcome of a placement at the shop is unknown', () => {
  const attempted = (order: StoredShippingOrder, minutesAgo: number) =>
    world.db.shippingOrder.update({
      where: { id: order.id },
      data: { lastAttemptAt: new Date(Date.now() - minutesAgo * MINUTE) },
    });

  it('an unknown order is unsettled for 15 minutes after the last attempt, then unknown', async () => {
    const order = await aShippingOrder(world.db, { state: 'sending', storeOrderId: null });
    await attempted(order, 14);
    const report = () => world.report(order.shopId, withoutReferences(order));
    expect(await report()).toMatchObject({ kind: 'unsettled' });
    await attempted(order, 16);
    expect(await report()).toMatchObject(refused(404, 'unknown_order', 'data.order_id'));
  });

  it.each(['planned', 'refused', 'placed'] as const)(
    'a placement that is %s leaves no doubt',
    async (state) => {
      const order = await aShippingOrder(world.db, { state });
      await attempted(order, 1);
      expect(await fromShippingShop(order, { order_id: 'nowhere' })).toMatchObject(
        refused(404, 'unknown_order', 'data.order_id'),
      );
    },
  );

  it('a placement at another shop is no reason to wait', async () => {
    await attempted(await aShippingOrder(world.db, { state: 'sending', storeOrderId: null }), 1);
    const order = await aShippingOrder(world.db);
    expect(await fromShippingShop(order, { order_id: 'nowhere' })).toMatchObject(
      refused(404, 'unknown_order', 'data.order_id'),
    );
  });
});

describe('D13: what could be refunded twice is stored and waits for support', () => {
  it('a line whose return the selling platform has reported', async () => {
    const order = await aShippingOrder(world.db);
    await fromPlatform(order);
    expect(await fromShippingShop(order)).toEqual(accepted);
    const [, waiting] = await world.returnsOf(order);
    expect(waiting).toMatchObject({ side: 'shipping', state: 'waiting', nextAttemptAt: null });
    expect(waiting?.nextAttemptAt).toBeNull();
    expect(await world.alertsOf(order)).toMatchObject([
      {
        kind: 'return_waiting',
        subject: `return:${waiting?.id}`,
        detail: { doubts: ['reported_by_selling_shop'] },
      },
    ]);
  });

  it('a line that was stopped', async () => {
    const order = await aShippingOrder(world.db, { state: 'stopped', stop: 'confirmed' });
    await world.db.orderLine.updateMany({
      where: { sellerOrderId: order.sellerOrderId },
      data: { state: 'stopped' },
    });
    expect(await fromShippingShop(order)).toEqual(accepted);
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'waiting' }]);
    expect(await world.alertsOf(order)).toMatchObject([{ kind: 'return_waiting' }]);
  });

  it('a line that is being stopped: the cancellation may refund it', async () => {
    const order = await aShippingOrder(world.db, { stop: 'sending' });
    expect(await fromShippingShop(order)).toEqual(accepted);
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'waiting' }]);
  });

  it('not a line whose stop came too late', async () => {
    const order = await aShippingOrder(world.db, { stop: 'already_shipped' });
    await fromShippingShop(order);
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'due' }]);
  });

  it('a line that another shop, which had it first, returned as well', async () => {
    const first = await aShippingOrder(world.db, { state: 'stopped' });
    await fromShippingShop(first);
    const second = await aShippingOrder(world.db, { ofLine: first.lines[0] });
    expect(await fromShippingShop(second)).toEqual(accepted);
    expect(await world.returnsOf(first)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  });

  it('of several lines, those without doubt continue', async () => {
    const order = await aShippingOrder(world.db, { quantities: [1, 1] });
    await fromPlatform(order, [['L-2', 1]]);
    expect(await fromShippingShop(order)).toEqual(accepted);
    const [, ...stored] = await world.returnsOf(order);
    const byState = new Map(stored.map((one) => [one.state, one]));
    expect(byState.get('due')?.lines).toMatchObject([{ reportedLineId: 'SOL-1' }]);
    expect(byState.get('waiting')?.lines).toMatchObject([{ reportedLineId: 'SOL-2' }]);
  });
});

describe('a selling platform’s report of a return on its own order', () => {
  it('is recorded with its own line ids: no call, no refund', async () => {
    const order = await aShippingOrder(world.db, { ownQuantities: [2] });
    await world.db.outbox.deleteMany();
    expect(
      await fromPlatform(order, [
        ['L-1', 1],
        ['OWN-1', 2],
      ]),
    ).toEqual(accepted);
    const [recorded] = await world.returnsOf(order);
    expect(recorded).toMatchObject({
      side: 'selling',
      state: 'recorded',
      reference: null,
      shippingOrderId: null,
    });
    expect(recorded?.lines.map(({ reportedLineId }) => reportedLineId).toSorted()).toEqual(['L-1', 'OWN-1']);
    expect(await world.db.outbox.count()).toBe(0);
    expect(await world.alertsOf(order)).toEqual([]);
  });

  it('unknown line: 404', async () => {
    const order = await aShippingOrder(world.db);
    expect(await fromPlatform(order, [['nowhere', 1]])).toMatchObject(
      refused(404, 'unknown_line', 'data.lines[0].order_line_id'),
    );
  });

  it('incomplete line: 422 partial_quantity', async () => {
    const order = await aShippingOrder(world.db, { ownQuantities: [2] });
    expect(await fromPlatform(order, [['OWN-1', 1]])).toMatchObject(
      refused(422, 'partial_quantity', 'data.lines[0].quantity'),
    );
  });

  it('D13: a second report of a line is more than is left to return', async () => {
    const order = await aShippingOrder(world.db);
    await fromPlatform(order);
    expect(await fromPlatform(order)).toMatchObject(
      refused(409, 'quantity_exceeded', 'data.lines[0].quantity'),
    );
  });

  it('D13: is an echo of a return of ours that is registered', async () => {
    const order = await aShippingOrder(world.db);
    await fromShippingShop(order);
    const [ours] = await world.returnsOf(order);
    await setState(ours?.id ?? '', 'registered');
    expect(await fromPlatform(order)).toEqual(echo);
    expect(await world.returnsOf(order)).toHaveLength(1);
  });

  it.each(['sending', 'due', 'failed'] as const)(
    'D13: holds a return of ours that is %s with an unknown outcome, so that nothing is refunded twice',
    async (state) => {
      const order = await aShippingOrder(world.db);
      await fromShippingShop(order);
      const [ours] = await world.returnsOf(order);
      await setState(ours?.id ?? '', state, true);
      expect(await fromPlatform(order)).toEqual(accepted);
      expect(await world.returnsOf(order)).toMatchObject([{ state: 'waiting' }, { state: 'recorded' }]);
      expect(await world.alertsOf(order)).toMatchObject([{ kind: 'return_waiting' }]);
      expect(await world.replay(ours?.id ?? '')).toMatchObject({ kind: 'ignored' });
    },
  );

  it.each(['due', 'failed'] as const)(
    'D13: takes the place of a return of ours that is %s and certainly never reached it',
    async (state) => {
      const order = await aShippingOrder(world.db);
      await fromShippingShop(order);
      const [ours] = await world.returnsOf(order);
      await setState(ours?.id ?? '', state);
      expect(await fromPlatform(order)).toEqual(accepted);
      expect(await world.returnsOf(order)).toMatchObject([
        { side: 'shipping', state: 'recorded', nextAttemptAt: null },
        { side: 'selling', state: 'recorded' },
      ]);
      expect(await world.alertsOf(order)).toEqual([]);
      expect(await world.replay(ours?.id ?? '')).toMatchObject({ kind: 'ignored' });
    },
  );

  it('of several lines only those are recorded that match no return of ours', async () => {
    const order = await aShippingOrder(world.db, { ownQuantities: [1] });
    await fromShippingShop(order);
    const [ours] = await world.returnsOf(order);
    await setState(ours?.id ?? '', 'registered');
    expect(
      await fromPlatform(order, [
        ['L-1', 1],
        ['OWN-1', 1],
      ]),
    ).toEqual(accepted);
    const [, recorded] = await world.returnsOf(order);
    expect(recorded?.lines).toMatchObject([{ reportedLineId: 'OWN-1' }]);
  });

  it('may only name the reference of the order or of our return', async () => {
    const order = await aShippingOrder(world.db);
    const data = aPlatformReturn(order, [['L-1', 1]]);
    const of = (external_ref: string) => world.report(order.sellingShopId, { ...data, external_ref });
    expect(await of(randomUUID())).toMatchObject(refused(422, 'invalid_request', 'data.external_ref'));
    expect(await of(order.reference)).toEqual(accepted);
  });
});

describe('a return that carries our references supplies the missing order_id (D11)', () => {
  const stored = ({ id }: StoredShippingOrder) => world.db.shippingOrder.findUniqueOrThrow({ where: { id } });
  const anUnknown = (state: 'sending' | 'disputed' | 'refused' | 'stopped') =>
    aShippingOrder(world.db, { state, storeOrderId: null });

  it.each(['sending', 'disputed', 'refused'] as const)(
    'of one that is %s: it is placed, and its return continues',
    async (state) => {
      const order = await anUnknown(state);
      const alert = {
        kind: 'placing_disputed',
        subject: `shipping_order:${order.id}`,
        message: 'disputed',
      } as const;
      await raiseAlert(world.db, alert);
      const orderId = randomUUID();
      expect(await fromShippingShop(order, { order_id: orderId })).toEqual(accepted);
      expect(await stored(order)).toMatchObject({ state: 'placed', storeOrderId: orderId, failedAt: null });
      expect(await world.returnsOf(order)).toMatchObject([{ state: 'due' }]);
      expect(await world.db.alert.count({ where: { subject: alert.subject, state: 'open' } })).toBe(0);
    },
  );

  it('found by its lines alone, too', async () => {
    const order = await anUnknown('disputed');
    const { external_ref: _, ...data } = aReturnOf(order, { order_id: randomUUID() });
    expect(await world.report(order.shopId, data)).toEqual(accepted);
    expect(await stored(order)).toMatchObject({ state: 'placed' });
  });

  it('a stop that waited for it continues, and finds that it has shipped; the return waits for support', async () => {
    const order = await anUnknown('disputed');
    const stopId = randomUUID();
    await world.db.cancellation.create({
      data: {
        id: stopId,
        kind: 'whole_order',
        sellerOrderId: order.sellerOrderId,
        requestedBy: order.sellingShopId,
        eventId: stopId,
        correlation: 'C-1',
        stops: { create: { id: stopId, shippingOrderId: order.id, reference: stopId, state: 'settling' } },
      },
    });
    expect(await fromShippingShop(order, { order_id: randomUUID() })).toEqual(accepted);
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'waiting' }]);
    expect(await world.commandsOf('shipping-order.stop')).toContainEqual({ stopId });
  });

  it('of one that was settled as not there it changes nothing: it waits for support (D13)', async () => {
    const order = await anUnknown('stopped');
    expect(await fromShippingShop(order, { order_id: randomUUID() })).toEqual(accepted);
    expect(await stored(order)).toMatchObject({ state: 'stopped', storeOrderId: null });
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'waiting' }]);
  });

  it('another shop’s references are unknown, and a wrong line refuses it: nothing is settled', async () => {
    const [order, other] = [await anUnknown('disputed'), await aShippingOrder(world.db)];
    const orderId = randomUUID();
    expect(await world.report(other.shopId, aReturnOf(order, { order_id: orderId }))).toMatchObject(
      refused(404, 'unknown_order', 'data.order_id'),
    );
    const lines = aReturnOf(order).lines.map((line) => ({ ...line, quantity: 7 }));
    expect(await fromShippingShop(order, { order_id: orderId, lines })).toMatchObject(
      refused(409, 'quantity_exceeded', 'data.lines[0].quantity'),
    );
    expect(await stored(order)).toMatchObject({ state: 'disputed', storeOrderId: null });
  });
});
