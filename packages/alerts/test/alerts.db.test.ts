import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction, type Database } from '@hub/database';
import { aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { raiseAlert, resolveAlert } from '../src/alerts';

const PROBLEM = { kind: 'line_waiting', subject: 'line:1', message: 'no shop has the article' } as const;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(() => db.alert.deleteMany());

describe('an alert to support', () => {
  it('says what is wrong, with which shop and order', async () => {
    const shop = await aShop(db);
    const sellerOrderId = '00000000-0000-4000-8000-000000000001';
    await raiseAlert(db, { ...PROBLEM, shopId: shop.id, sellerOrderId, detail: { candidates: 0 } });
    expect(await db.alert.findMany()).toMatchObject([
      { ...PROBLEM, shopId: shop.id, sellerOrderId, detail: { candidates: 0 }, state: 'open', count: 1 },
    ]);
  });

  it('is one for one problem, counted, with the latest message', async () => {
    await raiseAlert(db, PROBLEM);
    await Promise.all(Array.from({ length: 5 }, () => raiseAlert(db, { ...PROBLEM, message: 'still none' })));
    expect(await db.alert.findMany()).toMatchObject([{ count: 6, message: 'still none' }]);
  });

  it('stays with the agent who took it', async () => {
    await raiseAlert(db, PROBLEM);
    await db.alert.updateMany({ data: { state: 'taken', takenBy: 'kim' } });
    await raiseAlert(db, PROBLEM);
    expect(await db.alert.findMany()).toMatchObject([{ state: 'taken', takenBy: 'kim', count: 2 }]);
  });

  it('is another one for another subject or kind', async () => {
    await raiseAlert(db, PROBLEM);
    await raiseAlert(db, { ...PROBLEM, subject: 'line:2' });
    await raiseAlert(db, { ...PROBLEM, kind: 'line_blocked' });
    expect(await db.alert.count()).toBe(3);
  });

  it('is raised again once it was resolved', async () => {
    await raiseAlert(db, PROBLEM);
    expect(await resolveAlert(db, PROBLEM.kind, PROBLEM.subject)).toBe(true);
    expect(await resolveAlert(db, PROBLEM.kind, PROBLEM.subject)).toBe(false);
    await raiseAlert(db, PROBLEM);
    const alerts = await db.alert.findMany({ orderBy: { state: 'asc' } });
    expect(alerts.map(({ state, count }) => [state, count])).toEqual([
      ['open', 1],
      ['resolved', 1],
    ]);
  });

  it('is not raised by a transaction that rolls back', async () => {
    const decision = inTransaction(db, async (tx) => {
      await raiseAlert(tx, PROBLEM);
      throw new Error('decided otherwise');
    });
    await expect(decision).rejects.toThrow('decided otherwise');
    expect(await db.alert.count()).toBe(0);
  });
});
