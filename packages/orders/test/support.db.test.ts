import { inTransaction, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import {
  aShippingOrder,
  createTestDatabase,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeLine } from '../src/support/close-line';
import { rerouteShippingOrder } from '../src/support/reroute-shipping-order';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  await db.outbox.deleteMany();
});

const reroute = (reference: string, { carryOut = true } = {}) =>
  inTransaction(db, (tx) => rerouteShippingOrder(tx, { reference, now: NOW, carryOut }));

const stateOf = ({ id }: StoredShippingOrder) =>
  db.shippingOrder.findUniqueOrThrow({
    where: { id },
    include: { lines: { include: { orderLine: true } } },
  });
const commands = () => db.outbox.findMany({ orderBy: { id: 'asc' }, select: { type: true, payload: true } });
const remaining = async ({ lines }: StoredShippingOrder) =>
  db.reservation.aggregate({
    where: { shippingOrderLineId: { in: lines.map(({ id }) => id) } },
    _sum: { remaining: true },
  });

describe("support's re-route (D18, D19)", () => {
  it('what was tried and never reached the store goes elsewhere while it is still to be retried', async () => {
    const order = await aShippingOrder(db, { state: 'planned', storeOrderId: null });
    expect(await reroute(order.reference)).toMatchObject({ kind: 'refused' });
    await db.shippingOrder.update({
      where: { id: order.id },
      data: { lastFailure: 'unavailable: connect', nextAttemptAt: new Date(NOW) },
    });
    expect(await reroute(order.reference)).toMatchObject({ kind: 'rerouted', end: 'never_sent' });
    expect(await stateOf(order)).toMatchObject({
      state: 'stopped',
      nextAttemptAt: null,
      lines: [{ orderLine: { state: 'waiting', excludedShops: [order.shopId] } }],
    });
    expect((await remaining(order))._sum.remaining).toBe(0);
  });

  it('what was deferred, as its shop cannot be called, does not exclude that shop', async () => {
    const order = await aShippingOrder(db, { state: 'planned', storeOrderId: null });
    const lastFailure = 'put off: calls to the store are held';
    await db.shippingOrder.update({ where: { id: order.id }, data: { lastFailure } });
    await db.shop.update({ where: { id: order.shopId }, data: { ordersHeldSince: new Date() } });
    expect(await reroute(order.reference)).toMatchObject({ kind: 'rerouted', end: 'unreachable' });
    expect(await stateOf(order)).toMatchObject({ lines: [{ orderLine: { excludedShops: [] } }] });
  });

  it('a refused shipping order: its lines wait without that shop, and routing is asked', async () => {
    const order = await aShippingOrder(db, { state: 'refused', storeOrderId: null, quantities: [2, 1] });
    const subject = `shipping_order:${order.id}`;
    await raiseAlert(db, { kind: 'placing_refused', subject, message: 'refused' });

    const end = await reroute(order.reference);

    expect(end).toMatchObject({ kind: 'rerouted', lineItemIds: ['L-1', 'L-2'] });
    const after = await stateOf(order);
    expect(after.state).toBe('refused');
    expect(after.lines.map(({ orderLine }) => orderLine)).toMatchObject([
      { state: 'waiting', waitingReason: null, excludedShops: [order.shopId] },
      { state: 'waiting', waitingReason: null, excludedShops: [order.shopId] },
    ]);
    expect(await commands()).toEqual([
      { type: 'order.route', payload: { sellerOrderId: order.sellerOrderId } },
    ]);
    // Stock that the shop evidently lacks is not counted as free (D17).
    expect((await remaining(order))._sum.remaining).toBe(3);
    expect(await db.alert.findFirst({ where: { subject } })).toMatchObject({ state: 'resolved' });
  });

  it('one that certainly never reached its store: never sent later, and its reservations are free', async () => {
    const order = await aShippingOrder(db, { state: 'planned', storeOrderId: null, quantities: [2] });
    await db.shippingOrder.update({ where: { id: order.id }, data: { failedAt: new Date(NOW) } });
    expect(await reroute(order.reference)).toMatchObject({ kind: 'rerouted' });
    expect(await stateOf(order)).toMatchObject({ state: 'stopped', nextAttemptAt: null });
    expect((await remaining(order))._sum.remaining).toBe(0);
    expect((await commands()).map(({ type }) => type)).toEqual([
      'order.route',
      'network-quantity.recalculate',
    ]);
  });

  it('a second re-route is refused: the shipping order no longer has the lines', async () => {
    const order = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
    await reroute(order.reference);
    await db.outbox.deleteMany();
    expect(await reroute(order.reference)).toEqual({
      kind: 'refused',
      reason: 'its lines have gone elsewhere',
    });
    expect(await commands()).toEqual([]);
  });

  it('two re-routes at the same moment have one effect', async () => {
    const order = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
    const ends = await Promise.all([reroute(order.reference), reroute(order.reference)]);
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'rerouted']);
    expect(await commands()).toHaveLength(1);
  });

  it.each(['sending', 'disputed', 'placed'] as const)(
    '%s: refused, and nothing is changed',
    async (state) => {
      const order = await aShippingOrder(db, { state, storeOrderId: null });
      const before = await stateOf(order);
      expect(await reroute(order.reference)).toMatchObject({ kind: 'refused' });
      expect(await stateOf(order)).toEqual(before);
      expect(await commands()).toEqual([]);
    },
  );

  it('a dry run changes nothing', async () => {
    const order = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
    const before = await stateOf(order);
    expect(await reroute(order.reference, { carryOut: false })).toMatchObject({ kind: 'rerouted' });
    expect(await stateOf(order)).toEqual(before);
    expect(await commands()).toEqual([]);
  });

  it('an unknown reference is reported as such', async () => {
    expect(await reroute('hub-unknown')).toEqual({ kind: 'unknown' });
  });
});

describe('closing a line (D19)', () => {
  const close = (sellerOrderId: string, lineItemId: string) =>
    inTransaction(db, (tx) => closeLine(tx, { sellerOrderId, lineItemId, now: Date.now() }));

  it('a waiting line is permanently unfulfillable; its alert is closed', async () => {
    const order = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
    await reroute(order.reference);
    const id = order.lines[0]?.orderLineId ?? '';
    await db.orderLine.update({
      where: { id },
      data: { waitingReason: 'no_candidate', gtin: '0'.repeat(14) },
    });
    await raiseAlert(db, {
      kind: 'cannot_ship_unroutable',
      subject: `order:${order.sellerOrderId}`,
      sellerOrderId: order.sellerOrderId,
      message: 'waits',
    });

    expect(await close(order.sellerOrderId, 'L-1')).toEqual({ kind: 'close' });
    expect(await db.orderLine.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: 'unfulfillable',
      waitingReason: null,
      gtin: null,
    });
    expect(await db.alert.findFirst({ where: { subject: `order:${order.sellerOrderId}` } })).toMatchObject({
      state: 'resolved',
    });
    expect(await close(order.sellerOrderId, 'L-1')).toEqual({ kind: 'closed_already' });
  });

  it('a line that a shop is to ship is not closed', async () => {
    const order = await aShippingOrder(db);
    expect(await close(order.sellerOrderId, 'L-1')).toMatchObject({ kind: 'refused' });
    expect(await close(order.sellerOrderId, 'L-9')).toEqual({ kind: 'unknown' });
  });
});
