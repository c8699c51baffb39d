import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { commandQueue, COMMANDS } from '@hub/messaging';
import {
  aShippingOrder,
  aShop,
  createTestDatabase,
  type StoredShippingOrder,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findOrders, findOrdersByEmail } from '../src/orders/find-orders';
import { orderTimeline } from '../src/orders/order-timeline';
import { recordActions } from '../src/engine/record-actions';
import { revealCustomer } from '../src/orders/reveal-customer';
import { aDeadLetter } from './stored-dead-letter';

const ADA = 'agent:ada';
const EMAIL = 'Ada.Lind@customer.example';
const ADDRESS = {
  name: 'Ada Lind',
  address_line1: 'Storgatan 1',
  zip: '111 22',
  city: 'Stockholm',
  email: EMAIL,
};

let database: TestDatabase;
let db: Database;
let selling: StoredShop;
let shipping: StoredShop;
let order: StoredShippingOrder;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  selling = await aShop(db, { slug: 'selling', name: 'Selling Shop' });
  shipping = await aShop(db, { slug: 'shipping', name: 'Shipping Shop' });
  order = await aShippingOrder(db, {
    sellingShop: selling,
    shippingShop: shipping,
    orderId: '1001',
    storeOrderId: 'SO-77',
    quantities: [2],
    stop: 'failed',
  });
  await db.sellerOrder.update({
    where: { id: order.sellerOrderId },
    data: { orderNumber: '#1001-A', shipTo: { ...ADDRESS, country_code: 'SE' } },
  });
}, 60_000);
afterEach(() => database.drop(), 60_000);

async function aParcel(reference = 'pkg-ref'): Promise<string> {
  const id = randomUUID();
  await db.package.create({
    data: {
      id,
      shippingOrderId: order.id,
      packageId: 'P-1',
      reference,
      carrier: 'PostNord',
      trackingNumber: 'TRACK-9',
      shippedAt: 0n,
      correlation: 'C',
      state: 'failed',
      lines: { create: { shippingOrderLineId: order.lines[0]?.id ?? '', quantity: 2 } },
    },
  });
  return id;
}

async function aReturn(): Promise<string> {
  const id = randomUUID();
  await db.return.create({
    data: {
      id,
      side: 'shipping',
      shopId: shipping.id,
      eventId: 'E-return',
      sellerOrderId: order.sellerOrderId,
      shippingOrderId: order.id,
      reference: 'return-ref',
      state: 'registered',
      storeReturnId: 'R-5',
      customerNote: 'Ada says: too small',
      correlation: 'C',
      lines: {
        create: {
          id: randomUUID(),
          orderLineId: order.lines[0]?.orderLineId ?? '',
          reportedLineId: 'x',
          quantity: 2,
          reason: 'too small',
        },
      },
    },
  });
  return id;
}

describe('finding orders', () => {
  it('by the identifiers that people have', async () => {
    await aParcel('pkg-ref');
    const returnId = await aReturn();
    const names = {
      "the selling shop's order id": '1001',
      "the shipping shop's order id": 'SO-77',
      'the order number': '#1001-A',
      'our order reference': order.reference,
      'our line reference': order.lines[0]?.reference ?? '',
      'a tracking number': 'TRACK-9',
      'a package reference': 'pkg-ref',
      'a stop reference': order.stopId ?? '',
      "the store's return id": 'R-5',
      'a return reference': 'return-ref',
      "our return's id": returnId,
      'with blanks around it': ' 1001 ',
    };
    const found = { id: order.sellerOrderId, shop: 'selling', orderId: '1001', orderNumber: '#1001-A' };
    for (const [what, name] of Object.entries(names))
      expect({ [what]: await findOrders(db, name) }).toMatchObject({ [what]: [found] });
  });

  it('reports under whose name it was found', async () => {
    expect((await findOrders(db, '1001'))[0]?.shops).toEqual(['selling']);
    const [both] = await findOrders(db, 'SO-77');
    expect(both?.shops.toSorted()).toEqual(['selling', 'shipping']);
    expect(both?.shopNames.toSorted()).toEqual(['Selling Shop', 'Shipping Shop']);
  });

  it('not by a substring, by nothing or by personal data', async () => {
    for (const text of ['', ' ', '100', 'SO', 'a\0b', ADDRESS.name, EMAIL, ADDRESS.address_line1])
      expect({ [text]: await findOrders(db, text) }).toEqual({ [text]: [] });
  });

  it('the newest first, at most 50', async () => {
    for (let n = 0; n < 52; n += 1) {
      const other = await aShop(db);
      const { sellerOrderId } = await aShippingOrder(db, { sellingShop: other, orderId: '2002' });
      await db.sellerOrder.update({
        where: { id: sellerOrderId },
        data: { receivedAt: new Date(Date.UTC(2026, 0, 1, 0, n)) },
      });
    }
    const found = await findOrders(db, '2002');
    expect(found).toHaveLength(50);
    expect(found[0]?.receivedAt).toEqual(new Date(Date.UTC(2026, 0, 1, 0, 51)));
  });
});

describe('finding orders by e-mail address', () => {
  it('exactly but for case; the trail has who searched and what was found, not the address', async () => {
    const look = (email: string) => findOrdersByEmail(db, { email, actor: ADA });
    expect(await look(' ADA.lind@CUSTOMER.example ')).toMatchObject([{ id: order.sellerOrderId }]);
    expect(await look('lind@customer.example')).toEqual([]);
    const trail = await db.supportAction.findMany({ orderBy: { id: 'asc' } });
    expect(trail).toMatchObject([
      {
        actor: ADA,
        action: 'order.search_by_email',
        detail: { found: 1, orders: [order.sellerOrderId] },
      },
      { detail: { found: 0, orders: [] } },
    ]);
    expect(JSON.stringify(trail.map(({ detail, subject }) => [detail, subject]))).not.toMatch(/lind|@/i);
  });

  it('uses the index, however many orders there are', async () => {
    await db.$executeRaw`SET enable_seqscan = off`;
    const plan = await db.$queryRaw`
      EXPLAIN SELECT id FROM seller_order WHERE lower(ship_to ->> 'email') = lower('a@b.example')`;
    expect(JSON.stringify(plan)).toContain('seller_order_email');
  });
});

describe("the customer's data of an order (D29)", () => {
  const look = () => revealCustomer(db, { id: order.sellerOrderId, actor: ADA });

  it("is shown with the customer's comments, and the view is recorded", async () => {
    const returnId = await aReturn();
    await db.cancellation.updateMany({ data: { reason: 'Ada changed her mind' } });
    await db.shippingOrder.update({ where: { id: order.id }, data: { relayEmail: 'x@relay.example' } });
    expect(await look()).toEqual({
      kind: 'revealed',
      customer: {
        address: { ...ADDRESS, country_code: 'SE' },
        returns: [{ returnId, note: 'Ada says: too small', reasons: ['too small'] }],
        cancellationReasons: ['Ada changed her mind'],
        relayAddresses: [{ shippingOrder: order.reference, address: 'x@relay.example' }],
      },
    });
    expect(await db.supportAction.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { actor: ADA, action: 'order.reveal', subject: `order:${order.sellerOrderId}` },
    ]);
  });

  it('blanked after its time (D30): says so', async () => {
    const since = new Date('2026-11-01T00:00:00Z');
    await db.sellerOrder.update({
      where: { id: order.sellerOrderId },
      data: { blankedAt: since, shipTo: { country_code: 'SE' } },
    });
    expect(await look()).toEqual({ kind: 'blanked', since });
  });

  it('of a missing order: nothing, and nothing is recorded', async () => {
    for (const id of [randomUUID(), 'no id'])
      expect(await revealCustomer(db, { id, actor: ADA })).toEqual({ kind: 'unknown' });
    expect(await db.supportAction.count()).toBe(0);
  });
});

describe('the timeline of an order', () => {
  it('has what belongs to the order from every side, and nothing of another with the same id', async () => {
    const { shippingOrder, foreign } = await aBusyOrder();
    const timeline = await orderTimeline(db, order.sellerOrderId);
    expect(timeline).toMatchObject({
      shop: 'selling',
      orderId: '1001',
      lines: [{ lineItemId: 'L-1', quantity: 2, unitPrice: '100', state: 'allocated' }],
      shippingOrders: [{ shop: 'shipping', storeOrderId: 'SO-77', outcomeUnknown: false }],
      returns: [{ storeReturnId: 'R-5', lines: [{ lineItemId: 'L-1', quantity: 2 }] }],
      cancellations: [{ stops: [{ shippingOrder: order.reference, state: 'failed' }] }],
      calls: [{ operation: 'place_order', shop: 'shipping', request: { ship_to: '•••' }, status: 500 }],
    });
    expect(timeline?.events.map(({ eventId }) => eventId)).toEqual(['E-sold', 'E-shipped']);
    expect(timeline?.deadLetters.map(({ id }) => id).toSorted()).toEqual(
      [shippingOrder, foreign.ours].toSorted(),
    );
    expect(timeline?.alerts).toMatchObject([{ kind: 'placing_failed', shop: 'shipping' }]);
    expect(timeline?.actions.map(({ action }) => action)).toEqual(['work.resume', 'dead_letter.replay']);
  });

  it('says of a decision that is no longer kept that it was made, before what followed (D30)', async () => {
    // Its shipping order names a decision that is not stored.
    const found = await orderTimeline(db, order.sellerOrderId);
    expect(found?.decisions).toEqual([]);
    expect(found?.formerDecisions).toMatchObject([{ decidedAt: expect.any(Date) }]);
    const entries = found?.entries.map(({ kind, title, detail }) => ({ kind, title, detail })) ?? [];
    const former = entries.findIndex(({ kind }) => kind === 'decision');
    expect(entries[former]).toMatchObject({
      title: 'Routing decided',
      detail: expect.stringContaining('no longer kept'),
    });
    expect(entries.findIndex(({ title }) => title.endsWith('was built'))).toBeGreaterThan(former);
  });

  it('says so of an order that no shop got, too: its page is not silent (D30)', async () => {
    const id = randomUUID();
    const sale = await db.sellerOrder.findUniqueOrThrow({
      where: { id: order.sellerOrderId },
      select: { shopId: true, currency: true, mode: true, correlation: true, placedAt: true },
    });
    const line = { position: 0, lineItemId: 'L', variantId: 'V', quantity: 1, unitPrice: 1 };
    await db.sellerOrder.create({
      data: {
        id,
        ...sale,
        orderId: id,
        destinationCountry: 'SE',
        shippingCost: 0,
        totalDiscounts: 0,
        blankedAt: new Date(),
        lines: { create: { id: randomUUID(), ...line, state: 'unfulfillable' } },
      },
    });
    const found = await orderTimeline(db, id);
    expect(found?.entries.find(({ kind }) => kind === 'decision')).toMatchObject({
      title: 'Routing decided',
      detail: expect.stringContaining('why none was chosen, is no longer kept'),
    });
  });

  it('lists the events in the order of time, with links', async () => {
    await aBusyOrder();
    const entries = (await orderTimeline(db, order.sellerOrderId))?.entries ?? [];
    const times = entries.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const titles = entries.map(({ title }) => title).join('\n');
    for (const part of [
      'Order 1001 of Selling Shop was accepted',
      'Selling Shop sent order.created: 200 accepted',
      'Shipping order for Shipping Shop was built',
      'POST /orders at Shipping Shop: unavailable 500',
      'Shipping Shop shipped package P-1',
      'Shipping Shop reported goods that came back',
      'Placing a shipping order failed permanently',
      'Alert: A shipping order was not placed',
      'ada (agent) resumed work that was given up',
    ])
      expect(titles).toContain(part);
    expect(entries.find(({ kind }) => kind === 'call')?.links).toContainEqual({
      to: 'shop',
      id: 'shipping',
      label: 'Shipping Shop',
    });
  });

  it('holds no personal data', async () => {
    await aBusyOrder();
    await db.cancellation.updateMany({ data: { reason: 'Ada changed her mind' } });
    expect(JSON.stringify(await orderTimeline(db, order.sellerOrderId))).not.toMatch(
      /Ada |Storgatan|111 22|customer\.example|too small|changed her mind/,
    );
  });

  it('of a missing order: null', async () => {
    expect(await orderTimeline(db, randomUUID())).toBeNull();
    expect(await orderTimeline(db, 'no id')).toBeNull();
  });
});

/** An order with all kinds of events. */
async function aBusyOrder() {
  const placing = commandQueue(COMMANDS.placeShippingOrder).name;
  await aParcel();
  await aReturn();
  const events = [
    { shopId: selling.id, eventId: 'E-sold', event: 'order.created', subject: '1001', outcome: 'accepted' },
    { shopId: shipping.id, eventId: 'E-shipped', event: 'fulfillment.shipped', subject: 'SO-77' },
    { shopId: shipping.id, eventId: 'E-other', event: 'order.created', subject: '1001' },
    { shopId: selling.id, eventId: 'E-stock', event: 'inventory.updated', subject: '1001' },
  ];
  const { receivedAt: soldAt } = await db.sellerOrder.findUniqueOrThrow({
    where: { id: order.sellerOrderId },
  });
  for (const [n, event] of events.entries()) {
    const receivedAt = event.eventId === 'E-sold' ? soldAt : new Date(Date.now() + n);
    await db.eventLedger.create({
      data: { ...event, status: 200, bodySha256: new Uint8Array(1), receivedAt },
    });
  }
  const shippingOrder = await aDeadLetter(db, {
    origin: placing,
    body: Buffer.from(JSON.stringify({ shippingOrderId: order.id })),
  });
  const ours = await aDeadLetter(db, {
    origin: 'routing.order.created',
    shopId: selling.id,
    orderId: '1001',
  });
  await aDeadLetter(db, { origin: 'routing.order.created', shopId: shipping.id, orderId: '1001' });
  const sellerOrderId = order.sellerOrderId;
  await db.storeCall.create({
    data: {
      shopId: shipping.id,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      sellerOrderId,
      request: { ship_to: '•••' },
      status: 500,
      outcome: 'unavailable',
      attempts: 3,
      durationMs: 9,
    },
  });
  await inTransaction(db, async (tx) => {
    const about = { shopId: shipping.id, sellerOrderId, message: 'No.' };
    await raiseAlert(tx, { kind: 'placing_failed', subject: `shipping_order:${order.id}`, ...about });
    await recordActions(tx, { actor: ADA, action: 'work.resume', subjects: [`placing:${order.id}`] });
    await recordActions(tx, { actor: ADA, action: 'dead_letter.replay', subjects: [`dead_letter:${ours}`] });
    await recordActions(tx, { actor: ADA, action: 'order.reveal', subjects: [`order:${randomUUID()}`] });
  });
  return { shippingOrder, foreign: { ours } };
}
