import { randomUUID } from 'node:crypto';
import type { ShippingOrderRequest } from '@hub/contract';
import { inTransaction, withoutEffect, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { commandQueue, COMMANDS } from '@hub/messaging';
import {
  aShippingOrder,
  aShop,
  createTestDatabase,
  waitForLocks,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeLine } from '../src/orders/actions/line-actions';
import { correctAddress } from '../src/orders/actions/correct-address';
import { DESK_REFUSAL_LABELS } from '../src/audit/refusal-labels';
import { endHold } from '../src/orders/actions/end-hold';
import { reroute } from '../src/orders/actions/reroute';
import type { Acting } from '../src/engine/action';
import { aDeadLetter } from './stored-dead-letter';

const actor = 'agent:ada';
const PLACING = commandQueue(COMMANDS.placeShippingOrder).name;
const ADDRESS = {
  name: 'Ada Lind',
  address_line1: 'Storgatan 1',
  zip: '111 22',
  city: 'Stockholm',
  country_code: 'SE',
  email: 'ada@customer.example',
};
const CORRECTED = { ...ADDRESS, address_line1: 'Lillgatan 2', phone: '+46 8 000' };

let database: TestDatabase;
let db: Database;
let ada: Acting;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  ada = { db, actor, role: 'agent', now: Date.now() };
}, 60_000);
afterEach(() => database.drop(), 60_000);

const refusedFor = (why: keyof typeof DESK_REFUSAL_LABELS) => ({
  kind: 'refused',
  says: `The address is not corrected: ${DESK_REFUSAL_LABELS[why]}.`,
});
const trail = () => db.supportAction.findMany({ orderBy: { id: 'asc' } });
const commands = () => db.outbox.findMany({ orderBy: { id: 'asc' }, select: { type: true, payload: true } });
const orderOf = ({ sellerOrderId: id }: StoredShippingOrder) =>
  db.sellerOrder.findUniqueOrThrow({ where: { id } });

describe('re-routing (D18, D19)', () => {
  it('resolves the failed message of the placing, so that it is not replayed; the trail says who', async () => {
    const order = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
    const body = Buffer.from(JSON.stringify({ shippingOrderId: order.id }));
    const failedMessage = await aDeadLetter(db, { origin: PLACING, body });
    const other = await aDeadLetter(db, { origin: PLACING });
    const { reference } = order;

    await withoutEffect(() => reroute.act(ada, { reference }));
    expect(await db.deadLetter.count({ where: { state: 'open' } })).toBe(2);
    expect(await trail()).toEqual([]);

    expect(await reroute.act(ada, { reference })).toMatchObject({ kind: 'done', answer: { rerouted: true } });
    expect(await db.deadLetter.findUnique({ where: { id: failedMessage } })).toMatchObject({
      state: 'resolved',
      outcome: 're-routed by support',
      endedAt: expect.any(Date),
    });
    expect(await db.deadLetter.findUnique({ where: { id: other } })).toMatchObject({ state: 'open' });
    expect(await trail()).toMatchObject([
      { actor, action: 'order.reroute', subject: `order:${order.sellerOrderId}`, detail: { reference } },
    ]);
  });
});

describe('closing a line', () => {
  it('is recorded once', async () => {
    const { sellerOrderId } = await aShippingOrder(db);
    await db.orderLine.updateMany({ data: { state: 'waiting' } });
    const now = Date.parse('2026-11-22T10:00:00Z');
    const close = () => closeLine.act({ ...ada, now }, { order: sellerOrderId, line: 'L-1' });
    expect(await close()).toMatchObject({ answer: { closed: true } });
    expect(await db.orderLine.findFirst()).toMatchObject({ closedAt: new Date(now) });
    expect(await close()).toMatchObject({ answer: { closed: false } });
    expect(await closeLine.act(ada, { order: randomUUID(), line: 'L-1' })).toMatchObject({ kind: 'unknown' });
    expect(await trail()).toMatchObject([
      {
        action: 'order.close_line',
        detail: { lineItemId: 'L-1' },
        changes: [{ field: 'state', before: 'waiting', after: 'unfulfillable' }],
      },
    ]);
  });
});

describe('releasing a held order (D12, D25)', () => {
  async function aHeldOrder(orders: 'live' | 'off' = 'live'): Promise<string> {
    const sellingShop = await aShop(db, { capabilities: { orders } });
    const { sellerOrderId: id } = await aShippingOrder(db, { sellingShop });
    await db.sellerOrder.update({
      where: { id },
      data: { state: 'held', heldReason: 'cancelled_before_arrival' },
    });
    await raiseAlert(db, { kind: 'order_held', subject: `order:${id}`, message: 'Held.' });
    return id;
  }

  it('routes it, closes the alert, and records who decided so', async () => {
    const id = await aHeldOrder();
    expect(await endHold.act(ada, { order: id, note: 'the customer keeps it' })).toMatchObject({
      kind: 'done',
      answer: { ended: 'cancelled_before_arrival' },
    });
    expect(await db.sellerOrder.findUnique({ where: { id } })).toMatchObject({
      state: 'accepted',
      heldReason: null,
    });
    expect(await commands()).toEqual([{ type: 'order.route', payload: { sellerOrderId: id } }]);
    expect(await db.alert.findFirst()).toMatchObject({ state: 'resolved' });
    expect(await trail()).toMatchObject([
      {
        actor,
        action: 'order.end_hold',
        subject: `order:${id}`,
        detail: { heldReason: 'cancelled_before_arrival', note: 'the customer keeps it' },
      },
    ]);
  });

  it('twice at the same moment: routed once', async () => {
    const id = await aHeldOrder();
    let racing: ReturnType<typeof endHold.act>[] = [];
    // Given a third who holds the order until both have reached it.
    await inTransaction(db, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM seller_order WHERE id = ${id}::uuid FOR UPDATE`;
      racing = [endHold.act(ada, { order: id }), endHold.act({ ...ada, actor: 'agent:bo' }, { order: id })];
      await waitForLocks(db, 2);
    });
    const ends = await Promise.all(racing);
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    expect(await commands()).toHaveLength(1);
    expect(await trail()).toHaveLength(1);
  });

  it('is refused by name, and then nothing is done', async () => {
    const off = await aHeldOrder('off');
    const saying = (words: string) => ({ kind: 'refused', says: expect.stringContaining(words) });
    expect(await endHold.act(ada, { order: off })).toEqual(saying('orders are switched off'));
    const { sellerOrderId } = await aShippingOrder(db);
    expect(await endHold.act(ada, { order: sellerOrderId })).toEqual(saying('the order is not held'));
    expect(await endHold.act(ada, { order: randomUUID() })).toMatchObject({ kind: 'refused' });
    expect(await endHold.act(ada, { order: 'no id' })).toMatchObject({ kind: 'invalid', field: 'order' });
    expect(await commands()).toEqual([]);
    expect(await trail()).toEqual([]);
  });
});

describe('correcting an address', () => {
  async function aPlannedOrder(
    state: 'planned' | 'placed' | 'refused' = 'planned',
  ): Promise<StoredShippingOrder> {
    const order = await aShippingOrder(db, { state, storeOrderId: null });
    await db.sellerOrder.update({
      where: { id: order.sellerOrderId },
      data: { shipTo: ADDRESS, latitude: 59, longitude: 18 },
    });
    const payload: ShippingOrderRequest = {
      external_ref: order.reference,
      tag: 'hub_ship',
      payment_status: 'paid',
      currency: 'EUR',
      ship_to: { ...ADDRESS, phone: null, email: 'x7@relay.example' },
      shipping_method: { code: 'standard', title: 'Standard' },
      line_items: [
        { external_ref: 'line', variant_id: 'V-1', barcode: null, sku: null, quantity: 1, unit_price: 56.25 },
      ],
      carrier_note: 'Express',
    };
    await db.shippingOrder.update({
      where: { id: order.id },
      data: { payload, relayEmail: 'x7@relay.example' },
    });
    return order;
  }
  const correct = ({ sellerOrderId: id }: StoredShippingOrder, address: unknown = CORRECTED) =>
    correctAddress.act(ada, { order: id, address });
  const payloadOf = async ({ id }: StoredShippingOrder) =>
    (await db.shippingOrder.findUniqueOrThrow({ where: { id } })).payload;

  it('before the first send: the order has it, and what is built but unsent is rebuilt under its reference', async () => {
    const order = await aPlannedOrder();
    const before = await payloadOf(order);
    expect(await correct(order)).toMatchObject({
      kind: 'done',
      answer: { changed: ['address_line1', 'phone'], rebuilt: 1 },
    });
    expect(await orderOf(order)).toMatchObject({ shipTo: CORRECTED, latitude: null, longitude: null });
    // The relay address replaces the customer's own as before (D29), and nothing else of it changes (D18).
    expect(await payloadOf(order)).toEqual({
      ...Object(before),
      ship_to: { ...CORRECTED, email: 'x7@relay.example' },
    });
  });

  it('the trail names the changed fields, never their values', async () => {
    const order = await aPlannedOrder();
    await correct(order);
    const [entry, ...others] = await trail();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor,
      action: 'order.correct_address',
      subject: `order:${order.sellerOrderId}`,
      detail: { rebuilt: 1 },
      changes: [
        { field: 'address_line1', changed: true },
        { field: 'phone', changed: true },
      ],
    });
    expect(JSON.stringify([entry?.detail, entry?.changes])).not.toMatch(/gatan|46/);
  });

  it.each<[string, unknown, object]>([
    ['another country', { ...CORRECTED, country_code: 'NO' }, refusedFor('country_differs')],
    ['the same address', ADDRESS, refusedFor('unchanged')],
    [
      'without a street',
      { ...CORRECTED, address_line1: undefined },
      { kind: 'refused', faults: [{ field: 'address_line1', message: 'is required' }] },
    ],
  ])('%s is refused, and nothing is changed', async (_, address, end) => {
    const order = await aPlannedOrder();
    const before = await orderOf(order);
    expect(await correct(order, address)).toMatchObject(end);
    expect(await orderOf(order)).toEqual(before);
    expect(await trail()).toEqual([]);
  });

  it('D18: what a shop refused is routed again, that shop among the candidates, under a new reference', async () => {
    const order = await aPlannedOrder('refused');
    const lines = { shippingOrderLineId: order.lines[0]?.id ?? '' };
    await db.reservation.updateMany({ where: lines, data: { kind: 'block' } });
    const body = Buffer.from(JSON.stringify({ shippingOrderId: order.id }));
    const failedMessage = await aDeadLetter(db, { origin: PLACING, body });
    const before = await payloadOf(order);
    expect(await correct(order)).toMatchObject({ kind: 'done', answer: { rebuilt: 0 } });
    expect(await orderOf(order)).toMatchObject({ shipTo: CORRECTED });
    // Its own reference stands for the old address permanently, and is never sent again.
    expect(await payloadOf(order)).toEqual(before);
    expect(await db.orderLine.findFirst()).toMatchObject({ state: 'waiting', excludedShops: [] });
    expect(await db.reservation.findMany({ where: lines })).toMatchObject([{ remaining: 0 }]);
    expect((await commands()).map(({ type }) => type)).toContain('order.route');
    expect(await db.deadLetter.findUnique({ where: { id: failedMessage } })).toMatchObject({
      state: 'resolved',
    });
  });

  it('once a shop has it, it is refused; so is a missing one', async () => {
    const order = await aPlannedOrder('placed');
    expect(await correct(order)).toEqual(refusedFor('already_sent'));
    const missing = { order: randomUUID(), address: CORRECTED };
    expect(await correctAddress.act(ada, missing)).toEqual(refusedFor('unknown'));
  });

  it('while a worker claims the shipping order: the second sees what the first did', async () => {
    const order = await aPlannedOrder();
    let correction: ReturnType<typeof correct> | undefined;
    // Given a worker that holds the order's row, as every claim does, and marks it as being sent.
    await inTransaction(db, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM seller_order WHERE id = ${order.sellerOrderId}::uuid FOR UPDATE`;
      correction = correct(order);
      await waitForLocks(db, 1);
      await tx.shippingOrder.update({ where: { id: order.id }, data: { state: 'sending' } });
    });
    expect(await correction).toEqual(refusedFor('already_sent'));
    expect(await orderOf(order)).toMatchObject({ shipTo: ADDRESS });
  });
});
