import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Prisma } from '@hub/database';
import { addLedgerDays } from '@hub/messaging';
import { LIMITS } from '@hub/contract';
import { countNextHour } from '@hub/desk/figures';
import {
  aSentEvent,
  aShop,
  createTestDatabase,
  openedBody,
  testCipher,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { encryptOlderBodies } from '../src/retention/encrypt-older-bodies';
import { retention as retentionOf } from '../src/retention/retention';

const retention = retentionOf({ ROUTING_DECISION_MONTHS: 13 });
const DAY = 24 * 60 * 60_000;
const NOW = Date.parse('2026-11-21T10:00:00Z');
/** No migration of this year has created these days, whatever today is. */
const FAR_AHEAD = NOW + 400 * DAY;
/** Today and a week. */
const DAYS_AHEAD = 8;
const daysAgo = (days: number) => new Date(NOW - days * DAY);
const SHIP_TO = {
  name: 'Ada Lind',
  address_line1: 'Storgatan 1',
  country_code: 'SE',
  email: 'ada@customer.example',
};

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  await inTransaction(db, (tx) => addLedgerDays(tx, NOW - 7 * DAY, 15));
}, 60_000);
afterEach(() => database.drop(), 60_000);

/** Runs every rule once. @returns processed rows, by rule */
async function prune(): Promise<Record<string, number>> {
  const taken: Record<string, number> = {};
  for (const { name, run } of retention) {
    const rows = await inTransaction(db, (tx) => run(tx, NOW));
    if (rows > 0) taken[name.replace('retention: ', '')] = rows;
  }
  return taken;
}

async function anEvent(event: string, receivedAt: Date): Promise<void> {
  const data = { shopId: 1, eventId: randomUUID(), event, bodySha256: new Uint8Array(32), receivedAt };
  await db.eventLedger.create({ data: { ...data, status: 200, outcome: 'accepted' } });
}

async function anOrder(receivedAt: Date): Promise<string> {
  const id = randomUUID();
  const data: Prisma.SellerOrderCreateInput = {
    id,
    shopId: 1,
    orderId: id,
    orderNumber: '1001',
    placedAt: 0n,
    currency: 'EUR',
    mode: 'live',
    destinationCountry: 'SE',
    shipTo: SHIP_TO,
    latitude: 59.3,
    longitude: 18,
    shippingCost: 0,
    totalDiscounts: 0,
    correlation: 'C-1',
    receivedAt,
  };
  await db.sellerOrder.create({ data });
  const payload = {
    external_ref: id,
    ship_to: { ...SHIP_TO, email: 'x@relay.example' },
    line_items: [{ quantity: 1 }],
  };
  await db.shippingOrder.create({
    data: {
      id,
      sellerOrderId: id,
      decisionId: id,
      shopId: 2,
      externalRef: id,
      payload,
      relayEmail: `${id}@relay.example`,
    },
  });
  return id;
}

async function aReturn(sellerOrderId: string, createdAt: Date): Promise<string> {
  const id = randomUUID();
  await db.return.create({
    data: {
      id,
      side: 'shipping',
      shopId: 2,
      eventId: id,
      sellerOrderId,
      state: 'registered',
      customerNote: 'Ada was not in',
      correlation: 'C-1',
      createdAt,
      lines: {
        create: {
          id: randomUUID(),
          orderLineId: id,
          reportedLineId: 'L-1',
          quantity: 1,
          reason: 'Ada moved',
        },
      },
    },
  });
  return id;
}

describe('D30: retention periods', () => {
  it('ledger rows of stock events 7 days, those of other events permanently', async () => {
    await anEvent('inventory.updated', daysAgo(7.1));
    await anEvent('inventory.updated', daysAgo(6.9));
    await anEvent('order.created', daysAgo(400));
    expect(await prune()).toEqual({ 'stock events': 1 });
    expect(await db.eventLedger.count()).toBe(2);
  });

  describe('an order with an open line', () => {
    async function aPaidOrder(receivedAt: Date, state: 'waiting' | 'allocated' | 'shipped') {
      const id = await anOrder(receivedAt);
      const line = await db.orderLine.create({
        data: {
          id: randomUUID(),
          sellerOrderId: id,
          position: 0,
          lineItemId: 'L-1',
          variantId: 'V-1',
          quantity: 1,
          unitPrice: 1,
          state,
          waitingReason: state === 'waiting' ? 'no_candidate' : null,
        },
      });
      return { id, line: line.id };
    }
    const lineOf = ({ line }: { line: string }) => db.orderLine.findUniqueOrThrow({ where: { id: line } });
    const openAlerts = async () =>
      (await db.alert.findMany({ where: { state: 'open' } })).map(
        ({ kind, sellerOrderId }) => `${kind} ${sellerOrderId}`,
      );

    it('is a case from day 150, once, until nothing of it is open', async () => {
      const waiting = await aPaidOrder(daysAgo(150.1), 'waiting');
      const allocated = await aPaidOrder(daysAgo(179.9), 'allocated');
      await aPaidOrder(daysAgo(149.9), 'waiting');
      await aPaidOrder(daysAgo(160), 'shipped');
      await prune();
      await prune();
      expect((await openAlerts()).toSorted()).toEqual(
        [`order_open_long ${waiting.id}`, `order_open_long ${allocated.id}`].toSorted(),
      );
      expect(await db.sellerOrder.count({ where: { blankedAt: { not: null } } })).toBe(0);

      await db.orderLine.update({ where: { id: allocated.line }, data: { state: 'shipped' } });
      await prune();
      expect(await openAlerts()).toEqual([`order_open_long ${waiting.id}`]);
    });

    it.each(['waiting', 'allocated'] as const)(
      'is closed as unfulfilled on day 180, and only then blanked: %s',
      async (state) => {
        const order = await aPaidOrder(daysAgo(180.1), state);
        await prune();
        expect(await lineOf(order)).toMatchObject({ state: 'unfulfillable', closedAt: expect.any(Date) });
        expect(await db.sellerOrder.findUnique({ where: { id: order.id } })).toMatchObject({
          blankedAt: expect.any(Date),
          shipTo: { country_code: 'SE' },
        });
        // What was never sent is never sent any more.
        expect(await db.shippingOrder.findUnique({ where: { id: order.id } })).toMatchObject({
          state: 'stopped',
          nextAttemptAt: null,
        });
        // An agent tells the selling shop.
        await prune();
        expect(await openAlerts()).toEqual([`order_open_long ${order.id}`]);
      },
    );

    it('is closed with its rest on day 180, if some of it shipped: those pieces settle then (D24)', async () => {
      const order = await aPaidOrder(daysAgo(180.1), 'allocated');
      await db.shippingOrder.update({ where: { id: order.id }, data: { state: 'placed' } });
      const shipped = { quantity: 3, packaged: 1, unitPrice: 1, calculation: {}, variantId: 'V-1' };
      const names = { id: order.line, shippingOrderId: order.id, orderLineId: order.line };
      const data = { ...names, ...shipped, position: 0, externalRef: order.line };
      await db.shippingOrderLine.create({ data });
      await prune();
      expect(await db.shippingOrderLine.findUnique({ where: { id: order.line } })).toMatchObject({
        restEndedAt: expect.any(Date),
      });
    });
  });

  it('personal data of an order 180 days: of the address only the country stays, here and in what was sent', async () => {
    const [old, young] = [await anOrder(daysAgo(180.1)), await anOrder(daysAgo(179.9))];
    expect(await prune()).toEqual({ 'personal data of orders': 1 });
    expect(await db.sellerOrder.findUnique({ where: { id: old } })).toMatchObject({
      shipTo: { country_code: 'SE' },
      latitude: null,
      longitude: null,
      orderNumber: '1001',
      blankedAt: expect.any(Date),
    });
    expect((await db.shippingOrder.findUnique({ where: { id: old } }))?.payload).toEqual({
      external_ref: old,
      ship_to: { country_code: 'SE' },
      line_items: [{ quantity: 1 }],
    });
    expect(await db.sellerOrder.findUnique({ where: { id: young } })).toMatchObject({
      shipTo: SHIP_TO,
      blankedAt: null,
    });
    // D29: the old order's relay address no longer forwards.
    expect(await db.$queryRaw`SELECT address FROM relay_address`).toEqual([
      { address: `${young}@relay.example` },
    ]);
    expect(await prune()).toEqual({});
  });

  it("customers' comments on returns and cancellations 180 days, their identities permanently", async () => {
    const order = await anOrder(daysAgo(10));
    const [old, young] = [await aReturn(order, daysAgo(181)), await aReturn(order, daysAgo(1))];
    const cancellation = {
      sellerOrderId: order,
      requestedBy: 1,
      eventId: 'E-1',
      correlation: 'C-1',
      reason: 'Ada moved',
    };
    await db.cancellation.create({
      data: { id: old, kind: 'whole_order', state: 'stopped', requestedAt: daysAgo(181), ...cancellation },
    });
    expect(await prune()).toEqual({ 'personal data of returns': 1, 'reasons of cancellations': 1 });
    const find = (id: string) => db.return.findUniqueOrThrow({ where: { id }, include: { lines: true } });
    expect(await find(old)).toMatchObject({ customerNote: null, lines: [{ reason: null, quantity: 1 }] });
    expect(await find(young)).toMatchObject({
      customerNote: 'Ada was not in',
      lines: [{ reason: 'Ada moved' }],
    });
    expect(await db.cancellation.findUnique({ where: { id: old } })).toMatchObject({
      reason: null,
      state: 'stopped',
    });
  });

  it('call log and failed messages 90 days, except for a pending replay', async () => {
    const call = {
      shopId: 1,
      operation: 'x',
      method: 'GET',
      path: '/',
      outcome: 'x',
      attempts: 1,
      durationMs: 1,
    };
    await db.storeCall.createMany({
      data: [
        { ...call, at: daysAgo(91) },
        { ...call, at: daysAgo(89) },
      ],
    });
    const failedMessage = (lastFailedAt: Date, state: 'open' | 'replaying') => ({
      id: randomUUID(),
      origin: 'q',
      identity: randomUUID(),
      type: 't',
      body: new Uint8Array(),
      headers: {},
      reason: 'r',
      attempts: 1,
      firstFailedAt: lastFailedAt,
      lastFailedAt,
      state,
    });
    await db.deadLetter.createMany({
      data: [
        failedMessage(daysAgo(91), 'open'),
        failedMessage(daysAgo(91), 'replaying'),
        failedMessage(daysAgo(89), 'open'),
      ],
    });
    expect(await prune()).toEqual({ 'store calls': 1, 'failed messages': 1 });
    expect(await db.storeCall.count()).toBe(1);
    expect(await db.deadLetter.count()).toBe(2);
  });

  it('counts of store calls 7 days, so that figures that begin six days back count the confirmed ones too', async () => {
    const count = { shopId: 1, operation: 'write_inventory', calls: 5, attempts: 5, durationMs: 50n };
    await db.storeCallCount.createMany({
      data: [7.1, 6].map((days) => ({ ...count, minute: daysAgo(days) })),
    });
    expect(await prune()).toEqual({ 'counts of store calls': 1 });
    expect(await inTransaction(db, (tx) => countNextHour(tx, NOW))).toBe(1);
    expect(await db.hourFigure.findMany({ where: { shopId: 1 } })).toMatchObject([
      { hour: daysAgo(6), kind: 'calls', key: 'confirmed', count: 5n },
    ]);
  });

  it("sign-in links of shops' doors 90 days", async () => {
    const link = (createdAt: Date) => ({
      id: randomUUID(),
      shopId: 1,
      contact: 'technical',
      address: 'ops@shop.example',
      tokenSha256: new Uint8Array(Buffer.from(randomUUID())),
      delivery: 'mailed' as const,
      askedBy: 'cli:ada',
      createdAt,
      expiresAt: createdAt,
    });
    await db.doorLink.createMany({ data: [link(daysAgo(91)), link(daysAgo(89))] });
    expect(await prune()).toEqual({ "sign-in links of shops' doors": 1 });
    await db.doorLink.deleteMany();
  });

  it('closed cases 90 days, except for one that holds an item in difficulty', async () => {
    const aCase = async (closedAt: Date | null, endedAt: Date | null) => {
      const data = { causeKind: 'message', about: 'q', size: 1, reportedSize: 1, reportedAt: daysAgo(100) };
      const item = { item: randomUUID(), subjects: [], since: daysAgo(100), endedAt };
      const id = randomUUID();
      const openedAt = daysAgo(100);
      await db.supportCase.create({
        data: { ...data, id, key: id, openedAt, closedAt, items: { create: item } },
      });
    };
    await aCase(daysAgo(91), daysAgo(91));
    await aCase(daysAgo(89), daysAgo(89));
    await aCase(daysAgo(91), null);
    await aCase(null, null);
    expect(await prune()).toEqual({ 'closed cases': 1 });
    expect([await db.supportCase.count(), await db.supportCaseItem.count()]).toEqual([3, 3]);
  });

  it('handled commands 30 days', async () => {
    const handled = (at: Date) => ({ consumer: 'q', messageId: randomUUID(), handledAt: at });
    await db.inbox.createMany({ data: [handled(daysAgo(31)), handled(daysAgo(29))] });
    expect(await prune()).toEqual({ inbox: 1 });
  });

  it('frozen sets of failed messages and circuits without a report, one day', async () => {
    const selection = (createdAt: Date) => ({ id: randomUUID(), createdBy: 'a', filter: 'all', createdAt });
    await db.deadLetterSelection.createMany({ data: [selection(daysAgo(2)), selection(daysAgo(0.5))] });
    const circuit = (seenAt: Date) => ({ shopId: 1, worker: randomUUID(), openSince: null, seenAt });
    await db.shopCircuit.createMany({ data: [circuit(daysAgo(2)), circuit(daysAgo(0.5))] });
    expect(await prune()).toEqual({ 'frozen sets of failed messages': 1, circuits: 1 });
    expect(await db.deadLetterSelection.count()).toBe(1);
    expect(await db.shopCircuit.count()).toBe(1);
  });

  it('a day of stock events is dropped as a whole, whatever its size, once it has been over for 7 days', async () => {
    await inTransaction(db, (tx) => addLedgerDays(tx, NOW - 8 * DAY, 1));
    for (const day of [daysAgo(8), daysAgo(7)])
      await db.$executeRaw`
        INSERT INTO event_ledger (shop_id, event_id, event, body_sha256, received_at, day)
        SELECT 1, gen_random_uuid(), 'inventory.updated', ''::bytea, ${day}, ${day}::date FROM generate_series(1, 20000)`;
    expect(await prune()).toEqual({ 'days of the ledger that are over': 1 });
    expect(await db.eventLedger.count()).toBe(20_000);
    expect(await prune()).toEqual({});
  });

  it('future days are created ahead of time, by any number of copies', async () => {
    const come = retention.find(({ name }) => name === 'retention: days of the ledger to come');
    const runs = [1, 2].map(() => db.$transaction((tx) => come?.run(tx, FAR_AHEAD) ?? Promise.resolve(0)));
    expect((await Promise.all(runs)).toSorted()).toEqual([0, DAYS_AHEAD]);
  });

  it('routing decisions 13 months, then until their month is over; future months are created ahead of time', async () => {
    const run = async (what: string, now: number) => {
      const sweep = retention.find(({ name }) => name === `retention: ${what}`);
      return sweep ? inTransaction(db, (tx) => sweep.run(tx, now)) : null;
    };
    const sellerOrderId = await anOrder(daysAgo(1));
    const decide = (decidedAt: string) =>
      db.routingDecision.create({
        data: {
          id: randomUUID(),
          sellerOrderId,
          policyVersion: 'D19-2',
          decidedAt: new Date(decidedAt),
          detail: {},
        },
      });
    expect(await run('months of routing decisions to come', Date.parse('2040-01-20'))).toBe(3);
    await decide('2040-01-31T23:00:00Z');
    await decide('2040-03-31T23:00:00Z');
    await run('months of routing decisions that are over', Date.parse('2041-02-28T23:59:00Z'));
    expect(await db.routingDecision.count()).toBe(2);
    expect(await run('months of routing decisions that are over', Date.parse('2041-03-01'))).toBe(1);
    expect(await db.routingDecision.count()).toBe(1);
  });

  it('alerts 400 days after they were resolved, open ones until then', async () => {
    const alert = { kind: 'order_changed', shopId: 1, message: 'It differs.', firstAt: daysAgo(500) };
    const add = (state: 'open' | 'resolved', lastAt: Date, resolvedAt: Date | null) =>
      db.alert.create({
        data: { ...alert, id: randomUUID(), subject: randomUUID(), state, lastAt, resolvedAt },
      });
    await add('resolved', daysAgo(410), daysAgo(401));
    const kept = [await add('resolved', daysAgo(410), daysAgo(399)), await add('open', daysAgo(410), null)];
    expect(await prune()).toEqual({ 'resolved alerts': 1 });
    const left = await db.alert.findMany({ select: { id: true } });
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  });

  it('reservations 180 days after they ended, whatever the age of their order; those that have not ended stay', async () => {
    const reserve = async (remaining: number, endedAt: Date | null) => {
      const named = {
        shopId: 2,
        variantId: 'V-1',
        shippingOrderLineId: randomUUID(),
        createdAt: daysAgo(400),
      };
      const { id } = await db.reservation.create({
        data: { id: randomUUID(), ...named, quantity: 1, remaining, endedAt },
      });
      return id;
    };
    await reserve(0, daysAgo(180.1));
    const kept = [await reserve(0, daysAgo(179.9)), await reserve(1, null)];
    expect(await prune()).toEqual({ 'ended reservations': 1 });
    const left = await db.reservation.findMany({ select: { id: true } });
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });

  it('in small batches: a thousand rows at a time, until none is left', async () => {
    await db.$executeRaw`
      INSERT INTO event_ledger (shop_id, event_id, event, body_sha256, received_at)
      SELECT 1, n::text, 'inventory.updated', ''::bytea, ${daysAgo(8)} FROM generate_series(1, 2500) AS n`;
    const figures = [await prune(), await prune(), await prune(), await prune()].map(
      (taken) => taken['stock events'],
    );
    expect(figures).toEqual([1_000, 1_000, 500, undefined]);
  });
});

describe('D33: retention of what shops sent', () => {
  const receivedFirst = () =>
    db.sentEvent.findMany({ orderBy: [{ shopId: 'asc' }, { receivedAt: 'asc' }], select: { id: true } });

  it('7 days', async () => {
    const shop = await aShop(db);
    await aSentEvent(db, shop, { receivedAt: daysAgo(7.1) });
    const young = await aSentEvent(db, shop, { receivedAt: daysAgo(6.9) });
    await db.sentBodyVolume.create({ data: { shopId: shop.id, minute: daysAgo(7.1), bytes: 1n } });
    expect(await prune()).toEqual({ 'what shops sent': 1, 'volume of bodies': 1 });
    expect(await receivedFirst()).toEqual([{ id: young }]);
  });

  it('the newest 10 000 refusals of the ingress for each shop, and apart from them the newest 500 of senders that are not known', async () => {
    const [flooded, other] = [await aShop(db), await aShop(db)];
    const refused = (status: number, count: number) => db.$executeRaw`
      INSERT INTO sent_event (id, shop_id, received_at, status, by_ingress)
      SELECT gen_random_uuid(), ${flooded.id}, ${new Date(NOW)}::timestamptz - n * interval '1 second', ${status}, true
      FROM generate_series(1, ${count}) AS n`;
    // Anyone can be answered so: the wrong signature, a body that is not read, a signature that cannot be judged now.
    for (const status of [401, 413, 503]) await refused(status, 502);
    await refused(422, 10_002);
    const [worker, others] = [
      await aSentEvent(db, flooded, { receivedAt: daysAgo(2), byIngress: false }),
      await aSentEvent(db, other, { receivedAt: daysAgo(2), byIngress: true }),
    ];
    expect(await prune()).toEqual({
      'refused events beyond the newest of a shop': 2,
      'wrong signatures beyond the newest of a shop': 2,
      'unread events beyond the newest of a shop': 504,
    });
    expect(await prune()).toEqual({});
    const left = await db.sentEvent.groupBy({
      by: ['status'],
      where: { shopId: flooded.id, byIngress: true },
      _count: true,
      orderBy: { status: 'asc' },
    });
    expect(left).toMatchObject([
      { status: 401, _count: 500 },
      { status: 413, _count: 250 },
      { status: 422, _count: 10_000 },
      { status: 503, _count: 250 },
    ]);
    expect(await db.sentEvent.count({ where: { id: { in: [worker, others] } } })).toBe(2);
  });

  it('the newest 256 MiB of bodies for each shop: rows that the ledger has as well are deleted, other refusals keep their answer', async () => {
    const [full, other] = [await aShop(db), await aShop(db)];
    const at = (hours: number) => new Date(NOW - hours * 60 * 60_000);
    const volume = (shopId: number, hours: number, mib: number) =>
      db.sentBodyVolume.create({ data: { shopId, minute: at(hours), bytes: BigInt(mib) * 1024n * 1024n } });
    for (const [shop, hours, mib] of [
      [full, 3, 200],
      [full, 2, 100],
      [full, 1, 156],
      [other, 3, 256],
    ] as const)
      await volume(shop.id, hours, mib);
    await aSentEvent(db, full, { receivedAt: at(3), byIngress: false });
    const refused = await aSentEvent(db, full, { receivedAt: at(3), byIngress: true });
    const kept = await aSentEvent(db, full, { receivedAt: at(2) });
    const others = await aSentEvent(db, other, { receivedAt: at(3) });
    expect(await prune()).toEqual({ 'bodies beyond what is kept of a shop': 2 });
    expect(await receivedFirst()).toEqual([{ id: refused }, { id: kept }, { id: others }]);
    expect(await db.sentEvent.findUnique({ where: { id: refused } })).toMatchObject({
      body: null,
      status: 422,
    });
    expect(await db.sentEvent.count({ where: { body: { not: null } } })).toBe(2);
    expect(LIMITS.sentBodyBytesPerShop).toBe(256 * 1024 * 1024);
  });
});

describe('figures of the overview', () => {
  it('by the hour are kept 32 days, of single shops 2, by the day 32', async () => {
    const figure = { kind: 'orders', key: '', count: 1n };
    const hours = [
      { shopId: 0, hour: daysAgo(33) },
      { shopId: 0, hour: daysAgo(31) },
      { shopId: 7, hour: daysAgo(3) },
      { shopId: 7, hour: daysAgo(1) },
    ];
    await db.hourFigure.createMany({ data: hours.map((one) => ({ ...figure, ...one })) });
    await db.dayFigure.createMany({
      data: [33, 31].map((days) => ({ ...figure, shopId: 7, day: daysAgo(days) })),
    });
    expect(await prune()).toEqual({
      'figures by the hour': 1,
      'figures of shops by the hour': 1,
      'figures by the day': 1,
    });
    expect(await db.hourFigure.count()).toBe(2);
    expect(await db.dayFigure.count()).toBe(1);
  });
});

describe('D33: bodies of an earlier release', () => {
  it('are encrypted, including edited ones, and decrypt to the same content', async () => {
    const id = randomUUID();
    const at = new Date(NOW);
    const facts = { origin: 'q', identity: id, type: 't', headers: {}, reason: 'r', attempts: 1 };
    const edit = { editedBody: Buffer.from('{"name":"Bo"}'), editedBy: 'cli:ada', editedAt: at };
    const bodies = { body: Buffer.from('{"name":"Ada"}'), ...edit };
    await db.deadLetter.create({ data: { id, ...facts, ...bodies, firstFailedAt: at, lastFailedAt: at } });
    const { run } = encryptOlderBodies(testCipher());
    expect(await inTransaction(db, (tx) => run(tx, NOW))).toBe(1);
    const failedMessage = await db.deadLetter.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(failedMessage.body).includes('Ada')).toBe(false);
    expect((await openedBody(db, failedMessage)).toString()).toBe('{"name":"Ada"}');
    const { editedBody: body, editedBodyKeyId: bodyKeyId } = failedMessage;
    expect((await openedBody(db, { id, body, bodyKeyId })).toString()).toBe('{"name":"Bo"}');
    expect(await inTransaction(db, (tx) => run(tx, NOW))).toBe(0);
  });
});
