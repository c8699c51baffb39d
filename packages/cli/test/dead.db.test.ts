import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import {
  anEnvelope,
  anOrder,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { addAlertsCommand } from '../src/commands/alerts';
import { addDeadCommand } from '../src/commands/dead';
import { runHub } from './run-hub';

const AT = new Date('2026-11-20T10:00:00.000Z');
const given = { ...process.env };

let database: TestDatabase;
let db: Database;
let shop: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  shop = await aShop(db, { slug: 'nordic' });
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  jest.restoreAllMocks();
  await database.drop();
}, 60_000);

const hub = (...words: string[]) => runHub([addDeadCommand, addAlertsCommand], words);
const json = async (...words: string[]): Promise<unknown> => JSON.parse((await hub(...words, '--json')).out);

async function aDeadOrder(
  overrides: { reason?: string; state?: 'open' | 'discarded' } = {},
): Promise<string> {
  const id = randomUUID();
  await db.deadLetter.create({
    data: {
      id,
      origin: 'routing.order.created',
      identity: id,
      type: 'order.created',
      shopId: shop.id,
      orderId: 'O-1',
      body: new Uint8Array(
        Buffer.from(JSON.stringify(anEnvelope('order.created', anOrder({ order_id: 'O-1' })))),
      ),
      headers: { 'x-shop-id': shop.id },
      reason: overrides.reason ?? 'TypeError',
      attempts: 6,
      state: overrides.state ?? 'open',
      firstFailedAt: AT,
      lastFailedAt: AT,
    },
  });
  return id;
}

describe('hub dead', () => {
  it('D27: list --json is an array of exactly these fields', async () => {
    const id = await aDeadOrder();
    expect(await json('dead', 'list')).toEqual([
      {
        id,
        type: 'order.created',
        origin: 'routing.order.created',
        shop: 'nordic',
        order_id: 'O-1',
        reason: 'TypeError',
        attempts: 6,
        first_failed_at: AT.toISOString(),
        last_failed_at: AT.toISOString(),
        state: 'open',
      },
    ]);
    expect((await hub('dead', 'list')).out).toContain(id);
  });

  it('list shows those since a time, 50 for people and 1 000 for programs', async () => {
    await aDeadOrder();
    expect(await json('dead', 'list', '--since', '1h')).toEqual([]);
    expect(await json('dead', 'list', '--since', '2026-11-20')).toHaveLength(1);
    await expect(hub('dead', 'list', '--since', 'soon')).rejects.toThrow('--since');
    for (let n = 0; n < 50; n += 1) await aDeadOrder();
    const shown = await hub('dead', 'list');
    expect(shown.out.trim().split('\n')).toHaveLength(51);
    expect(shown.notes).toContain('there are more: --limit, or --after');
    expect(await json('dead', 'list')).toHaveLength(51);
  });

  it('list filters by shop, type, reason and state', async () => {
    const [open, put] = [await aDeadOrder(), await aDeadOrder({ state: 'discarded', reason: 'unreadable' })];
    const ids = async (...words: string[]) => {
      const found = await json('dead', 'list', ...words);
      return Array.isArray(found) ? found.map(({ id }) => id) : [];
    };
    expect(await ids('--state', 'discarded')).toEqual([put]);
    expect(await ids('--reason', 'TypeError', '--shop', 'nordic', '--type', 'order.created')).toEqual([open]);
    expect(await ids('--type', 'return.created')).toEqual([]);
    expect(await ids('--text', 'O-1')).toHaveLength(2);
    await expect(hub('dead', 'list', '--state', 'lost')).rejects.toThrow('there are: open');
    await expect(hub('dead', 'list', '--shop', 'nobody')).rejects.toThrow('no shop "nobody"');
  });

  it('show says that no worker answers what a replay would do, and masks personal data', async () => {
    const id = await aDeadOrder();
    const { out } = await hub('dead', 'show', id);
    expect(out).toContain('a replay now: no forecast: routing does not answer');
    expect(out).not.toMatch(/Ada|Storgatan/);
    expect(await json('dead', 'show', id)).toMatchObject({
      personal_data: 'masked',
      replay: { effect: 'unclear', says: 'no forecast: routing does not answer' },
      body: { data: { order_id: 'O-1', shipping_address: { country_code: 'SE', city: '•••' } } },
      actions: [],
    });
    await expect(hub('dead', 'show', 'nobody')).rejects.toThrow('no failed message "nobody"');
  });

  it('show --reveal shows personal data, and records who looked', async () => {
    const id = await aDeadOrder();
    expect(await json('dead', 'show', id, '--reveal', '--as', 'ada')).toMatchObject({
      personal_data: 'revealed',
      body: { data: { shipping_address: { name: 'Ada Lind' } } },
      actions: [{ actor: 'cli:ada', action: 'dead_letter.reveal' }],
    });
  });

  it('replay sends by id; a second one is refused and exits 1', async () => {
    const id = await aDeadOrder();
    expect(await hub('dead', 'replay', id, '--as', 'ada')).toEqual({
      out: '1 sent again to their queues\n',
      notes: '',
      exitCode: 0,
    });
    expect(await db.outbox.count()).toBe(1);
    const second = await hub('dead', 'replay', id);
    expect(second).toMatchObject({ exitCode: 1, notes: `${id}: refused, its replay is pending\n` });
    expect(await db.outbox.count()).toBe(1);
  });

  it('replay sends a group, or all, filtered as given; never without a selection', async () => {
    await aDeadOrder();
    await aDeadOrder();
    await aDeadOrder({ reason: 'unreadable' });
    expect((await hub('dead', 'replay', '--group', 'TypeError', '--yes')).out).toMatch(/^2 /);
    expect((await hub('dead', 'replay', '--all', '--type', 'return.created')).out).toMatch(/^0 /);
    expect((await hub('dead', 'replay', '--all')).out).toMatch(/^1 /);
    await expect(hub('dead', 'replay')).rejects.toThrow('say which');
    await expect(hub('dead', 'replay', randomUUID(), '--all')).rejects.toThrow('say which');
  });

  it('for a group of more than one it says what would be done, and does it once confirmed', async () => {
    await aDeadOrder();
    await aDeadOrder();
    const asked = await hub('dead', 'replay', '--all');
    expect(asked.out).toMatch(/^2 would be sent again to their queues\n/);
    expect(asked.notes).toContain('nothing was changed: add --yes to do it');
    expect((await hub('dead', 'discard', '--all', '--yes', '--dry-run')).out).toBe('2 would be discarded\n');
    expect(await db.deadLetter.count({ where: { state: 'open' } })).toBe(2);
    expect(await db.supportAction.count()).toBe(0);
    await expect(hub('dead', 'replay', '--all', '--yes', '--per-minute', '0')).rejects.toThrow(
      '--per-minute',
    );
  });

  it('with a filter by effect, it skips those whose worker cannot be asked, and says so', async () => {
    await aDeadOrder();
    const left = await hub('dead', 'replay', '--all', '--yes', '--effects', 'acts,resumes');
    expect(left).toMatchObject({ exitCode: 1, notes: expect.stringContaining('1 refused, not known') });
    expect(await db.outbox.count()).toBe(0);
    const known = '--effects: some of acts, resumes, nothing, refused, fails';
    await expect(hub('dead', 'replay', '--all', '--effects', 'acts,unclear')).rejects.toThrow(known);
    await expect(hub('dead', 'replay', '--all', '--effects', '')).rejects.toThrow(known);
    await expect(hub('dead', 'replay', randomUUID(), '--effects', 'acts')).rejects.toThrow(
      'cannot use --effects with ids',
    );
  });

  it('an action on a group is a run, which can be found again, and is one row of the audit', async () => {
    await aDeadOrder();
    await aDeadOrder();
    const done = await json('dead', 'replay', '--all', '--yes', '--note', 'mended', '--as', 'ada');
    expect(done).toMatchObject({ state: 'finished', size: 2, done: 2, refused: [] });
    expect(await json('dead', 'runs')).toMatchObject([
      {
        action: 'replay',
        state: 'finished',
        decided: 2,
        asked_for: 'open',
        note: 'mended',
        started_by: 'cli:ada',
      },
    ]);
    expect(await db.supportAction.findMany()).toMatchObject([
      { actor: 'cli:ada', action: 'bulk_run.replay' },
    ]);
    await expect(hub('dead', 'runs', 'stop', randomUUID())).rejects.toThrow('not stopped');
  });

  it('discard and restore, with a note', async () => {
    const id = await aDeadOrder();
    expect((await hub('dead', 'discard', id, '--note', 'test order')).out).toBe('1 discarded\n');
    expect(await json('dead', 'list', '--state', 'discarded')).toMatchObject([{ id }]);
    expect((await hub('dead', 'restore', '--all')).out).toBe('1 restored\n');
    expect(await json('dead', 'show', id)).toMatchObject({
      state: 'open',
      actions: [
        { action: 'dead_letter.discard', detail: { note: 'test order' } },
        { action: 'bulk_run.restore' },
      ],
    });
  });

  it('resume continues what was given up, by its reference', async () => {
    const [order, placing] = [randomUUID(), randomUUID()];
    await db.sellerOrder.create({
      data: {
        id: order,
        shopId: shop.id,
        orderId: 'O-1',
        placedAt: 0n,
        currency: 'EUR',
        mode: 'live',
        destinationCountry: 'SE',
        shippingCost: 0,
        totalDiscounts: 0,
        correlation: 'C-1',
      },
    });
    await db.shippingOrder.create({
      data: { id: placing, sellerOrderId: order, decisionId: order, shopId: shop.id, externalRef: 'ref-1' },
    });
    await expect(hub('dead', 'resume', 'ref-1')).rejects.toThrow('it was not given up');
    await db.shippingOrder.update({ where: { id: placing }, data: { failedAt: AT } });
    expect((await hub('dead', 'resume', 'ref-1', '--as', 'ada')).out).toBe('placing ref-1: taken up again\n');
    expect(await db.outbox.findMany()).toMatchObject([{ type: 'shipping-order.place' }]);
    await expect(hub('dead', 'resume', 'nobody')).rejects.toThrow('nothing of ours');
  });

  it('groups shows causes, the largest first', async () => {
    await aDeadOrder({ reason: 'unreadable' });
    await aDeadOrder();
    await aDeadOrder();
    expect(await json('dead', 'groups')).toMatchObject([
      { origin: 'routing.order.created', reason: 'TypeError', messages: 2, shops: 1 },
      { reason: 'unreadable', messages: 1 },
    ]);
    expect((await hub('dead', 'groups')).out).toContain('unreadable');
  });
});

describe('hub alerts', () => {
  it('lists what is not resolved; takes and resolves, with who', async () => {
    await inTransaction(db, (tx) =>
      raiseAlert(tx, {
        kind: 'tracking_failed',
        subject: 'package:1',
        shopId: shop.id,
        message: 'Not told.',
      }),
    );
    const [alert] = await db.alert.findMany();
    const id = alert?.id ?? '';
    expect(await json('alerts', 'list', '--shop', 'nordic')).toMatchObject([
      { id, kind: 'tracking_failed', shop: 'nordic', state: 'open', count: 1, message: 'Not told.' },
    ]);
    expect((await hub('alerts', 'take', id, '--as', 'ada')).out).toBe('1 taken\n');
    expect((await hub('alerts', 'list')).out).toContain('taken by cli:ada');
    expect((await hub('alerts', 'resolve', id)).out).toBe('1 resolved\n');
    expect(await hub('alerts', 'resolve', id)).toMatchObject({ exitCode: 1, out: '0 resolved\n' });
    expect(await json('alerts', 'list')).toEqual([]);
    expect(await json('alerts', 'list', '--state', 'all', '--kind', 'tracking_failed')).toHaveLength(1);
  });
});
