import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { aShop, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listAlerts } from '../src/alerts/alerts';
import { resolveAlerts, takeAlerts } from '../src/alerts/alert-actions';

let database: TestDatabase;
let db: Database;
let shop: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  shop = await aShop(db);
}, 60_000);
afterEach(() => database.drop(), 60_000);

async function anAlert(subject: string, shopId: number | null = null): Promise<string> {
  await inTransaction(db, (tx) =>
    raiseAlert(tx, { kind: 'tracking_failed', subject, shopId, message: 'No.' }),
  );
  return (await db.alert.findFirstOrThrow({ where: { subject, state: { not: 'resolved' } } })).id;
}

const ACTIONS = { take: takeAlerts, resolve: resolveAlerts };
async function actOnAlerts(action: 'take' | 'resolve', ids: string[], actor = 'agent:ada') {
  const end = await ACTIONS[action].act({ db, actor, role: 'agent', now: Date.now() }, { ids });
  if (end.kind !== 'done') throw new Error(end.says);
  return end.answer;
}

describe('alerts', () => {
  it('are listed by shop, kind and state', async () => {
    const [mine, other] = [await anAlert('package:1', shop.id), await anAlert('package:2')];
    await actOnAlerts('resolve', [other]);
    const open = await listAlerts(db, { filter: { states: ['open', 'taken'] }, limit: 10 });
    expect(open).toMatchObject([
      { id: mine, shop: shop.slug, kind: 'tracking_failed', state: 'open', count: 1 },
    ]);
    expect(await listAlerts(db, { filter: { shopId: shop.id }, limit: 10 })).toHaveLength(1);
    expect(await listAlerts(db, { filter: { kind: 'order_held' }, limit: 10 })).toEqual([]);
    expect(await listAlerts(db, { limit: 10 })).toHaveLength(2);
  });

  it('are taken, taken over and resolved; the trail says by whom', async () => {
    const id = await anAlert('package:1');
    const act = (action: 'take' | 'resolve', actor: string) => actOnAlerts(action, [id], actor);
    expect((await act('take', 'agent:ada')).done).toEqual([id]);
    expect((await act('take', 'agent:ada')).refused).toMatchObject([{ id, why: 'taken_by_you' }]);
    expect((await act('take', 'agent:bo')).done).toEqual([id]);
    expect(await db.alert.findUnique({ where: { id } })).toMatchObject({
      state: 'taken',
      takenBy: 'agent:bo',
    });
    expect((await act('resolve', 'agent:bo')).done).toEqual([id]);
    expect((await act('resolve', 'agent:bo')).refused).toMatchObject([{ id, why: 'resolved' }]);
    expect(await db.supportAction.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { actor: 'agent:ada', action: 'alert.take', subject: `alert:${id}` },
      { actor: 'agent:bo', action: 'alert.take' },
      { actor: 'agent:bo', action: 'alert.resolve' },
    ]);
  });

  it('one that is raised again after it was resolved is a new one', async () => {
    const first = await anAlert('package:1');
    await actOnAlerts('resolve', [first]);
    expect(await anAlert('package:1')).not.toBe(first);
  });

  it('a missing one is refused', async () => {
    const ids = [randomUUID(), 'no id'];
    const { refused } = await actOnAlerts('take', ids);
    expect(refused.map(({ why }) => why)).toEqual(['unknown', 'unknown']);
  });
});
