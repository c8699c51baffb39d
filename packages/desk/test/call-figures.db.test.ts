import { aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callFigures } from '../src/shops/call-figures';

const NOW = Date.parse('2026-11-20T12:30:00Z');
const HOUR_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

it('calls of 24 hours hour by hour, including confirmed quantities, and the 95th percentile of their duration', async () => {
  const { db } = database;
  const { id: shopId } = await aShop(db, { slug: 'nordic' });
  await aShop(db, { slug: 'quiet' });
  const call = {
    shopId,
    operation: 'place_order',
    method: 'POST',
    path: '/orders',
    outcome: 'confirmed',
    attempts: 1,
  };
  const at = (hours: number) => new Date(NOW - hours * HOUR_MS);
  await db.storeCall.createMany({
    data: Array.from({ length: 100 }, (_, n) => ({ ...call, durationMs: n + 1, at: at(n < 60 ? 0.1 : 5.5) })),
  });
  await db.storeCall.create({ data: { ...call, durationMs: 60_000, at: at(24.1) } });
  await db.storeCallCount.create({
    data: { shopId, operation: 'write_inventory', minute: at(23.9), calls: 7, attempts: 7, durationMs: 70n },
  });
  const figures = await callFigures(db, NOW);
  const calls = Array.from({ length: 24 }, () => 0);
  Object.assign(calls, { 0: 7, 18: 40, 23: 60 });
  expect(Object.fromEntries(figures)).toEqual({ nordic: { calls, p95Ms: 95 } });
});
