import { randomUUID } from 'node:crypto';
import { inTransaction, withoutEffect, type Database } from '@hub/database';
import {
  aSentEvent,
  aShippingOrder,
  aShop,
  createTestDatabase,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { promiseShipping } from '@hub/orders/placements';
import { raiseAlert } from '@hub/alerts';
import { commandQueue, COMMANDS, eventQueue } from '@hub/messaging';
import { alertsStillAtRisk, failedMessagesStillAtRisk } from '../src/problems/still-at-risk';
import { closeEvent } from '../src/orders/actions/close-event';
import { listAtRisk, whoMustAct } from '../src/problems/orders-at-risk';
import { rerouteShop } from '../src/orders/actions/reroute-shop';
import { DESK_REFUSAL_LABELS } from '../src/audit/refusal-labels';
import { aDeadLetter } from './stored-dead-letter';

let database: TestDatabase;
let db: Database;
let selling: StoredShop;
let shipping: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE shop, variant, reservation, seller_order, package, "return", cancellation, alert, dead_letter, sent_event, rehearsal_run, outbox CASCADE`;
  selling = await aShop(db, { slug: 'selling' });
  shipping = await aShop(db, { slug: 'shipping' });
});

const an = (options: Parameters<typeof aShippingOrder>[1]) =>
  aShippingOrder(db, { sellingShop: selling, shippingShop: shipping, storeOrderId: null, ...options });

/** An order whose only line waits. */
async function aWaitingOrder(orderId: string, waitingReason: string | null) {
  const order = await an({ orderId, state: 'stopped' });
  await db.orderLine.updateMany({
    where: { sellerOrderId: order.sellerOrderId },
    data: { state: 'waiting', waitingReason },
  });
  return order;
}

const HOUR = 3_600_000;
const ada = () => ({ db, actor: 'agent:ada', role: 'agent', now: Date.now() }) as const;
const inHours = (hours: number) => Date.now() + hours * 3_600_000 + 60_000;
const list = (now = Date.now()) => listAtRisk(db, { withOnItsWay: true, limit: 50, now });
const atRisk = (now = Date.now()) => listAtRisk(db, { limit: 50, now });
/** How many of each situation are at risk, and how many of these overdue. */
const groups = async (now = Date.now()) => {
  const found = await listAtRisk(db, { now, limit: 1_000 });
  return [...new Set(found.map(({ situation }) => situation))].map((situation) => {
    const items = found.filter((one) => one.situation === situation);
    return { situation, total: items.length, overdue: items.filter(({ overdue }) => overdue).length };
  });
};

describe('D18: paid, not yet at a shop', () => {
  it('lists every paid line that no shop has, and where it is', async () => {
    await aWaitingOrder('waits', 'no_candidate');
    const held = await aWaitingOrder('held', null);
    await db.sellerOrder.update({
      where: { id: held.sellerOrderId },
      data: { state: 'held', heldReason: 'cancelled_before_arrival' },
    });
    await an({ orderId: 'planned', state: 'planned' });
    await an({ orderId: 'sending', state: 'sending' });
    await an({ orderId: 'refused', state: 'refused' });
    await an({ orderId: 'disputed', state: 'disputed' });
    // At a shop, ended, or re-routed since.
    await an({ orderId: 'placed', state: 'placed', storeOrderId: 'SO-1' });
    await an({ orderId: 'stopped', state: 'dry_run' });
    const moved = await an({ orderId: 'moved', state: 'refused' });
    await an({ state: 'placed', storeOrderId: 'SO-2', ofLine: moved.lines[0] });

    const found = (await list()).map(({ orderId, situation }) => `${orderId} ${situation}`).toSorted();
    expect(found).toEqual([
      'disputed disputed',
      'held order_held',
      'planned placing',
      'refused refused',
      'sending placing',
      'waits waiting',
    ]);
  });

  it('says which are overdue, and what is in progress is not at risk', async () => {
    await an({ orderId: 'planned', state: 'planned' });
    expect(await list()).toMatchObject([{ orderId: 'planned', overdue: false, atRisk: false }]);
    expect(await groups()).toEqual([]);
    expect(await list(inHours(1))).toMatchObject([{ orderId: 'planned', overdue: true, atRisk: true }]);
    expect(await groups(inHours(1))).toMatchObject([{ situation: 'placing', total: 1, overdue: 1 }]);
  });
});

/** A parcel of a placed order whose tracking was refused, and a return that was refused. */
async function aParcel(state: 'due' | 'failed' | 'done', createdAt = new Date()) {
  const order = await an({ orderId: 'parcel', storeOrderId: 'SO-9', quantities: [3] });
  const [line] = order.lines;
  if (!line) throw new Error('an order without a line');
  const id = randomUUID();
  await db.package.create({
    data: {
      id,
      shippingOrderId: order.id,
      packageId: 'P-1',
      reference: `pkg-${id}`,
      carrier: 'PostNord',
      trackingNumber: 'T',
      shippedAt: 0n,
      state,
      lastFailure: state === 'failed' ? 'the store answered 404 unknown_order' : null,
      correlation: 'C',
      createdAt,
      lines: { create: { shippingOrderLineId: line.id, quantity: 2 } },
    },
  });
  return { ...order, packageId: id };
}

async function aReturn(state: 'due' | 'failed' | 'waiting' | 'registered') {
  const order = await an({ orderId: `return-${state}`, storeOrderId: `SO-${state}` });
  await db.return.create({
    data: {
      id: randomUUID(),
      side: 'shipping',
      shopId: shipping.id,
      eventId: 'E',
      sellerOrderId: order.sellerOrderId,
      state,
      correlation: 'C',
      lines: {
        create: {
          id: randomUUID(),
          orderLineId: order.lines[0]?.orderLineId ?? '',
          reportedLineId: 'x',
          quantity: 1,
        },
      },
    },
  });
}

describe('what is at risk beyond placing', () => {
  it('D23: a parcel whose tracking failed, or is not delivered for long: what the customer paid, who must act', async () => {
    await aParcel('failed');
    const [risk, ...others] = await atRisk();
    expect(others).toEqual([]);
    expect(risk).toMatchObject({
      situation: 'tracking_owed',
      shop: 'selling',
      store: 'selling',
      reason: 'the store answered 404 unknown_order',
      amount: '200',
      currency: 'EUR',
    });
    expect(risk && whoMustAct(risk)).toBe('agent');
    await db.package.updateMany({ data: { state: 'due', lastFailure: null } });
    expect(await atRisk()).toEqual([]);
    expect(await atRisk(Date.now() + 16 * 60_000)).toMatchObject([
      { situation: 'tracking_owed', gaveUp: false },
    ]);
    await db.package.updateMany({ data: { state: 'done' } });
    expect(await list()).toEqual([]);
  });

  describe('D38: a refused event that names a known order', () => {
    const about = 'SO-1';
    const shipped = { event: 'fulfillment.shipped', about, code: 'invalid_request', field: 'data.carrier' };
    const earlier = new Date(Date.now() - 60_000);
    const found = async () =>
      (await atRisk()).map(({ situation, orderId, store, reason }) => [situation, orderId, store, reason]);
    const open = ['event_refused', 'O-1', 'shipping', 'fulfillment.shipped 422 invalid_request data.carrier'];

    it('is at risk once, by the id that its shop has or by our reference, until a later one is accepted', async () => {
      const order = await an({ orderId: 'O-1', storeOrderId: about });
      await aSentEvent(db, shipping, { ...shipped, receivedAt: earlier });
      await aSentEvent(db, shipping, {
        ...shipped,
        about: 'mistyped',
        reference: order.reference,
        receivedAt: earlier,
      });
      await aSentEvent(db, shipping, { ...shipped, about: 'unknown' });
      await aSentEvent(db, selling, shipped);
      expect(await found()).toEqual([open]);
      const accepted = { status: 200, code: null, field: null, reason: null };
      await aSentEvent(db, shipping, { ...shipped, ...accepted, event: 'return.created' });
      expect(await found()).toEqual([open]);
      await aSentEvent(db, shipping, { ...shipped, ...accepted });
      expect(await found()).toEqual([]);
    });

    it.each([
      ['a 403', { status: 403, code: 'capability_disabled' }],
      ['one without a valid signature', { status: 401, code: 'unauthorized' }],
      ['the fact that it has shipped', { status: 409, code: 'order_already_shipped' }],
      ['the fact that too much is returned', { status: 409, code: 'quantity_exceeded' }],
    ])('is not: %s', async (_what, answer) => {
      await an({ orderId: 'O-1', storeOrderId: about });
      await aSentEvent(db, shipping, { ...shipped, event: 'order.cancelled', ...answer });
      expect(await found()).toEqual([]);
    });

    it('is no longer once an agent closes it; another of its kind is', async () => {
      const order = await an({ orderId: 'O-1', storeOrderId: about });
      const asked = { order: order.sellerOrderId, event: 'fulfillment.shipped', note: 'told us by phone' };
      const close = () => closeEvent.act(ada(), asked);
      expect(await close()).toMatchObject({ kind: 'refused' });
      await aSentEvent(db, shipping, { ...shipped, receivedAt: earlier });
      expect(await close()).toMatchObject({ kind: 'done' });
      expect(await found()).toEqual([]);
      await aSentEvent(db, shipping, { ...shipped, receivedAt: new Date(Date.now() + 1_000) });
      expect(await found()).toEqual([open]);
    });
  });

  it('D38: a line that its shop has and has not shipped in 72 hours, until its pieces are in packages', async () => {
    const order = await an({ orderId: 'forgotten', storeOrderId: 'SO-1', quantities: [3] });
    await an({ orderId: 'stopping', storeOrderId: 'SO-2', stop: 'sending' });
    const moved = await an({ orderId: 'moved', storeOrderId: 'SO-3' });
    await an({ state: 'dry_run', ofLine: moved.lines[0] });
    const notShipped = async (hours: number) =>
      (await atRisk(inHours(hours))).filter(({ situation }) => situation === 'not_shipped');
    expect(await notShipped(71)).toEqual([]);
    await db.shippingOrderLine.updateMany({
      where: { shippingOrderId: order.id },
      data: { packaged: 1 },
    });
    const late = await notShipped(72);
    expect(late).toMatchObject([{ orderId: 'forgotten', store: 'shipping', amount: '200', overdue: true }]);
    expect(late.map(whoMustAct)).toEqual(['shipping_shop']);
    expect((await groups(inHours(72))).map(({ situation, total }) => `${situation} ${total}`)).toContain(
      'not_shipped 1',
    );
    await db.shippingOrder.updateMany({ data: { packedAt: new Date() } });
    expect(await notShipped(72)).toEqual([]);
  });

  it('D38: late is what its own shop has not shipped in the time of its sheet, without closed days', async () => {
    const terms = { timeZone: 'Europe/Stockholm', shipWithin: '24h', closedDays: ['sat', 'sun'] };
    const quick = await aShop(db, { slug: 'quick', ...terms });
    const placedAt = new Date('2026-11-27T12:00:00Z');
    await an({ orderId: 'of the quick one', shippingShop: quick, storeOrderId: 'SO-1' });
    await an({ orderId: 'of another', storeOrderId: 'SO-2' });
    await db.shippingOrder.updateMany({ data: { placedAt } });
    const late = async (now: string) =>
      (await atRisk(Date.parse(now)))
        .filter(({ situation }) => situation === 'not_shipped')
        .map(({ orderId, shipBy }) => `${orderId} ${shipBy?.toISOString()}`)
        .toSorted();

    expect(await late('2026-11-30T12:00:00Z')).toEqual([]);
    expect(await late('2026-11-30T12:00:01Z')).toEqual([
      'of another 2026-11-30T12:00:00.000Z',
      'of the quick one 2026-11-30T12:00:00.000Z',
    ]);
    await db.shop.update({ where: { id: quick.id }, data: { closedDays: ['fri', 'sat', 'sun'] } });
    expect(await late('2026-11-30T12:00:01Z')).toEqual(['of another 2026-11-30T12:00:00.000Z']);
    expect(await late('2026-11-30T23:00:01Z')).toContain('of the quick one 2026-11-30T23:00:00.000Z');
    await db.shop.update({ where: { id: quick.id }, data: { closedDays: [], shipWithin: '2h' } });
    expect(await late('2026-11-27T14:00:01Z')).toEqual(['of the quick one 2026-11-27T14:00:00.000Z']);
  });

  it('D38: what its shop ships by a day is not late until that day is over there', async () => {
    await db.shop.update({ where: { id: shipping.id }, data: { timeZone: 'Europe/Stockholm' } });
    const { reference, id } = await an({ orderId: 'promised', storeOrderId: 'SO-1' });
    const placedAt = new Date('2026-11-24T12:00:00Z');
    await db.shippingOrder.update({ where: { id }, data: { placedAt } });
    const promised = (day: string, now: string) =>
      inTransaction(db, (tx) => promiseShipping(tx, { reference, day, now: Date.parse(now) }));
    const late = async (now: string) =>
      (await atRisk(Date.parse(now))).map(({ situation, shipBy }) => `${situation} ${shipBy?.toISOString()}`);

    expect(await late('2026-11-28T12:00:00Z')).toEqual(['not_shipped 2026-11-27T12:00:00.000Z']);
    expect(await promised('2026-11-26', '2026-11-25T12:00:00Z')).toMatchObject({ why: 'not_later' });
    expect(await promised('2026-11-29', '2026-11-28T12:00:00Z')).toMatchObject({ changed: true });
    expect(await late('2026-11-29T22:59:59Z')).toEqual([]);
    expect(await late('2026-11-29T23:00:00Z')).toEqual(['not_shipped 2026-11-29T22:59:59.999Z']);
    expect(await promised('2026-12-02', '2026-11-30T12:00:00Z')).toMatchObject({ changed: true });
    expect(await promised('2026-12-03', '2026-12-01T12:00:00Z')).toMatchObject({ why: 'promised_twice' });
    await db.shippingOrder.update({ where: { id }, data: { stopRequestedAt: new Date() } });
    expect(await promised('2026-12-02', '2026-11-30T12:00:00Z')).toMatchObject({ why: 'not_to_ship' });
  });

  it('D13, D23: returns that wait for support or failed, and stops that a shop does not confirm', async () => {
    for (const state of ['due', 'failed', 'waiting', 'registered'] as const) await aReturn(state);
    await an({ orderId: 'stops', storeOrderId: 'SO-s', stop: 'failed' });
    await an({ orderId: 'stopping', storeOrderId: 'SO-t', stop: 'sending' });
    const found = (await atRisk()).map(({ orderId, situation }) => `${orderId} ${situation}`).toSorted();
    expect(found).toEqual([
      'return-failed return_owed',
      'return-waiting return_waiting',
      'stops stop_unfinished',
    ]);
  });

  it('D23: what waits for a store whose calls are suspended is at risk at once', async () => {
    await an({ orderId: 'planned', state: 'planned' });
    await db.shop.update({ where: { id: shipping.id }, data: { callsHeldSince: new Date() } });
    expect(await atRisk()).toMatchObject([
      { situation: 'store_away', store: 'shipping', storeIs: 'suspended', overdue: false },
    ]);
  });

  it('D33: an order that was refused, once, until it is resent correctly; not an unpaid one', async () => {
    await aSentEvent(db, selling, { about: 'O-7' });
    await aSentEvent(db, selling, { about: 'O-7', code: 'invalid_order', field: 'data.currency' });
    await aSentEvent(db, selling, { about: 'O-8', field: 'data.payment_status' });
    await aSentEvent(db, selling, { about: 'O-9', status: 403, code: 'capability_disabled' });
    expect(await atRisk()).toMatchObject([
      { situation: 'refused_at_door', id: null, orderId: 'O-7', reason: '422 invalid_order data.currency' },
    ]);
    await an({ orderId: 'O-7', storeOrderId: 'SO-7' });
    expect(await atRisk()).toEqual([]);
  });

  it('an order refused while its shop rehearses, if `orders` was on then (D32): otherwise it is of the rehearsal', async () => {
    const started = new Date(Date.now() - HOUR);
    const run = { id: randomUUID(), startedBy: 'cli:root', leaseUntil: new Date(Date.now() + HOUR) };
    await db.rehearsalRun.create({ data: { ...run, shopId: selling.id, startedAt: started } });
    const switched = (to: string, at: Date) =>
      db.goliveEntry.create({
        data: {
          shopId: selling.id,
          kind: 'switched',
          capability: 'orders',
          actor: 'cli:root',
          detail: { to },
          at,
        },
      });
    await switched('off', started);
    await aSentEvent(db, selling, {
      about: 'O-7',
      byIngress: true,
      receivedAt: new Date(started.getTime() + 1_000),
    });
    expect(await atRisk()).toEqual([]);
    await switched('live', new Date(started.getTime() + 2_000));
    await aSentEvent(db, selling, {
      about: 'O-8',
      byIngress: true,
      receivedAt: new Date(started.getTime() + 3_000),
    });
    expect(await atRisk()).toMatchObject([{ situation: 'refused_at_door', orderId: 'O-8' }]);
  });

  it('an order that no worker could decide, though its message was discarded', async () => {
    const origin = eventQueue('order.created').name;
    await aDeadLetter(db, { shopId: selling.id, origin, orderId: 'O-3', state: 'discarded' });
    expect(await atRisk()).toMatchObject([{ situation: 'undecided', orderId: 'O-3' }]);
  });
});

describe('closing rows closes no problem', () => {
  it('says which alerts and which failed messages cover what is still at risk', async () => {
    const parcel = await aParcel('failed');
    const about = {
      subject: `package:${parcel.packageId}`,
      sellerOrderId: parcel.sellerOrderId,
      message: 'Failed.',
    };
    await raiseAlert(db, { kind: 'tracking_failed', ...about });
    await raiseAlert(db, { kind: 'order_cross_check', ...about });
    const alerts = await db.alert.findMany({ orderBy: { kind: 'desc' } });
    const [tracking, other] = alerts.map(({ id }) => id);
    const now = Date.now();
    expect(await alertsStillAtRisk(db, { ids: [tracking ?? ''], now })).toMatchObject([
      { orderId: 'parcel' },
    ]);
    expect(await alertsStillAtRisk(db, { ids: [other ?? ''], now })).toEqual([]);
    const failedMessage = await aDeadLetter(db, {
      origin: commandQueue(COMMANDS.deliverTracking).name,
      body: Buffer.from(JSON.stringify({ packageId: parcel.packageId })),
    });
    expect(await failedMessagesStillAtRisk(db, { ids: [failedMessage], now })).toMatchObject([
      { orderId: 'parcel' },
    ]);
    await db.package.updateMany({ data: { state: 'done' } });
    expect(await alertsStillAtRisk(db, { ids: alerts.map(({ id }) => id), now })).toEqual([]);
    expect(await failedMessagesStillAtRisk(db, { ids: [failedMessage], now })).toEqual([]);
  });
});

describe('D19: shipping orders at a held or broken store are re-routed in one action', () => {
  const act = () => rerouteShop.act(ada(), { shop: 'shipping' });

  it('those never sent, or refused; what the shop may have stays, with the reason; it is recorded', async () => {
    const never = await an({ state: 'planned' });
    const refused = await an({ state: 'refused' });
    const maybe = await an({ state: 'sending' });
    const disputed = await an({ state: 'disputed' });
    await an({ state: 'placed', storeOrderId: 'SO-1' });
    await db.shop.update({ where: { id: shipping.id }, data: { ordersHeldSince: new Date() } });

    expect(await withoutEffect(act)).toMatchObject({
      kind: 'done',
      answer: { rerouted: [never.reference, refused.reference] },
    });
    expect(await db.outbox.count()).toBe(0);

    expect(await act()).toMatchObject({
      kind: 'done',
      answer: {
        rerouted: [never.reference, refused.reference],
        kept: [
          { reference: maybe.reference, reason: expect.stringMatching(/^(?!It stays).*until the shop says/) },
          {
            reference: disputed.reference,
            reason: expect.stringMatching(/^(?!It stays).*until the shop says/),
          },
        ],
      },
    });
    const lines = await db.orderLine.findMany({
      where: { sellerOrderId: { in: [never.sellerOrderId, refused.sellerOrderId] } },
    });
    expect(lines.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    expect(await db.supportAction.findMany({ where: { action: 'shop.reroute' } })).toMatchObject([
      { actor: 'agent:ada', subject: 'shop:shipping', detail: { orders: 4 } },
    ]);
    expect(await act()).toMatchObject({ answer: { rerouted: [] } });
  });

  it('not at a shop whose orders can be placed', async () => {
    await an({ state: 'planned' });
    expect(await act()).toMatchObject({ kind: 'refused', why: DESK_REFUSAL_LABELS.shop_callable });
  });
});
