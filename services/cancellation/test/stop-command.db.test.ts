import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancellationWorld, WAITS_MS } from './cancellation-world';
import { packageArrives, partOf, storeOrder, type StoredOrder, type StoredPart } from './stored-order';
import { openAlerts, viewOrder } from './views';
import { confirms, isDown, refuses, saysShipped, type StoreScript } from './store-scripts';

let world: CancellationWorld;
let [seller, shipper] = [0, 0];
beforeAll(async () => {
  world = await CancellationWorld.open();
});
beforeEach(async () => {
  [seller, shipper] = [await world.shop(), await world.shop()];
  await world.takeCommands();
  await world.db.alert.deleteMany();
  await world.db.shippingOrderStop.deleteMany();
  world.calls.length = 0;
  world.replies.length = 0;
});
afterAll(() => world.close());

const MINUTE = 60_000;

/** An order with one placed shipping order, its cancellation begun; the stop's command is not carried out yet. */
async function aStopDue(
  script: StoreScript = confirms,
): Promise<{ order: StoredOrder; part: StoredPart; stopId: string }> {
  world.script(shipper, script);
  const order = await storeOrder(world.db, {
    sellingShopId: seller,
    shippingOrders: [{ shopId: shipper, state: 'placed' }],
  });
  const part = partOf(order);
  await world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-1' });
  await world.takeCommands();
  return { order, part, stopId: (await theStop(part)).id };
}

const theStop = ({ id }: StoredPart) =>
  world.db.shippingOrderStop.findUniqueOrThrow({ where: { shippingOrderId: id } });
const run = (stopId: string) => world.runStop({ payload: { stopId } });
const inMs = (at: Date | null) => (at === null ? null : at.getTime() - world.now);

describe('D23: a store that does not answer', () => {
  it('is called again after 1, 5, 15, 60 minutes and then hourly, with the same data each time', async () => {
    const { part, stopId } = await aStopDue(isDown);
    await run(stopId);
    const waits = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const wait = inMs((await theStop(part)).nextAttemptAt) ?? 0;
      waits.push(wait / MINUTE);
      world.now += wait - 1;
      expect(await world.due()).toBe(0);
      world.now += 1;
      expect(await world.due()).toBe(1);
      await world.runStops();
    }
    expect(waits).toEqual([1, 5, 15, 60, 60, 60]);
    expect(world.calls).toHaveLength(7);
    expect(new Set(world.calls.map(({ request }) => JSON.stringify(request))).size).toBe(1);
  });

  it('and is up again: the next run finishes the cancellation without the shop, and support is notified that it saw only 503', async () => {
    const { order, stopId } = await aStopDue(isDown);
    await run(stopId);
    world.script(shipper, confirms);
    world.now += MINUTE;
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', stops: ['confirmed'] });
    expect(await openAlerts(world.db)).toEqual(['cancellation_unanswered']);
  });

  it('for the first four runs: support is alerted once, because the goods may leave; the alert closes when it is stopped', async () => {
    const { order, stopId } = await aStopDue(isDown);
    for (let call = 1; call <= WAITS_MS.length; call += 1) {
      expect(await openAlerts(world.db)).toEqual([]);
      await run(stopId);
    }
    expect(await openAlerts(world.db)).toEqual(['cancellation_refused']);
    world.script(shipper, confirms);
    await world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-1' });
    await world.runStops();
    expect(await openAlerts(world.db)).toEqual([]);
  });
});

describe('D23: a store that refuses permanently', () => {
  it.each([
    [400, 'invalid_request'],
    [404, 'unknown_order'],
    [409, 'idempotency_conflict'],
  ])(
    'with %i %s: support is alerted, it becomes a dead letter, and the cancellation stays unfinished',
    async (status, code) => {
      const { order, part, stopId } = await aStopDue(refuses(status, code));
      await run(stopId);
      const dead = { payload: { stopId }, reason: `refused: ${status} ${code}` };
      expect(await world.deadLetters()).toContainEqual(dead);
      expect(await theStop(part)).toMatchObject({
        state: 'failed',
        lastFailure: `refused: ${status} ${code}`,
      });
      expect(await openAlerts(world.db)).toEqual(['cancellation_refused']);
      expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopping', lines: ['allocated'] });
      expect(world.replies).toEqual([]);
      world.now += 24 * 60 * MINUTE;
      expect(await world.due()).toBe(0);
    },
  );

  it.each<[string, (stopId: string) => Promise<unknown>]>([
    ['a replay of its dead letter', (stopId) => run(stopId)],
    [
      'the identical event',
      async () => {
        const { orderId } = await world.db.sellerOrder.findFirstOrThrow({ where: { shopId: seller } });
        await world.deliver({ shopId: seller, orderId, eventId: 'E-1' });
        await world.runStops();
      },
    ],
  ])('and is fixed: %s resumes it', async (_, resume) => {
    const { order, stopId } = await aStopDue(refuses(400, 'invalid_request'));
    await run(stopId);
    world.script(shipper, confirms);
    await resume(stopId);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', stops: ['confirmed'] });
    expect(world.replies.at(-1)).toMatchObject({ verdict: { outcome: 'stopped' } });
    expect(await openAlerts(world.db)).toEqual([]);
  });
});

it('D23: a receipt that does not match: support is alerted at once, and it is retried', async () => {
  const { part, stopId } = await aStopDue(() => ({
    kind: 'invalid_receipt',
    status: 200,
    field: 'external_ref',
    problem: 'is another',
    faults: [],
    attempts: 1,
  }));
  await run(stopId);
  expect(await theStop(part)).toMatchObject({ state: 'due', attempts: 1 });
  expect(await openAlerts(world.db)).toEqual(['cancellation_refused']);
});

describe('no call, or an unfinished one: no attempt is spent (D23)', () => {
  it('an open circuit: due again after the wait', async () => {
    const { part, stopId } = await aStopDue(() => ({
      kind: 'postponed',
      reason: 'circuit_open',
      afterMs: 20_000,
      attemptsMade: 0,
      maybeActed: false,
    }));
    await run(stopId);
    const stop = await theStop(part);
    expect(stop).toMatchObject({ state: 'due', attempts: 0, lastFailure: 'deferred: circuit_open' });
    expect(inMs(stop.nextAttemptAt)).toBe(20_000);
  });

  it('a long wait between attempts: the row keeps those made, and the next call counts them', async () => {
    const { part, stopId } = await aStopDue(() => ({
      kind: 'postponed',
      reason: 'long_wait',
      afterMs: 100_000,
      attemptsMade: 2,
      maybeActed: true,
    }));
    await run(stopId);
    expect(await theStop(part)).toMatchObject({
      state: 'due',
      attempts: 1,
      outcomeUnknown: true,
      callAttempts: 2,
    });
    world.script(shipper, confirms);
    await run(stopId);
    expect(world.calls.map(({ attemptsMade }) => attemptsMade)).toEqual([0, 2]);
  });

  it('D18: no attempt reached the store: certainly nothing is stopped, also after a check without a call', async () => {
    const { part, stopId } = await aStopDue(() => ({
      kind: 'unavailable',
      reason: 'network',
      status: null,
      code: null,
      retryAfterMs: null,
      maybeActed: false,
      attempts: 3,
    }));
    await run(stopId);
    expect(await theStop(part)).toMatchObject({ state: 'due', attempts: 1, outcomeUnknown: false });
    world.script(shipper, () => ({ kind: 'held', afterMs: 30_000 }));
    await run(stopId);
    expect(await theStop(part)).toMatchObject({ state: 'due', attempts: 1, outcomeUnknown: false });
  });

  it('held calls: it keeps its place', async () => {
    const { part, stopId } = await aStopDue(() => ({ kind: 'held', afterMs: 30_000 }));
    await run(stopId);
    const stop = await theStop(part);
    expect(stop).toMatchObject({ state: 'due', attempts: 0 });
    expect(inMs(stop.nextAttemptAt)).toBe(0);
  });

  it('a 401: nothing was stopped, it waits for the hold to end', async () => {
    const { part, stopId } = await aStopDue(() => ({
      kind: 'unauthorized',
      status: 401,
      code: null,
      message: null,
      attempts: 1,
      maybeActed: false,
    }));
    await run(stopId);
    expect(await theStop(part)).toMatchObject({ state: 'due', attempts: 0 });
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it("the called shop's cancellation is off: an alert asks support at once to contact the shop, and a dead letter waits (D12)", async () => {
    const { order, part, stopId } = await aStopDue(() => ({
      kind: 'capability_off',
      capability: 'cancellation',
    }));
    await run(stopId);
    expect(await world.deadLetters()).toContainEqual({ payload: { stopId }, reason: 'capability_off' });
    expect(await theStop(part)).toMatchObject({ state: 'failed', attempts: 0 });
    const alert = await world.db.alert.findFirstOrThrow({ where: { kind: 'cancellation_refused' } });
    expect(alert.message).toContain('ask the shop to stop it');
    world.script(shipper, confirms);
    await run(stopId);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' });
  });
});

describe('a worker that dies', () => {
  it('before its call has ended: its lease is respected, then the same call is made again', async () => {
    const { order, part, stopId } = await aStopDue(() => {
      throw new Error('killed');
    });
    await expect(run(stopId)).rejects.toThrow('killed');
    expect(await theStop(part)).toMatchObject({ state: 'sending' });
    world.script(shipper, confirms);
    await run(stopId);
    expect(world.calls).toHaveLength(1);
    expect(await world.due()).toBe(0);
    world.now += 120_000;
    expect(await world.due()).toBe(1);
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' });
    expect(new Set(world.calls.map(({ request }) => JSON.stringify(request))).size).toBe(1);
  });

  it('leaves a call that may have been made: the order does not stand before the call’s effect is known', async () => {
    const { part, stopId } = await aStopDue(() => {
      throw new Error('killed');
    });
    await expect(run(stopId)).rejects.toThrow('killed');
    world.now += 120_000;
    world.script(shipper, () => ({ kind: 'held', afterMs: 30_000 }));
    await run(stopId);
    expect(await theStop(part)).toMatchObject({ state: 'due', attempts: 1, outcomeUnknown: true });
  });

  it('whose lease ran out and that answers late: a final answer of the store counts, anything less does not', async () => {
    const { order, part, stopId } = await aStopDue(async () => {
      world.now += 120_000;
      world.script(shipper, confirms);
      await run(stopId);
      return isDown({ external_ref: '', order_id: '' });
    });
    await run(stopId);
    expect(await theStop(part)).toMatchObject({ state: 'confirmed' });
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' });
  });
});

describe('one effect, however often a command comes', () => {
  it('twenty at the same moment: one call', async () => {
    const { order, stopId } = await aStopDue();
    await Promise.all(Array.from({ length: 20 }, () => run(stopId)));
    expect(world.calls).toHaveLength(1);
    expect(world.replies).toHaveLength(1);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' });
  });

  it('after the end: nothing', async () => {
    const { stopId } = await aStopDue();
    await run(stopId);
    await run(stopId);
    expect(world.calls).toHaveLength(1);
  });

  it('two processes that look at the same moment make one call', async () => {
    await aStopDue();
    await Promise.all([world.runStops(), world.runStops()]);
    expect(world.calls).toHaveLength(1);
  });
});

describe('a placement whose outcome is unknown is settled first, then cancelled (D21)', () => {
  async function aStopSettling(): Promise<{ order: StoredOrder; part: StoredPart }> {
    const order = await storeOrder(world.db, {
      sellingShopId: seller,
      shippingOrders: [{ shopId: shipper, state: 'sending', lastAttemptAt: world.now }],
    });
    expect(await world.deliver({ shopId: seller, orderId: order.orderId, eventId: 'E-1' })).toBe('pending');
    const part = partOf(order);
    return { order, part };
  }
  /** As routing records the end of a placement. */
  async function placingEnds(part: StoredPart, state: 'placed' | 'planned' | 'refused'): Promise<void> {
    await world.db.shippingOrder.update({
      where: { id: part.id },
      data: { state, storeOrderId: state === 'placed' ? `SO-${part.id}` : null },
    });
    const stop = await theStop(part);
    await world.db.shippingOrderStop.update({ where: { id: stop.id }, data: { state: 'due' } });
    await run(stop.id);
  }

  it('its placing is requested at once, and no POST /cancel is made before', async () => {
    const { order, part } = await aStopSettling();
    expect(await world.runStops()).toEqual([
      { type: 'shipping-order.place', payload: { shippingOrderId: part.id } },
    ]);
    expect(world.calls).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopping', stops: ['settling'] });
    const { stopRequestedAt } = await world.db.shippingOrder.findUniqueOrThrow({ where: { id: part.id } });
    expect(stopRequestedAt).not.toBeNull();
  });

  it('placed: then it is cancelled', async () => {
    const { order, part } = await aStopSettling();
    await placingEnds(part, 'placed');
    expect(world.calls).toMatchObject([{ request: { order_id: `SO-${part.id}` } }]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'stopped',
      shippingOrders: ['stopped'],
    });
  });

  it.each(['refused', 'planned'] as const)(
    '%s, so the store never had it: stopped without a call',
    async (state) => {
      const { order, part } = await aStopSettling();
      await placingEnds(part, state);
      expect(world.calls).toEqual([]);
      expect(await viewOrder(world.db, order.id)).toMatchObject({
        order: 'stopped',
        shippingOrders: ['stopped'],
      });
      expect(world.replies).toMatchObject([{ verdict: { outcome: 'stopped' } }]);
    },
  );

  it('the engine checks whether the end of the placement was reported, and continues where it was not', async () => {
    const { order, part } = await aStopSettling();
    await world.runStops();
    world.now += MINUTE;
    expect(await world.due()).toBe(1);
    await world.runStops();
    expect(await theStop(part)).toMatchObject({ state: 'settling' });
    await world.db.shippingOrder.update({
      where: { id: part.id },
      data: { state: 'placed', storeOrderId: 'SO-x' },
    });
    world.now += MINUTE;
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' });
  });

  it('a package that supplies the missing order_id ends it as shipped (D11)', async () => {
    const { order, part } = await aStopSettling();
    await world.runStops();
    await packageArrives(world.db, part, 1);
    await run((await theStop(part)).id);
    expect(world.calls).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      stops: ['already_shipped'],
    });
  });
});

it('a store that answers shipped to a stop that came too late: a withdrawn stop is unchanged', async () => {
  const { stopId } = await aStopDue(saysShipped);
  await world.db.shippingOrderStop.deleteMany();
  await run(stopId);
  expect(world.calls).toEqual([]);
});
