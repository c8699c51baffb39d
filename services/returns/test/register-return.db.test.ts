import { accepted, aSoldOrder, aStore, dyingAfter, refusedAfter, type StoreOfShop } from '@hub/test-world';
import type { ShopCallOutcome } from '@hub/shops';
import type { StoredShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPlatformReturn, aReturnOf } from './a-return-event';
import { ReturnsWorld } from './returns-world';

const RETURNS = 'POST /returns';
const MINUTE = 60_000;

let world: ReturnsWorld;
let selling: StoreOfShop;
beforeAll(async () => {
  world = await ReturnsWorld.open();
  selling = await aStore(world.db, { slug: 'selling' });
}, 60_000);
afterAll(async () => {
  await selling.store.stop();
  await world.close();
});

/** A return of an order that the selling store knows, due to be registered there. */
async function aDueReturn(of = selling) {
  const order = await aSoldOrder(world.db, of);
  await world.report(order.shopId, aReturnOf(order));
  const [stored] = await world.returnsOf(order);
  return { id: stored?.id ?? '', reference: stored?.reference ?? '', order };
}

/** A client of which every call ends like this. */
const answers = (outcome: ShopCallOutcome<never>) => ({ send: async () => outcome });
const HELD = { kind: 'held', afterMs: 1_000 } as const;
const stored = (id: string) => world.db.return.findUniqueOrThrow({ where: { id } });
const returnsAt = ({ orderId }: StoredShippingOrder, { store } = selling) =>
  store.returns.filter((registered) => registered.orderId === orderId);

describe('state table: Return | POST /returns | Valid: Created', () => {
  it('on the selling shop’s own order, with its own line ids, full quantities and the reasons', async () => {
    const order = await aSoldOrder(world.db, selling, [2, 1]);
    const [first, second] = aReturnOf(order).lines;
    const lines = [
      { order_line_id: 'SOL-1', quantity: 2, reason: 'too small', external_ref: first?.external_ref ?? '' },
      { order_line_id: 'SOL-2', quantity: 1, external_ref: second?.external_ref ?? '' },
    ];
    await world.report(order.shopId, aReturnOf(order, { lines }));
    const [due] = await world.returnsOf(order);
    await world.register();
    const [registered] = returnsAt(order);
    expect(registered).toMatchObject({
      orderId: order.orderId,
      externalRef: due?.reference,
      lines: [
        { lineId: order.lines[0]?.lineItemId, quantity: 2, reason: 'too small' },
        { lineId: order.lines[1]?.lineItemId, quantity: 1, reason: null },
      ],
    });
    expect(await stored(due?.id ?? '')).toMatchObject({
      state: 'registered',
      storeReturnId: registered?.returnId,
      registeredAt: expect.any(Date),
      leaseUntil: null,
      nextAttemptAt: null,
    });
  });

  it('the customer’s note stays with support', async () => {
    const order = await aSoldOrder(world.db, selling);
    await world.report(order.shopId, aReturnOf(order, { customer_note: 'please hurry' }));
    await world.register();
    const request = selling.store.requests.findLast(({ endpoint }) => endpoint === RETURNS);
    expect(JSON.stringify(request?.body)).not.toContain('please hurry');
  });
});

describe('idempotency: POST /returns | external_ref', () => {
  it('a lost answer is requested again under the same reference: one return, its return_id', async () => {
    const { id, order } = await aDueReturn();
    selling.store.faults.add({ endpoint: RETURNS, times: 1, fault: { kind: 'drop', when: 'after' } });
    await world.register();
    const registered = returnsAt(order);
    expect(registered).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ storeReturnId: registered[0]?.returnId });
  });

  it('a worker that died after the call: another repeats it once the lease is over, one return', async () => {
    const { id, order } = await aDueReturn();
    const dies = dyingAfter(await world.storeCalls());
    await world.register({ calls: dies });
    await world.register();
    expect(await stored(id)).toMatchObject({ state: 'sending' });
    await world.register({ aheadMs: 2 * MINUTE });
    expect(await stored(id)).toMatchObject({ state: 'registered' });
    expect(returnsAt(order)).toHaveLength(1);
  });

  it('two processes make one call', async () => {
    const { order } = await aDueReturn();
    const before = selling.store.requests.length;
    await Promise.all([world.register(), world.register()]);
    expect(selling.store.requests.length - before).toBe(1);
    expect(returnsAt(order)).toHaveLength(1);
  });

  it('a worker whose lease ran out before its call failed gives way to the one that registered', async () => {
    const { id, order } = await aDueReturn();
    const slow = refusedAfter(() => world.register({ aheadMs: 2 * MINUTE }));
    await world.register({ calls: slow });
    expect(await stored(id)).toMatchObject({ state: 'registered', lastFailure: null });
    expect(await world.alertsOf(order)).toEqual([]);
  });

  it('a command that comes late is ignored: it is registered', async () => {
    const { id } = await aDueReturn();
    await world.register();
    expect(await world.replay(id)).toMatchObject({ kind: 'ignored' });
  });
});

describe('D23: a failed return goes to support at once, and they can resume it', () => {
  it.each([
    ['no success in three attempts', 3, { kind: 'status', status: 503 }, 'no success in 3 attempts (status)'],
    [
      'other data under the same reference',
      1,
      { kind: 'status', status: 409, code: 'idempotency_conflict' },
      'the store answered 409 idempotency_conflict',
    ],
    [
      'a receipt without return_id',
      1,
      { kind: 'wrong_receipt', without: ['return_id'] },
      'the receipt does not match (return_id)',
    ],
    [
      'a wrong reference in the receipt',
      1,
      { kind: 'wrong_receipt', change: { external_ref: 'another' } },
      'the receipt does not match (external_ref)',
    ],
  ] as const)('%s', async (_, times, fault, reason) => {
    const { id, order } = await aDueReturn();
    // `without` is a list that the store may change.
    const given = 'without' in fault ? { ...fault, without: [...fault.without] } : fault;
    selling.store.faults.add({ endpoint: RETURNS, times, fault: given });
    await world.register();
    expect(await world.deadLetters()).toContainEqual({ payload: { returnId: id }, reason });
    expect(await stored(id)).toMatchObject({ state: 'failed', lastFailure: reason, nextAttemptAt: null });
    expect(await world.alertsOf(order)).toMatchObject([
      { kind: 'return_failed', shopId: selling.shop.id, message: expect.stringContaining(reason) },
    ]);

    expect(await world.replay(id)).toEqual({ kind: 'done', outcome: 'due' });
    // The effect of the failed call is unknown until there is a receipt.
    expect(await stored(id)).toMatchObject({ state: 'due', outcomeUnknown: true, leaseUntil: null });
    await world.register();
    expect(await stored(id)).toMatchObject({ state: 'registered', outcomeUnknown: false });
    expect(returnsAt(order)).toHaveLength(1);
    expect(await world.alertsOf(order)).toEqual([]);
  });
});

describe('D23: what is not the return’s fault waits, no attempt spent', () => {
  it('the selling shop’s returns are off: support is alerted once; it waits until they are on, and was certainly not registered', async () => {
    const off = await aStore(world.db, { slug: 'switched-off' });
    const { id, order } = await aDueReturn(off);
    await world.db
      .$executeRaw`UPDATE shop SET returns = 'off', revision = nextval('shop_revision') WHERE id = ${off.shop.id}`;
    await world.register();
    const waiting = { state: 'due', outcomeUnknown: false, callAttempts: 0, lastFailure: 'returns is off' };
    expect(await stored(id)).toMatchObject(waiting);
    await world.register();
    expect(await world.alertsOf(order)).toMatchObject([
      { kind: 'return_failed', count: 1, message: expect.stringContaining('returns capability is off') },
    ]);
    expect(off.store.requests).toEqual([]);
    await off.store.stop();
  });

  it('once in doubt it stays so, though a later call was not made', async () => {
    const { id } = await aDueReturn();
    await world.db.return.update({ where: { id }, data: { outcomeUnknown: true } });
    await world.register({ calls: answers(HELD) });
    expect(await stored(id)).toMatchObject({ state: 'due', outcomeUnknown: true, leaseUntil: null });
  });
});

describe('D13: the selling platform reports a return itself', () => {
  const NOT_FOUND = {
    kind: 'refused',
    status: 404,
    code: 'unknown_order',
    message: null,
    attempts: 1,
    maybeActed: false,
  } as const;
  const LOST = {
    kind: 'postponed',
    reason: 'long_wait',
    afterMs: 0,
    attemptsMade: 1,
    maybeActed: true,
  } as const;
  const reported = (order: StoredShippingOrder) =>
    world.report(order.sellingShopId, aPlatformReturn(order, [[order.lines[0]?.lineItemId ?? '', 1]]));
  const kindsOf = async (order: StoredShippingOrder) => (await world.alertsOf(order)).map(({ kind }) => kind);

  it('ours was refused, and replayed while calls are suspended: the report takes its place, and ours is never sent', async () => {
    const { id, order } = await aDueReturn();
    await world.register({ calls: answers(NOT_FOUND) });
    expect(await stored(id)).toMatchObject({ state: 'failed', outcomeUnknown: false });
    expect(await world.replay(id)).toEqual({ kind: 'done', outcome: 'due' });
    await world.register({ calls: answers(HELD) });
    expect(await stored(id)).toMatchObject({ state: 'due', outcomeUnknown: false });

    expect(await reported(order)).toEqual(accepted);

    await world.register();
    expect(await world.replay(id)).toMatchObject({ kind: 'ignored' });
    await world.register();
    expect(returnsAt(order)).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'recorded' });
    expect(await kindsOf(order)).toEqual([]);
  });

  it('an attempt of ours may have registered it: the report is stored, ours is held for support', async () => {
    const { id, order } = await aDueReturn();
    await world.register({ calls: answers(LOST) });
    expect(await stored(id)).toMatchObject({ state: 'due', outcomeUnknown: true, callAttempts: 1 });
    expect(await reported(order)).toEqual(accepted);
    await world.register();
    expect(returnsAt(order)).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'waiting' });
    expect(await kindsOf(order)).toEqual(['return_waiting']);
  });

  it('a refusal after an attempt without an answer proves nothing (D18)', async () => {
    const { id } = await aDueReturn();
    await world.register({ calls: answers(LOST) });
    await world.register({ calls: answers(NOT_FOUND) });
    expect(await stored(id)).toMatchObject({ state: 'failed', outcomeUnknown: true });
  });

  it('while our call is under way: an agent checks, also once its receipt has arrived', async () => {
    const { id, order } = await aDueReturn();
    const calls = await world.storeCalls();
    const during: typeof calls = {
      ...calls,
      send: async (...call) => {
        expect(await reported(order)).toEqual(accepted);
        return calls.send(...call);
      },
    };
    await world.register({ calls: during });
    expect(await stored(id)).toMatchObject({ state: 'registered', outcomeUnknown: false });
    expect(returnsAt(order)).toHaveLength(1);
    expect(await world.alertsOf(order)).toMatchObject([
      { kind: 'return_waiting', message: expect.stringContaining('refunded twice') },
    ]);
  });
});
