import { randomUUID } from 'node:crypto';
import { inTransaction, Prisma, rows, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { BodyCipher } from '@hub/installation';
import { commandQueue, COMMANDS } from '@hub/messaging';
import {
  aSentEvent,
  aShippingOrder,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { eraseCustomer } from '../src/customer/erase-customer';
import { exportCustomer } from '../src/customer/export-customer';
import type { CustomerName } from '../src/customer/find-customer';

const NameRow = z.object({ name: z.string() });
const CountRow = z.object({ count: z.int() });

/** Found nowhere else: every table is searched for them. */
const PERSON = {
  name: 'Zdenka Quvarova',
  address_line1: 'Vymyslena 4711',
  zip: '99887',
  city: 'Xylopolis',
  country_code: 'SE',
  phone: '+46 70 998 87 76',
  email: 'Zdenka.Quvarova@customer.example',
};
const NOTE = 'the sleeve of qwyzzt is torn';
const REASON = 'grandmother blaxnom has one already';
const TEXTS = [PERSON.name, PERSON.address_line1, PERSON.city, PERSON.phone, PERSON.email, NOTE, REASON];
const ANY: CustomerName = { email: PERSON.email.toLowerCase() };

let database: TestDatabase;
let db: Database;
let cipher: BodyCipher;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  cipher = new BodyCipher({ HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
}, 60_000);
afterEach(() => database.drop(), 60_000);

/** A finished order of the person, with their data wherever the hub may hold it. */
async function aDoneOrder(): Promise<StoredShippingOrder> {
  const [sellingShop, shippingShop] = [await aShop(db), await aShop(db)];
  const order = await aShippingOrder(db, { sellingShop, shippingShop });
  const { sellerOrderId } = order;
  await db.sellerOrder.update({
    where: { id: sellerOrderId },
    data: { shipTo: PERSON, latitude: 59.1, longitude: 18.1, name: PERSON.name },
  });
  await db.orderLine.updateMany({ where: { sellerOrderId }, data: { state: 'shipped' } });
  await db.shippingOrder.updateMany({
    where: { sellerOrderId },
    data: {
      payload: { external_ref: order.reference, ship_to: PERSON },
      relayEmail: `${randomUUID()}@relay.example`,
    },
  });
  await db.return.create({
    data: {
      id: randomUUID(),
      side: 'shipping',
      shopId: shippingShop.id,
      eventId: randomUUID(),
      sellerOrderId,
      state: 'registered',
      customerNote: NOTE,
      correlation: 'C',
      lines: {
        create: {
          id: randomUUID(),
          orderLineId: order.lines[0]?.orderLineId ?? '',
          reportedLineId: 'L',
          quantity: 1,
          reason: NOTE,
        },
      },
    },
  });
  await db.cancellation.create({
    data: {
      id: randomUUID(),
      kind: 'whole_order',
      sellerOrderId,
      requestedBy: sellingShop.id,
      eventId: randomUUID(),
      reason: REASON,
      state: 'overruled',
      correlation: 'C',
    },
  });
  await db.storeCall.create({
    data: {
      shopId: shippingShop.id,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      sellerOrderId,
      request: { gift_text: PERSON.name },
      response: { message: PERSON.address_line1 },
      outcome: 'confirmed',
      attempts: 1,
      durationMs: 1,
    },
  });
  await inTransaction(db, (tx) =>
    raiseAlert(tx, {
      kind: 'placing_refused',
      subject: `shipping_order:${order.id}`,
      sellerOrderId,
      message: 'refused',
      detail: { note: `call ${PERSON.phone}` },
    }),
  );
  await aDeadLetter({ state: 'resolved', shopId: sellingShop.id, orderId: order.orderId });
  const body = JSON.stringify({ data: { shipping_address: PERSON } });
  await aSentEvent(db, sellingShop, { about: order.orderId, body });
  return order;
}

/** A failed message: of the person's order, or one that never became an order and is known only by its body. */
async function aDeadLetter(data: {
  state: 'open' | 'resolved';
  shopId?: number;
  orderId?: string;
}): Promise<string> {
  const id = randomUUID();
  const at = new Date();
  await db.deadLetter.create({
    data: {
      id,
      origin: 'routing.order.created',
      identity: id,
      type: 'order.created',
      body: Buffer.from(JSON.stringify({ data: { shipping_address: PERSON } })),
      headers: {},
      reason: 'Error',
      attempts: 6,
      firstFailedAt: at,
      lastFailedAt: at,
      ...data,
    },
  });
  return id;
}

/** Tables that contain a text, in whatever column; bodies are searched as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows(
    NameRow,
    db.$queryRaw`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await rows(
      CountRow,
      db.$queryRaw`
        SELECT count(*)::int AS count FROM ${Prisma.raw(name)} t
        WHERE position(lower(${text}) IN lower(t::text)) > 0 OR position(${hex} IN t::text) > 0`,
    );
    if (row?.count !== 0) found.push(name);
  }
  return found;
}

const everywhere = async () => (await Promise.all(TEXTS.map(tablesWith))).flat();
const erase = (name: CustomerName = ANY, carryOut = true) =>
  eraseCustomer(db, { name, actor: 'cli:ada', carryOut, cipher });

describe('a customer’s request to be forgotten', () => {
  it.each<[string, CustomerName]>([
    ['e-mail address, in any case', { email: 'ZDENKA.quvarova@customer.example' }],
    ['telephone number, however it is written', { phone: '+46 (70) 9988776' }],
    ['the same number dialled from abroad', { phone: '0046 70 998 87 76' }],
    ['the same number as it is written at home', { phone: '070-998 87 76' }],
  ])("by %s: none of the customer's data or words stays in any table", async (_, name) => {
    await aDoneOrder();
    expect((await everywhere()).length).toBeGreaterThan(TEXTS.length);
    const erasure = await erase(name);
    expect(erasure).toMatchObject({
      erased: [expect.anything()],
      open: [],
      deadLetters: { deleted: 1, open: [] },
    });
    expect(await everywhere()).toEqual([]);
  });

  it('by an order: only of that one', async () => {
    const [one, other] = [await aDoneOrder(), await aDoneOrder()];
    await erase({ sellerOrderId: one.sellerOrderId });
    const found = await db.sellerOrder.findMany({
      where: { id: { in: [one.sellerOrderId, other.sellerOrderId] } },
    });
    expect(new Map(found.map(({ id, shipTo }) => [id, shipTo]))).toEqual(
      new Map<string, unknown>([
        [one.sellerOrderId, { country_code: 'SE' }],
        [other.sellerOrderId, PERSON],
      ]),
    );
  });

  it('keeps identities and amounts, and does not touch other customers', async () => {
    const order = await aDoneOrder();
    const stranger = await aShippingOrder(db);
    const [before, strangers] = [await moneyOf(order), await allOf(stranger)];
    await erase();
    expect(await moneyOf(order)).toEqual(before);
    expect(await allOf(stranger)).toEqual(strangers);
  });

  it('is recorded without the data itself', async () => {
    const { sellerOrderId } = await aDoneOrder();
    await erase();
    expect(await db.supportAction.findMany()).toMatchObject([
      {
        actor: 'cli:ada',
        action: 'customer.erase',
        subject: `order:${sellerOrderId}`,
        detail: { found_by: ['email'], erased: 1, left_open: 0, dead_letters_deleted: 1 },
      },
    ]);
  });

  it('reports what it would do, and does nothing, until confirmed', async () => {
    await aDoneOrder();
    const before = await everywhere();
    expect(await erase(ANY, false)).toMatchObject({
      erased: [expect.anything()],
      deadLetters: { deleted: 1 },
    });
    expect(await everywhere()).toEqual(before);
    expect(await db.supportAction.count()).toBe(0);
  });

  it('a second time changes nothing more', async () => {
    await aDoneOrder();
    await erase();
    expect(await erase()).toEqual({
      erased: [],
      open: [],
      deadLetters: { deleted: 0, open: [] },
      sentBodies: 0,
    });
  });

  it.each([
    [
      'lines_open',
      (id: string) => db.orderLine.updateMany({ where: { sellerOrderId: id }, data: { state: 'allocated' } }),
    ],
    [
      'lines_open',
      (id: string) => db.orderLine.updateMany({ where: { sellerOrderId: id }, data: { state: 'waiting' } }),
    ],
    ['held', (id: string) => db.sellerOrder.update({ where: { id }, data: { state: 'held' } })],
    [
      'stopping',
      (id: string) =>
        db.cancellation.updateMany({ where: { sellerOrderId: id }, data: { state: 'stopping' } }),
    ],
    [
      'return_open',
      (id: string) => db.return.updateMany({ where: { sellerOrderId: id }, data: { state: 'waiting' } }),
    ],
  ])('skips an order that is not done: %s', async (why, change) => {
    const { sellerOrderId } = await aDoneOrder();
    await change(sellerOrderId);
    expect(await erase()).toMatchObject({ erased: [], open: [{ id: sellerOrderId, open: why }] });
    expect(await db.sellerOrder.findUniqueOrThrow({ where: { id: sellerOrderId } })).toMatchObject({
      shipTo: PERSON,
    });
  });

  it('a return that failed permanently is open while its failed message may be replayed, and no longer', async () => {
    const { sellerOrderId } = await aDoneOrder();
    const goods = await db.return.findFirstOrThrow({ where: { sellerOrderId } });
    await db.return.update({ where: { id: goods.id }, data: { state: 'failed' } });
    const asking = await aDeadLetter({ state: 'open' });
    const identity = `return.register:${JSON.stringify({ returnId: goods.id })}`;
    const { name: origin } = commandQueue(COMMANDS.registerReturn);
    await db.deadLetter.update({ where: { id: asking }, data: { origin, identity } });
    expect(await erase()).toMatchObject({ erased: [], open: [{ open: 'return_open' }] });

    await db.deadLetter.update({ where: { id: asking }, data: { state: 'discarded' } });
    expect(await erase()).toMatchObject({ erased: [{ id: sellerOrderId }], open: [] });
  });

  it('lists a failed message that never became an order and waits for support, and deletes it once it is discarded', async () => {
    const id = await aDeadLetter({ state: 'open' });
    expect(await erase({ email: PERSON.email })).toMatchObject({
      erased: [],
      deadLetters: { deleted: 0, open: [id] },
    });
    await db.deadLetter.update({ where: { id }, data: { state: 'discarded' } });
    expect(await erase({ email: PERSON.email })).toMatchObject({ deadLetters: { deleted: 1, open: [] } });
    expect(await db.deadLetter.count()).toBe(0);
  });

  it.each<[string, CustomerName, string]>([
    ['escaped as JSON may be', { email: PERSON.email }, '{"mail":"zdenka.quvarova\\u0040customer.example"}'],
    ['within a text', { email: PERSON.email }, `{"note":"write to ${PERSON.email.toUpperCase()}, please"}`],
    ['not JSON at all', { email: PERSON.email }, `mail=${PERSON.email}`],
    ['a number written otherwise', { phone: '+46709988776' }, '{"data":{"phone":"+46 (70) 998-87 76"}}'],
    [
      'a national number beside its country',
      { phone: '0046709988776' },
      '{"data":{"shipping_address":{"phone":"070-998 87 76","country_code":"SE"}}}',
    ],
  ])('D33: finds the person in what a shop sent, %s, and deletes its body', async (_, name, body) => {
    const shop = await aShop(db);
    const [id, other] = [
      await aSentEvent(db, shop, { body }),
      await aSentEvent(db, shop, { body: '{"data":{"email":"other@customer.example"}}' }),
    ];
    const exported = await exportCustomer(db, { name, actor: 'cli:ada', cipher });
    expect(exported.sent_events).toEqual([expect.objectContaining({ status: 422, body })]);
    expect(await erase(name)).toMatchObject({ erased: [], sentBodies: 1 });
    expect(await db.sentEvent.findUnique({ where: { id } })).toMatchObject({ body: null, status: 422 });
    expect((await db.sentEvent.findUnique({ where: { id: other } }))?.body).not.toBeNull();
  });

  it('D33: by an order deletes what shops sent of it', async () => {
    const order = await aDoneOrder();
    expect(await erase({ sellerOrderId: order.sellerOrderId })).toMatchObject({ sentBodies: 1 });
    expect(await db.sentEvent.count({ where: { body: { not: null } } })).toBe(0);
  });

  it.each<[string, CustomerName]>([
    ['a blank address', { email: ' ' }],
    ['an address with NUL', { email: 'a\0@b.example' }],
    ['a number of a few digits', { phone: '+46' }],
  ])('by %s finds no one', async (_, name) => {
    await aDoneOrder();
    await db.sellerOrder.updateMany({ data: { shipTo: { ...PERSON, email: ' ', phone: '46' } } });
    expect(await erase(name)).toMatchObject({ erased: [], open: [], deadLetters: { deleted: 0, open: [] } });
  });
});

describe('a customer’s request for their data', () => {
  it('returns all that is stored, and is recorded without it', async () => {
    const { sellerOrderId } = await aDoneOrder();
    const given = JSON.stringify(await exportCustomer(db, { name: ANY, actor: 'cli:ada', cipher }));
    for (const text of TEXTS) expect(given).toContain(text);
    const actions = await db.supportAction.findMany();
    expect(actions.map(({ action, subject }) => [action, subject])).toContainEqual([
      'customer.export',
      `order:${sellerOrderId}`,
    ]);
    for (const text of TEXTS) expect(JSON.stringify(actions.map(({ detail }) => detail))).not.toContain(text);
  });

  it('returns nothing of another customer', async () => {
    const stranger = await aShippingOrder(db);
    await aDoneOrder();
    const given = await exportCustomer(db, { name: ANY, actor: 'cli:ada', cipher });
    expect(given.orders).toHaveLength(1);
    expect(JSON.stringify(given)).not.toContain(stranger.orderId);
  });
});

/** What an erasure must not touch. */
async function moneyOf({ sellerOrderId, id }: StoredShippingOrder) {
  return {
    order: await db.sellerOrder.findUniqueOrThrow({
      where: { id: sellerOrderId },
      select: { orderId: true, shippingCost: true, destinationCountry: true, state: true },
    }),
    lines: await db.shippingOrderLine.findMany({ where: { shippingOrderId: id } }),
    reference: await db.shippingOrder.findUniqueOrThrow({
      where: { id },
      select: { externalRef: true, storeOrderId: true },
    }),
  };
}

async function allOf({ sellerOrderId }: StoredShippingOrder) {
  return {
    order: await db.sellerOrder.findUniqueOrThrow({ where: { id: sellerOrderId } }),
    shipping: await db.shippingOrder.findMany({ where: { sellerOrderId } }),
  };
}
