import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type StopState } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import {
  aShippingOrder,
  createTestDatabase,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ShopWord } from '../src/support/decide-settle';
import { settleShippingOrder } from '../src/support/settle-shipping-order';

const NOW = Date.parse('2026-11-22T12:00:00Z');

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

async function aDisputedOrder(): Promise<StoredShippingOrder> {
  const order = await aShippingOrder(db, { state: 'disputed', storeOrderId: null, quantities: [2] });
  const subject = `shipping_order:${order.id}`;
  await raiseAlert(db, { kind: 'placing_disputed', subject, message: 'disputed' });
  return order;
}

const settle = (reference: string, word: ShopWord) =>
  inTransaction(db, (tx) => settleShippingOrder(tx, { reference, word, now: NOW }));
const stored = ({ id }: { id: string }) =>
  db.shippingOrder.findUniqueOrThrow({
    where: { id },
    include: { lines: { include: { orderLine: true } } },
  });
const commandTypes = async () =>
  (await db.outbox.findMany({ orderBy: { id: 'asc' } })).map(({ type }) => type);
const openAlerts = ({ id }: { id: string }) =>
  db.alert.count({ where: { subject: `shipping_order:${id}`, state: { not: 'resolved' } } });
const reserved = async ({ lines }: StoredShippingOrder) =>
  db.reservation.findMany({ where: { shippingOrderLineId: { in: lines.map(({ id }) => id) } } });

async function aStop({ id, sellerOrderId, shopId }: StoredShippingOrder, state: StopState): Promise<string> {
  const stopId = randomUUID();
  await db.sellerOrder.update({ where: { id: sellerOrderId }, data: { state: 'stopping' } });
  await db.cancellation.create({
    data: {
      id: stopId,
      kind: 'whole_order',
      sellerOrderId,
      requestedBy: shopId,
      eventId: stopId,
      correlation: 'C-1',
      stops: { create: { id: stopId, shippingOrderId: id, reference: stopId, state } },
    },
  });
  return stopId;
}
const stopOf = (id: string) => db.shippingOrderStop.findUniqueOrThrow({ where: { id } });

describe('"we have it as <id>" (D18)', () => {
  it('places a disputed placement; its reservations stay', async () => {
    const order = await aDisputedOrder();
    expect(await settle(order.reference, { kind: 'has', storeOrderId: 'SO-1' })).toMatchObject({
      kind: 'settled',
    });
    expect(await stored(order)).toMatchObject({
      state: 'placed',
      storeOrderId: 'SO-1',
      placedAt: new Date(NOW),
      failedAt: null,
    });
    expect(await reserved(order)).toMatchObject([{ kind: 'reserved', remaining: 2 }]);
    expect(await openAlerts(order)).toBe(0);
  });

  it('a stop that waits for it continues: the shop is asked to stop it', async () => {
    const order = await aDisputedOrder();
    const stopId = await aStop(order, 'settling');
    await settle(order.reference, { kind: 'has', storeOrderId: 'SO-2' });
    expect(await stopOf(stopId)).toMatchObject({ state: 'due' });
    expect(await commandTypes()).toEqual(['shipping-order.stop']);
  });

  it('is not accepted with an id that the shop uses for another', async () => {
    const other = await aShippingOrder(db, { storeOrderId: 'SO-3' });
    const order = await aDisputedOrder();
    await db.shippingOrder.update({ where: { id: order.id }, data: { shopId: other.shopId } });
    expect(await settle(order.reference, { kind: 'has', storeOrderId: 'SO-3' })).toMatchObject({
      kind: 'refused',
      reason: 'the shop uses this id for another shipping order',
    });
    expect(await stored(order)).toMatchObject({ state: 'disputed' });
  });
});

describe('"we do not have it" (D18)', () => {
  it('ends it without a call: its stock is free, and its lines are routed again, at that shop too', async () => {
    const order = await aDisputedOrder();
    expect(await settle(order.reference, { kind: 'has_not' })).toMatchObject({ kind: 'settled' });
    expect(await stored(order)).toMatchObject({
      state: 'stopped',
      endedAt: new Date(NOW),
      lines: [{ orderLine: { state: 'waiting', waitingReason: null, excludedShops: [] } }],
    });
    expect(await reserved(order)).toMatchObject([{ remaining: 0 }]);
    expect(await commandTypes()).toEqual(['order.route', 'network-quantity.recalculate']);
    expect(await openAlerts(order)).toBe(0);
  });

  it('if a cancellation waits its lines stop with the order: nothing is routed', async () => {
    const order = await aDisputedOrder();
    await aStop(order, 'settling');
    await settle(order.reference, { kind: 'has_not' });
    expect(await stored(order)).toMatchObject({
      state: 'stopped',
      lines: [{ orderLine: { state: 'allocated' } }],
    });
    expect(await commandTypes()).toEqual(['shipping-order.stop', 'network-quantity.recalculate']);
  });

  it('is not accepted while a call is in flight', async () => {
    const order = await aDisputedOrder();
    const leaseUntil = new Date(NOW + 1);
    await db.shippingOrder.update({ where: { id: order.id }, data: { leaseUntil } });
    expect(await settle(order.reference, { kind: 'has_not' })).toMatchObject({
      kind: 'refused',
      reason: 'it is being sent right now',
    });
    expect(await stored(order)).toMatchObject({ state: 'disputed' });
  });

  it('two statements at the same moment: one settles it', async () => {
    const order = await aDisputedOrder();
    const ends = await Promise.all([
      settle(order.reference, { kind: 'has_not' }),
      settle(order.reference, { kind: 'has', storeOrderId: 'SO-4' }),
    ]);
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'settled']);
  });
});

it.each(['planned', 'refused', 'placed', 'stopped', 'dry_run'] as const)(
  'of a shipping order that is %s nothing is left open',
  async (state) => {
    const order = await aShippingOrder(db, { state, storeOrderId: null });
    for (const word of [{ kind: 'has_not' }, { kind: 'has', storeOrderId: 'SO-5' }] as const)
      expect(await settle(order.reference, word)).toMatchObject({ kind: 'refused' });
    expect(await stored(order)).toMatchObject({ state });
    expect(await settle('hub-unknown', { kind: 'has_not' })).toEqual({ kind: 'unknown' });
  },
);

describe('"we have stopped it", "we had shipped it" (D12)', () => {
  it.each([
    ['stopped', 'confirmed'],
    ['shipped', 'already_shipped'],
  ] as const)('%s: written down at its stop, which is taken up', async (kind, settledAs) => {
    const order = await aShippingOrder(db);
    const stopId = await aStop(order, 'failed');
    expect(await settle(order.reference, { kind })).toMatchObject({ kind: 'settled', stopId });
    expect(await stopOf(stopId)).toMatchObject({ state: 'failed', settledAs });
    expect(await commandTypes()).toEqual(['shipping-order.stop']);
  });

  it('not while the shop is being asked, nor once it has ended', async () => {
    const order = await aShippingOrder(db);
    const stopId = await aStop(order, 'sending');
    const leaseUntil = new Date(NOW + 1);
    await db.shippingOrderStop.update({ where: { id: stopId }, data: { leaseUntil } });
    expect(await settle(order.reference, { kind: 'stopped' })).toMatchObject({ kind: 'refused' });
    await db.shippingOrderStop.update({
      where: { id: stopId },
      data: { state: 'confirmed', leaseUntil: null },
    });
    expect(await settle(order.reference, { kind: 'shipped' })).toMatchObject({ kind: 'refused' });
    expect(await commandTypes()).toEqual([]);
  });
});
