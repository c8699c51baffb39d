import { randomUUID } from 'node:crypto';
import { COMMANDS, commandQueue } from '@hub/messaging';
import { aShippingOrder, aShop, Chance, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderTimeline } from '../src/orders/order-timeline';
import { aDeadLetter } from './stored-dead-letter';

let database: TestDatabase;
let order: Awaited<ReturnType<typeof aFullOrder>>;
beforeAll(async () => {
  database = await createTestDatabase();
  order = await aFullOrder();
}, 60_000);
afterAll(() => database.drop());

/** 11:45 on the day of the order, and minutes later. */
const at = (minutes: number, ms = 0) => new Date(Date.parse('2026-11-27T11:45:00Z') + minutes * 60_000 + ms);

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/sent order\.created/, 'sale'],
  [/was accepted/, 'accepted'],
  [/^Routing decided/, 'decided'],
  [/was built$/, 'built'],
  [/was sent to/, 'sent'],
  [/^POST \/orders at/, 'placing call'],
  [/took it$/, 'taken'],
  [/shipped package/, 'package'],
  [/^PUT .* at/, 'tracking call'],
  [/has its tracking$/, 'notified'],
  [/reported goods/, 'return'],
  [/registered the return$/, 'registered'],
  [/^Alert: /, 'alert'],
  [/^Alert again: /, 'alert again'],
  [/^Resolved: /, 'resolved'],
  [/failed permanently$/, 'failed'],
  [/failed permanently again/, 'failed again'],
  [/sent order\.cancelled/, 'cancellation event'],
  [/whole order stopped$/, 'stop asked'],
  [/^Stopping it at/, 'stopping'],
  [/^POST \/cancel at/, 'stop call'],
  [/^Stopping a shipping order/, 'stop ended'],
  [/^Cancellation/, 'cancelled'],
  [/^order\.cancelled of .* was answered/, 'answered'],
];

/** What follows from what, whatever the clocks say. */
const CAUSES = [
  ['sale', 'accepted'],
  ['accepted', 'decided'],
  ['decided', 'built'],
  ['built', 'sent'],
  ['sent', 'placing call'],
  ['placing call', 'taken'],
  ['sent', 'package'],
  ['package', 'tracking call'],
  ['tracking call', 'notified'],
  ['accepted', 'return'],
  ['return', 'registered'],
  ['accepted', 'alert'],
  ['alert', 'alert again'],
  ['alert', 'resolved'],
  ['failed', 'failed again'],
  ['cancellation event', 'stop asked'],
  ['stop asked', 'stopping'],
  ['stop asked', 'stop call'],
  ['stop call', 'stop ended'],
  ['stop ended', 'cancelled'],
  ['cancelled', 'answered'],
] as const;

async function timeline() {
  const found = await orderTimeline(database.db, order.sellerOrderId);
  return (found?.entries ?? []).map(({ title, detail, at: when }) => ({
    name: NAMES.find(([pattern]) => pattern.test(title))?.[1] ?? title,
    title,
    detail,
    when,
  }));
}

describe('the order of the timeline', () => {
  it.each(Array.from({ length: 30 }, (_, index) => index + 1))(
    'respects cause, however wrong the clocks of its machines are: history %i',
    async (seed) => {
      const chance = new Chance(seed);
      await setTimes(() => at(0, chance.between(-20_000, 20_000)), { packageFirst: false });
      const names = (await timeline()).map(({ name }) => name);
      for (const [cause, effect] of CAUSES) {
        expect({ cause, effect, known: names.includes(cause) && names.includes(effect) }).toMatchObject({
          known: true,
        });
        expect({ cause, effect, first: names.indexOf(cause) < names.indexOf(effect) }).toMatchObject({
          first: true,
        });
      }
    },
  );

  it('is that of time where nothing follows from the other', async () => {
    await setTimes(() => at(0));
    await database.db.alert.updateMany({ data: { firstAt: at(2) } });
    await database.db.return.updateMany({ data: { createdAt: at(1) } });
    const names = (await timeline()).map(({ name }) => name);
    expect(names.indexOf('return')).toBeLessThan(names.indexOf('alert'));
  });
});

describe('the timeline never rewrites history: an entry shows what was known at its time', () => {
  it('an event that was answered later: the answer is an entry of its own', async () => {
    await setTimes(() => at(0));
    await database.db.eventLedger.updateMany({
      where: { event: 'order.cancelled' },
      data: { receivedAt: at(0), decidedAt: at(6) },
    });
    const shown = (await timeline()).filter(({ title }) => title.includes('order.cancelled'));
    expect(shown).toMatchObject([
      { title: 'Nordic sent order.cancelled', when: at(0) },
      { title: 'order.cancelled of Nordic was answered: 200 the cancellation is confirmed', when: at(6) },
    ]);
  });

  it('an alert that was raised again: what it says now stands at the later time', async () => {
    await setTimes(() => at(0));
    await database.db.alert.updateMany({
      data: { firstAt: at(0), lastAt: at(6), count: 3, message: 'learnt at 11:51' },
    });
    const shown = (await timeline()).filter(({ name }) => name.startsWith('alert'));
    expect(shown).toMatchObject([
      { name: 'alert', when: at(0), detail: '' },
      { name: 'alert again', when: at(6), detail: 'learnt at 11:51' },
    ]);
  });

  it('a message that failed again: its first failure stays where it was', async () => {
    await setTimes(() => at(0));
    await database.db.deadLetter.updateMany({
      data: { firstFailedAt: at(0), lastFailedAt: at(6), count: 2, reason: 'learnt at 11:51' },
    });
    const shown = (await timeline()).filter(({ name }) => name.startsWith('failed'));
    expect(shown).toMatchObject([
      { name: 'failed', when: at(0), detail: '' },
      { name: 'failed again', when: at(6), detail: 'learnt at 11:51' },
    ]);
  });

  it('D11: an order id that a later receipt changed: it stands with the receipt', async () => {
    await setTimes(() => at(0));
    await database.db.shippingOrderAlias.create({
      data: { shopId: order.shopId, orderId: 'SO-first', shippingOrderId: order.id, createdAt: at(6) },
    });
    const shown = (await timeline()).filter(({ detail }) => detail.startsWith('its own order id'));
    expect(shown).toMatchObject([
      { title: 'Near took it', detail: 'its own order id is SO-first' },
      { title: 'Near named it otherwise', detail: `its own order id is ${order.storeOrderId}`, when: at(6) },
    ]);
    await database.db.shippingOrderAlias.deleteMany();
  });

  it('a return that has failed meanwhile was only reported when it was reported', async () => {
    await setTimes(() => at(0));
    await database.db.return.updateMany({ data: { state: 'failed', registeredAt: null } });
    const shown = (await timeline()).find(({ name }) => name === 'return');
    expect(shown).toMatchObject({ detail: '1 × L-1' });
    await database.db.return.updateMany({ data: { state: 'registered' } });
  });

  it('a hold that was ended still stands where the order was accepted', async () => {
    await setTimes(() => at(0));
    await database.db.supportAction.create({
      data: {
        actor: 'agent:ada',
        action: 'order.end_hold',
        subject: `order:${order.sellerOrderId}`,
        detail: { heldReason: 'old_order' },
      },
    });
    const shown = (await timeline()).find(({ name }) => name === 'accepted');
    expect(shown?.detail).toContain('held, for it was placed more than 30 days before it was received');
  });
});

/** Sets every time of the order. */
async function setTimes(time: () => Date, { packageFirst = true } = {}): Promise<void> {
  const { db } = database;
  await db.sellerOrder.updateMany({ data: { receivedAt: time() } });
  await db.routingDecision.updateMany({ data: { decidedAt: time() } });
  const createdAt = time();
  await db.shippingOrder.updateMany({
    data: { createdAt, firstSentAt: time(), placedAt: time(), stopRequestedAt: time() },
  });
  for (const { eventId } of await db.eventLedger.findMany()) {
    const receivedAt = time();
    // Answered later than at once, so that the answer is an entry.
    const decidedAt = eventId === 'E-stop' ? new Date(receivedAt.getTime() + 2_000) : receivedAt;
    await db.eventLedger.updateMany({ where: { eventId }, data: { receivedAt, decidedAt } });
  }
  for (const { id } of await db.storeCall.findMany())
    await db.storeCall.update({ where: { id }, data: { at: time() } });
  // A package that came before the receipt stands in for it (D11): then the receipt causes nothing.
  const [receipt] = await db.storeCall.findMany({ where: { operation: 'place_order' } });
  const stored = packageFirst || !receipt ? time() : new Date(receipt.at.getTime() + 60_000);
  await db.package.updateMany({ data: { createdAt: stored, deliveredAt: time() } });
  await db.return.updateMany({ data: { createdAt: time(), registeredAt: time() } });
  await db.alert.updateMany({
    data: { firstAt: time(), lastAt: time(), resolvedAt: time(), count: 2, state: 'resolved' },
  });
  await db.deadLetter.updateMany({ data: { firstFailedAt: time(), lastFailedAt: time(), count: 2 } });
  await db.cancellation.updateMany({ data: { requestedAt: time(), finishedAt: time(), state: 'stopped' } });
  await db.shippingOrderStop.updateMany({ data: { finishedAt: time(), state: 'confirmed' } });
}

/** An order that was sold, decided, placed, shipped, returned and cancelled, with an alert and a failed message. */
async function aFullOrder() {
  const { db } = database;
  const nordic = await aShop(db, { name: 'Nordic' });
  const near = await aShop(db, { name: 'Near' });
  const placed = await aShippingOrder(db, {
    sellingShop: nordic,
    shippingShop: near,
    stop: 'confirmed',
    orderId: '1001',
  });
  const { id, sellerOrderId, lines, stopId, reference } = placed;
  const decision = randomUUID();
  await db.routingDecision.create({
    data: { id: decision, sellerOrderId, policyVersion: 'D19-2', detail: {} },
  });
  await db.shippingOrder.update({ where: { id }, data: { decisionId: decision } });
  const stop = await db.shippingOrderStop.findUniqueOrThrow({ where: { id: stopId ?? '' } });
  await db.cancellation.update({
    where: { id: stop.cancellationId },
    data: { eventId: 'E-stop', requestedBy: nordic.id },
  });
  for (const [eventId, event, outcome] of [
    ['E-sold', 'order.created', 'accepted'],
    ['E-stop', 'order.cancelled', 'stopped'],
  ] as const)
    await db.eventLedger.create({
      data: {
        shopId: nordic.id,
        eventId,
        event,
        subject: '1001',
        outcome,
        status: 200,
        bodySha256: new Uint8Array(1),
      },
    });
  await db.package.create({
    data: {
      id: randomUUID(),
      shippingOrderId: id,
      packageId: 'P-1',
      reference: 'pkg-1',
      carrier: 'PostNord',
      trackingNumber: 'PN1',
      shippedAt: 0n,
      state: 'done',
      correlation: 'C',
      lines: { create: { shippingOrderLineId: lines[0]?.id ?? '', quantity: 1 } },
    },
  });
  await db.return.create({
    data: {
      id: randomUUID(),
      side: 'shipping',
      shopId: near.id,
      eventId: 'E-return',
      sellerOrderId,
      shippingOrderId: id,
      reference: 'return-1',
      state: 'registered',
      storeReturnId: 'R-1',
      correlation: 'C',
      lines: {
        create: {
          id: randomUUID(),
          orderLineId: lines[0]?.orderLineId ?? '',
          reportedLineId: 'x',
          quantity: 1,
        },
      },
    },
  });
  for (const [operation, method, path, called] of [
    ['place_order', 'POST', '/orders', { shopId: near.id, reference }],
    ['deliver_tracking', 'PUT', '/orders/1001/tracking', { shopId: nordic.id, reference: 'pkg-1' }],
    ['cancel_order', 'POST', '/cancel', { shopId: near.id, reference: stop.reference }],
  ] as const)
    await db.storeCall.create({
      data: {
        ...called,
        operation,
        method,
        path,
        sellerOrderId,
        status: 200,
        outcome: 'confirmed',
        attempts: 1,
        durationMs: 5,
      },
    });
  await db.alert.create({
    data: {
      id: randomUUID(),
      kind: 'placing_failed',
      subject: `shipping_order:${id}`,
      shopId: near.id,
      sellerOrderId,
      message: 'known at 11:45',
    },
  });
  await aDeadLetter(db, {
    origin: commandQueue(COMMANDS.placeShippingOrder).name,
    body: Buffer.from(JSON.stringify({ shippingOrderId: id })),
  });
  return placed;
}
