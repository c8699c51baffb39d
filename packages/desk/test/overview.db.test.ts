import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { aHold, aShop, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { auditTrail } from '../src/audit/audit-trail';
import { needsAttention } from '../src/first/needs-attention';
import { recordActions } from '../src/engine/record-actions';
import { shopHealth } from '../src/shops/shop-health';
import { sweepCases } from '../src/cases/sweep-cases';
import { aDeadLetter } from './stored-dead-letter';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000);

let database: TestDatabase;
let db: Database;
let shop: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  shop = await aShop(db, { slug: 'nordic', name: 'Nordic', capabilities: { returns: 'off' } });
}, 60_000);
afterEach(() => database.drop(), 60_000);

const aCall = (operation: string, outcome: string, at: Date) =>
  db.storeCall.create({
    data: {
      shopId: shop.id,
      operation,
      method: 'PUT',
      path: '/x',
      outcome,
      attempts: 1,
      durationMs: 1,
      at,
    },
  });
const aQuantity = (variantId: string, outOfSyncSince: Date | null) =>
  db.networkQuantity.create({ data: { shopId: shop.id, variantId, target: 1, outOfSyncSince } });
const aCircuit = (worker: string, openSince: Date | null, seenAt: Date) =>
  db.shopCircuit.create({ data: { shopId: shop.id, worker, openSince, seenAt } });
const aRun = (state: 'accepted' | 'refused', requestedAt: Date) =>
  db.catalogueRun.create({
    data: {
      id: randomUUID(),
      shopId: shop.id,
      state,
      requestedAt,
      finishedAt: requestedAt,
      variants: 9,
      faultCount: 3,
    },
  });

describe('the health of shops', () => {
  it('of a shop without any activity', async () => {
    expect(await shopHealth(db, NOW)).toEqual([
      {
        shop: 'nordic',
        name: 'Nordic',
        capabilities: {
          products: 'live',
          inventory: 'live',
          orders: 'live',
          cancellation: 'live',
          returns: 'off',
        },
        held: null,
        catalogue: null,
        outOfSync: { count: 0, oldestSince: null },
        pausedUntil: null,
        lastHour: { calls: 0, failures: 0, errorRate: 0, operations: [] },
        openAlerts: 0,
        openDeadLetters: 0,
        circuit: { state: 'closed', since: null, workers: 0 },
      },
    ]);
  });

  it('shows the latest run, quantities out of sync, calls of the last hour, what is open', async () => {
    await aShop(db, { slug: 'other' });
    await aRun('accepted', ago(90));
    await aRun('refused', ago(10));
    await aQuantity('V-1', ago(30));
    await aQuantity('V-2', ago(20));
    await aQuantity('V-3', null);
    await aCall('place_order', 'confirmed', ago(5));
    await aCall('place_order', 'unavailable', ago(4));
    await aCall('write_inventory', 'refused', ago(59));
    await aCall('write_inventory', 'refused', ago(61));
    await raiseAlert(db, { kind: 'return_failed', subject: 'a', shopId: shop.id, message: 'No.' });
    await aDeadLetter(db, { shopId: shop.id });
    await aDeadLetter(db, { shopId: shop.id, state: 'discarded' });
    const [nordic, other] = await shopHealth(db, NOW);
    expect(nordic).toMatchObject({
      catalogue: { state: 'refused', requestedAt: ago(10), variants: 9, faults: 3 },
      outOfSync: { count: 2, oldestSince: ago(30) },
      lastHour: {
        calls: 3,
        failures: 2,
        errorRate: 2 / 3,
        operations: [
          { operation: 'place_order', calls: 2, failures: 1, errorRate: 0.5 },
          { operation: 'write_inventory', calls: 1, failures: 1, errorRate: 1 },
        ],
      },
      openAlerts: 1,
      openDeadLetters: 1,
    });
    expect(other).toMatchObject({ shop: 'other', openAlerts: 0, lastHour: { calls: 0 }, catalogue: null });
  });

  it('D23: shows why calls are held, and until when', async () => {
    await aHold(db, { shopId: shop.id, since: ago(7), nextProbeAt: ago(-1) });
    const about = { subject: 'shop:nordic', shopId: shop.id, message: 'The store of nordic answers 401.' };
    await raiseAlert(db, { kind: 'store_unauthorized', ...about });
    expect((await shopHealth(db, NOW))[0]?.held).toEqual({
      all: true,
      since: ago(7),
      nextProbeAt: ago(-1),
      because: about.message,
    });
  });

  it('D23: a circuit is open if any worker seen lately reports it', async () => {
    await aCircuit('a', ago(8), ago(1));
    await aCircuit('b', ago(3), ago(2));
    await aCircuit('c', null, ago(1));
    await aCircuit('ended long ago', ago(60), ago(11));
    expect((await shopHealth(db, NOW))[0]?.circuit).toEqual({ state: 'open', since: ago(8), workers: 2 });
    await db.shopCircuit.updateMany({ where: { worker: { in: ['a', 'b'] } }, data: { openSince: null } });
    expect((await shopHealth(db, NOW))[0]?.circuit).toEqual({ state: 'closed', since: null, workers: 0 });
  });
});

describe('what needs attention', () => {
  it('nothing: reports that everywhere', async () => {
    expect(await needsAttention(db, NOW)).toEqual({
      cases: { open: 0, snoozed: 0, left: 0 },
      failures: { messages: 0, alerts: 0 },
      outbox: { oldestAt: null },
    });
  });

  it('counts what is open, and says since when messages wait to go out', async () => {
    await raiseAlert(db, { kind: 'return_failed', subject: 'a', message: 'First.' });
    await raiseAlert(db, { kind: 'return_failed', subject: 'b', message: 'Second.' });
    await raiseAlert(db, { kind: 'order_held', subject: 'c', message: 'Done.' });
    await db.alert.updateMany({ where: { subject: 'c' }, data: { state: 'resolved' } });
    await db.alert.updateMany({ where: { subject: 'b' }, data: { state: 'taken' } });
    await aDeadLetter(db, { reason: 'a', firstFailedAt: ago(50) });
    await aDeadLetter(db, { reason: 'b', firstFailedAt: ago(40) });
    await aDeadLetter(db, { reason: 'b', firstFailedAt: ago(30) });
    await aDeadLetter(db, { state: 'replaying', replayId: randomUUID() });
    await aDeadLetter(db, { state: 'resolved' });
    await db.outbox.create({
      data: { messageId: randomUUID(), type: 't', correlation: 'c', payload: {}, createdAt: ago(2) },
    });
    await inTransaction(db, (tx) => sweepCases(tx, NOW));
    expect(await needsAttention(db, NOW)).toEqual({
      cases: { open: 4, snoozed: 0, left: 0 },
      failures: { messages: 3, alerts: 2 },
      outbox: { oldestAt: ago(2) },
    });
  });
});

it('the trail is read newest first, by subject, by actor and in pages', async () => {
  for (const [actor, subject] of [
    ['agent:ada', 'order:1'],
    ['agent:bo', 'order:1'],
    ['agent:ada', 'order:2'],
  ] as const)
    await inTransaction(db, (tx) =>
      recordActions(tx, { actor, action: 'order.reveal', subjects: [subject], detail: { note: subject } }),
    );
  const all = await auditTrail(db, { limit: 10 });
  expect(all).toMatchObject([
    { actor: 'agent:ada', action: 'order.reveal', subject: 'order:2', detail: { note: 'order:2' } },
    { actor: 'agent:bo', subject: 'order:1' },
    { actor: 'agent:ada', subject: 'order:1' },
  ]);
  expect(await auditTrail(db, { subject: 'order:1', limit: 10 })).toEqual([all[1], all[2]]);
  expect(await auditTrail(db, { actor: 'agent:ada', limit: 1 })).toEqual([all[0]]);
  expect(await auditTrail(db, { before: all[0]?.id, limit: 1 })).toEqual([all[1]]);
});
