import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aShippingOrder,
  aShop,
  aWaitingLine,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addRestoreCommand } from '../src/commands/restore';
import { runHub } from './run-hub';

const given = { ...process.env };
const BACKUP = new Date('2026-11-20T10:00:00Z');
const FORGOTTEN = `hub-${'a'.repeat(32)}`;
let database: TestDatabase;
let folder: string;
let seller: StoredShop;
let shipper: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  folder = await mkdtemp(join(tmpdir(), 'hub-restore-'));
  seller = await aShop(database.db, { slug: 'seller' });
  shipper = await aShop(database.db, { slug: 'shipper' });
  await database.db.shop.update({
    where: { id: shipper.id },
    data: { contacts: { technical: 'ops@shipper.example' } },
  });
  await database.db.process.create({
    data: { id: randomUUID(), service: 'routing', startedAt: BACKUP, seenAt: BACKUP, keyIds: [] },
  });
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await rm(folder, { recursive: true });
  await database.drop();
}, 60_000);

const restore = (...words: string[]) => runHub([addRestoreCommand], ['restore', ...words]);
const json = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await restore(...words, '--json')).out);
const list = (slug: string, rows: unknown) => {
  const file = join(folder, `${slug}.json`);
  writeFileSync(file, JSON.stringify(rows));
  return json('list', slug, file);
};
const listed = (reference: string, ...positions: number[]) => ({
  external_ref: reference,
  order_id: `SO-${reference}`,
  line_items: positions.map((position) => ({ external_ref: `${reference}-${position}` })),
});

describe('hub restore reconcile', () => {
  it('opens the time since the latest time in the database, and has a text for each shop', async () => {
    const planned = await aShippingOrder(database.db, { sellingShop: seller, state: 'planned' });
    await aWaitingLine(database.db, { shopId: seller.id, variantId: 'V-1', receivedAt: BACKUP });
    await database.db.sellerOrder.updateMany({ data: { receivedAt: BACKUP } });
    await database.db.networkQuantity.create({
      data: { shopId: seller.id, variantId: 'V-1', target: 3, written: 3, reported: 3, state: 'in_step' },
    });

    const found = await json('reconcile');

    expect(found).toMatchObject({
      dry_run: false,
      lost_from: BACKUP.toISOString(),
      outcome_unknown: 1,
      orders_waiting: 1,
    });
    expect(found).toMatchObject({
      shops: expect.arrayContaining([
        {
          slug: 'shipper',
          contacts: { technical: 'ops@shipper.example' },
          text: expect.stringContaining('2026-11-20T09:59:00.000Z'),
        },
      ]),
    });
    expect(await database.db.shippingOrder.findUniqueOrThrow({ where: { id: planned.id } })).toMatchObject({
      state: 'sending',
    });
    expect(await database.db.networkQuantity.findMany()).toMatchObject([
      { state: 'due', written: null, reported: null },
    ]);
    const runs = await database.db.catalogueRun.findMany();
    expect(runs.map(({ shopId }) => shopId)).toEqual(expect.arrayContaining([seller.id, shipper.id]));
    expect(await database.db.outbox.count({ where: { type: 'catalogue.pull' } })).toBe(runs.length);
  });

  it('changes nothing in a dry run', async () => {
    await aShippingOrder(database.db, { sellingShop: seller, state: 'planned' });
    await database.db.sellerOrder.updateMany({ data: { receivedAt: BACKUP } });
    expect(await json('reconcile', '--dry-run')).toMatchObject({ dry_run: true, outcome_unknown: 1 });
    expect(await database.db.restoreGap.count()).toBe(0);
    expect(await database.db.shippingOrder.count({ where: { state: 'planned' } })).toBe(1);
  });

  it('is refused while a service runs: it would place what is already placed', async () => {
    await database.db.process.create({ data: { id: randomUUID(), service: 'fulfilment', keyIds: [] } });
    await expect(restore('reconcile')).rejects.toThrow(
      'stop these first, or wait 10 s where they have just stopped: fulfilment',
    );
    expect(await database.db.restoreGap.count()).toBe(0);
  });

  it('run again, it widens the open time, and every shop is asked again', async () => {
    await restore('reconcile', '--from', '2026-11-20T09:00:00Z');
    await list('shipper', []);
    expect(await json('reconcile')).toMatchObject({ lost_from: '2026-11-20T09:00:00.000Z' });
    expect(await database.db.restoreGap.count()).toBe(1);
    expect(await json('status')).toMatchObject({ shops: [{ listed: false }, { listed: false }] });
  });
});

describe('hub restore list', () => {
  beforeEach(() => restore('reconcile'));

  it('keeps what a shop has, and says where it and the database differ', async () => {
    const shippingShop = shipper;
    const toShip = await aShippingOrder(database.db, { sellingShop: seller, shippingShop });
    const ended = await aShippingOrder(database.db, { sellingShop: seller, shippingShop, state: 'stopped' });
    const endedRef = `hub-${'b'.repeat(32)}`;
    await database.db.shippingOrder.update({ where: { id: ended.id }, data: { externalRef: endedRef } });

    expect(await list('shipper', [listed(FORGOTTEN, 1, 3), listed(endedRef, 1)])).toEqual({
      listed: 2,
      forgotten: [FORGOTTEN],
      ended_here: [endedRef],
      not_listed: [toShip.reference],
    });
    expect(await database.db.restoredReference.findMany({ where: { externalRef: FORGOTTEN } })).toMatchObject(
      [{ shopId: shipper.id, storeOrderId: `SO-${FORGOTTEN}`, positions: [1, 3] }],
    );
    expect(await list('shipper', [])).toMatchObject({ listed: 0 });
    expect(await database.db.restoredReference.count()).toBe(0);
  });

  it.each<[string, unknown, string]>([
    [
      'a reference that is not ours',
      [listed('NORDIC-1', 1)],
      '0.external_ref: must be an external_ref of ours',
    ],
    ['no order id', [{ ...listed(FORGOTTEN, 1), order_id: '' }], '0.order_id'],
    ['no lines', [listed(FORGOTTEN)], '0.line_items'],
    [
      'a line of another order',
      [{ ...listed(FORGOTTEN), line_items: [{ external_ref: `hub-${'c'.repeat(32)}-1` }] }],
      '0.line_items: a line is of another order',
    ],
  ])('refuses %s, and names the field', async (_, rows, fault) => {
    await expect(list('shipper', rows)).rejects.toThrow(fault);
    expect(await database.db.restoreReport.count()).toBe(0);
  });
});

describe('hub restore close', () => {
  beforeEach(() => restore('reconcile'));

  it('is refused while a shop has listed nothing: it would get orders twice', async () => {
    await list('shipper', []);
    await expect(restore('close', '--note', 'done')).rejects.toThrow(/orders twice:\s+seller$/);
    expect(await database.db.restoreGap.count({ where: { closedAt: null } })).toBe(1);
  });

  it('routes every order with waiting lines, and records it', async () => {
    const waiting = await aWaitingLine(database.db, { shopId: seller.id, variantId: 'V-1' });
    await list('shipper', []);
    const words = ['--without', 'seller', '--note', 'it ships nothing', '--as', 'ada'];
    expect(await json('close', ...words)).toEqual({ closed: true, orders_routed: 1 });
    expect(await database.db.outbox.findFirst({ where: { type: 'order.route' } })).toMatchObject({
      payload: { sellerOrderId: waiting },
    });
    const [last] = await database.db.supportAction.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(last).toMatchObject({
      actor: 'cli:ada',
      action: 'restore.close',
      detail: { without: ['seller'], note: 'it ships nothing' },
    });
    await expect(restore('status')).rejects.toThrow('no restore is being reconciled');
  });
});
