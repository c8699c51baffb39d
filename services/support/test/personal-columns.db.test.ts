import { randomUUID } from 'node:crypto';
import { inTransaction, PERSONAL_COLUMNS, Prisma, rows, type Database } from '@hub/database';
import { BodyCipher } from '@hub/installation';
import { eraseCustomer, exportCustomer } from '@hub/desk/customer';
import { revealCustomer } from '@hub/desk/orders';
import {
  aShippingOrder,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { retention as retentionOf } from '../src/retention/retention';

const retention = retentionOf({ ROUTING_DECISION_MONTHS: 13 });
const CountRow = z.object({ count: z.int() });
type PersonalColumn = (typeof PERSONAL_COLUMNS)[number];

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** Shown with every order, or a copy of such data: viewing these is not recorded. */
const NOT_REVEALED: readonly string[] = [
  'seller_order.content_sha256', // a fingerprint, shown nowhere
  'seller_order.name', // a name of the order, on every page
  'routing_decision.detail', // shown with every order, its distances to 100 m
  'routing_lab_line.was_km',
  'routing_lab_line.becomes_km',
  'shipping_order.payload', // the address again
  'store_call.request', // kept masked, shown masked
  'store_call.response',
  'sent_event.body', // shown masked, revealed separately
];

let database: TestDatabase;
let db: Database;
let cipher: BodyCipher;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  cipher = new BodyCipher({ HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
}, 60_000);
afterEach(() => database.drop(), 60_000);

/** An old, finished order with a row in every table that holds personal data, and a distinct value in each such column. */
async function anOrderWithEverything(): Promise<StoredShippingOrder> {
  const order = await aShippingOrder(db);
  const { sellerOrderId } = order;
  await db.sellerOrder.update({ where: { id: sellerOrderId }, data: { receivedAt: LONG_AGO } });
  await db.orderLine.updateMany({ where: { sellerOrderId }, data: { state: 'shipped' } });
  const { shopId } = await db.sellerOrder.findUniqueOrThrow({ where: { id: sellerOrderId } });
  const [id, correlation] = [randomUUID(), 'C'];
  await db.return.create({
    data: {
      id,
      side: 'shipping',
      shopId,
      eventId: id,
      sellerOrderId,
      state: 'registered',
      correlation,
      createdAt: LONG_AGO,
      lines: {
        create: { id, orderLineId: order.lines[0]?.orderLineId ?? '', reportedLineId: 'L', quantity: 1 },
      },
    },
  });
  await db.cancellation.create({
    data: {
      id,
      kind: 'whole_order',
      sellerOrderId,
      requestedBy: shopId,
      eventId: id,
      state: 'overruled',
      correlation,
      requestedAt: LONG_AGO,
    },
  });
  await db.cancellationMarker.create({ data: { shopId, orderId: order.orderId, createdAt: LONG_AGO } });
  await db.storeCall.create({
    data: {
      shopId,
      operation: 'place_order',
      method: 'POST',
      path: '/orders',
      sellerOrderId,
      outcome: 'confirmed',
      attempts: 1,
      durationMs: 1,
      at: LONG_AGO,
    },
  });
  await db.routingDecision.create({ data: { id, sellerOrderId, policyVersion: 'D19-2', detail: {} } });
  const run = {
    id,
    name: 'band 40',
    bandKm: 40,
    startedBy: 'lead:ada',
    size: 1,
    nextAt: LONG_AGO,
    nextId: id,
  };
  const times = {
    decidedFrom: LONG_AGO,
    decidedBefore: LONG_AGO,
    startedAt: new Date(),
    changedAt: new Date(),
  };
  await db.labRun.create({
    data: {
      ...run,
      ...times,
      dueAt: new Date(),
      figures: {},
      state: 'finished',
      lines: { create: { number: 1, sellerOrderId, lineItemId: 'L', decidedAt: LONG_AGO, currency: 'EUR' } },
    },
  });
  const sent = { id, shopId, about: order.orderId, receivedAt: new Date(), status: 200, byIngress: false };
  await db.sentEvent.create({ data: sent });
  for (const column of PERSONAL_COLUMNS) await fill(column, id);
  return order;
}

/** @param id of the row, where the column is encrypted */
async function fill(column: PersonalColumn, id: string): Promise<void> {
  if (column.kind === 'bytes') {
    const place = { table: column.table, id };
    return inTransaction(db, async (tx) => {
      const sealed = await cipher.seal(tx, place, Buffer.from(markerOf(column)));
      await tx.sentEvent.update({ where: { id }, data: sealed });
    });
  }
  const changed = await db.$executeRawUnsafe(
    `UPDATE "${column.table}" SET "${column.column}" = $1::text::${TYPES[column.kind]}`,
    valueOf(column),
  );
  expect({ table: column.table, changed }).toEqual({ table: column.table, changed: 1 });
}

const TYPES = { text: 'text', json: 'jsonb', number: 'float8' } as const;
const nameOf = ({ table, column }: PersonalColumn) => `${table}.${column}`;

/** Occurs nowhere else. */
function markerOf(column: PersonalColumn): string {
  const place = PERSONAL_COLUMNS.indexOf(column);
  return column.kind === 'number' || column.each !== null ? `7.${place}7531` : `marker-of-${nameOf(column)}`;
}

function valueOf(column: PersonalColumn): string {
  const marker = markerOf(column);
  if (column.kind !== 'json') return marker;
  if (column.each !== null) {
    const shop = { [column.each]: 'a number', shopId: 1, variantId: `"${column.each}": 5` };
    const decided = JSON.stringify({ lines: [{ candidates: [shop], ruledOut: [shop] }] });
    return decided.replaceAll('"a number"', marker);
  }
  const document = { country_code: 'SE', name: marker };
  return JSON.stringify(column.at === null ? document : { [column.at]: document });
}

/** The personal columns that still have a value in the database. */
async function leftIn(columns: readonly PersonalColumn[]): Promise<string[]> {
  const left: string[] = [];
  for (const column of columns) {
    if (column.kind === 'bytes') {
      if ((await db.sentEvent.count({ where: { body: { not: null } } })) > 0) left.push(nameOf(column));
      continue;
    }
    const [row] = await rows(
      CountRow,
      db.$queryRaw`
        SELECT count(*)::int AS count FROM ${Prisma.raw(`"${column.table}"`)}
        WHERE position(${markerOf(column)} IN ${Prisma.raw(`"${column.column}"`)}::text) > 0`,
    );
    if (row?.count !== 0) left.push(nameOf(column));
  }
  return left;
}

describe('D29, D30: every column that the schema marks as personal is handled', () => {
  it('after 180 days nothing of it is left, except what is marked for deletion on request only', async () => {
    await anOrderWithEverything();
    const before = await leftIn(PERSONAL_COLUMNS);
    expect(before).toEqual(PERSONAL_COLUMNS.map(nameOf));
    for (const { run } of retention) await db.$transaction((tx) => run(tx, Date.now()));
    expect(await leftIn(PERSONAL_COLUMNS.filter(({ blanked }) => blanked === 'age'))).toEqual([]);
    expect(await db.sellerOrder.findFirst()).toMatchObject({ shipTo: { country_code: 'SE' } });
  });

  it('of a decision everything but its distances stays, a text that looks like one too', async () => {
    const { sellerOrderId } = await anOrderWithEverything();
    await eraseCustomer(db, { name: { sellerOrderId }, actor: 'cli:ada', carryOut: true, cipher });
    const shop = { distanceKm: null, shopId: 1, variantId: '"distanceKm": 5' };
    const decided = await db.routingDecision.findFirst();
    expect(decided?.detail).toEqual({ lines: [{ candidates: [shop], ruledOut: [shop] }] });
  });

  it('what a release before left of blanked orders is blanked by retention', async () => {
    const { sellerOrderId } = await anOrderWithEverything();
    await db.sellerOrder.update({ where: { id: sellerOrderId }, data: { blankedAt: LONG_AGO } });
    for (const { run } of retention) await db.$transaction((tx) => run(tx, Date.now()));
    const derived = ['routing_decision', 'routing_lab_line'];
    expect(await leftIn(PERSONAL_COLUMNS.filter(({ table }) => derived.includes(table)))).toEqual([]);
    expect(await db.sellerOrder.findFirst()).toMatchObject({ derivedBlankedAt: expect.any(Date) });
  });

  it("at the customer's request nothing of it is left", async () => {
    const { sellerOrderId } = await anOrderWithEverything();
    await eraseCustomer(db, { name: { sellerOrderId }, actor: 'cli:ada', carryOut: true, cipher });
    expect(await leftIn(PERSONAL_COLUMNS)).toEqual([]);
  });

  it("at the customer's request all of it is exported", async () => {
    const { sellerOrderId } = await anOrderWithEverything();
    const exported = JSON.stringify(
      await exportCustomer(db, { name: { sellerOrderId }, actor: 'cli:ada', cipher }),
    );
    expect(PERSONAL_COLUMNS.filter((column) => !exported.includes(markerOf(column))).map(nameOf)).toEqual([]);
  });

  it('support can view all of it, and the view is recorded', async () => {
    const { sellerOrderId } = await anOrderWithEverything();
    const revealed = JSON.stringify(await revealCustomer(db, { id: sellerOrderId, actor: 'a' }));
    const hidden = PERSONAL_COLUMNS.filter((column) => !revealed.includes(markerOf(column))).map(nameOf);
    expect(hidden.toSorted()).toEqual(NOT_REVEALED.toSorted());
    expect(await db.supportAction.count()).toBe(1);
  });
});
