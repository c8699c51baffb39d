import { NO_PEOPLE, type People } from '@hub/conformance';
import { inTransaction, lockShopSheet } from '@hub/database';
import { KeyRing } from '@hub/installation';
import {
  ALL_OFF,
  aShop,
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { aNewStore, type NewStore } from '@hub/store-simulator/new-store';
import { createLogger } from '@hub/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readGoLive } from '../../src/golive/read-go-live';
import {
  rehearseShop,
  type RehearsalOutcome,
  type RehearsalRequest,
} from '../../src/golive/rehearsal/rehearse-shop';

let database: TestDatabase;
let nordic: NewStore;
let shop: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.installation.updateMany({ data: { environment: 'test' } });
  nordic = await aNewStore();
});
afterAll(async () => {
  await nordic.store.stop();
  await database.drop();
});
beforeEach(async () => {
  await database.db.$executeRaw`TRUNCATE "shop" CASCADE`;
  shop = await aShop(database.db, { ...nordic.shop, capabilities: ALL_OFF });
});

function rehearse(overrides: Partial<RehearsalRequest> = {}, broker = { AMQP_URL: testAmqpUrl() }) {
  const config = { ALLOW_INSECURE_STORES: true, STORE_TIMEOUT_MS: 5_000, STORE_RETRY_BASE_MS: 1 };
  return rehearseShop(
    {
      db: database.db,
      keys: new KeyRing([TEST_ENCRYPTION_KEY]),
      config,
      broker,
      logger: createLogger({ service: 'test', level: 'error' }),
    },
    {
      shop: 'nordic',
      capabilities: ['products'],
      by: 'cli:ada',
      imagesVia: nordic.store.apiRoot,
      signal: new AbortController().signal,
      ...by(NO_PEOPLE),
      ...overrides,
    },
  );
}

/** A store with these people, and without a judge of its events. */
const by = (people: People) => ({
  openStoreSide: () => Promise.resolve({ people, inbox: null, close: () => Promise.resolve() }),
});

const kept = () => database.db.goliveRehearsal.count({ where: { shopId: shop.id } });
const runs = () => database.db.rehearsalRun.count();

describe("D32: a shop is rehearsed with its sheet's own credentials", () => {
  it('and the record is stored with its checks, its evidence, when and by whom', async () => {
    const end = await rehearse();
    expect(end.kind).toBe('kept');
    const row = await database.db.goliveRehearsal.findFirstOrThrow({ where: { shopId: shop.id } });
    expect(row).toMatchObject({ environment: 'test', ranBy: 'cli:ada', storeApiRoot: nordic.store.apiRoot });
    expect(row.record).toMatchObject({ shop_slug: 'nordic', environment: 'test' });
    expect(JSON.stringify(row.record)).not.toMatch(/test-bearer|test-secret/);
    const products = (await readGoLive(database.db, 'nordic'))?.capabilities[0];
    expect(products?.rehearsal?.checks.length).toBeGreaterThan(3);
    expect(products?.rehearsal?.open.filter(({ result }) => result === 'failed')).toEqual([]);
    // No one was there to take a variant out: the check has the reason why it was not run.
    expect(products?.rehearsal?.open).toMatchObject([
      { id: 'products.variant_left_out', result: 'not_run', seen: expect.any(String), correct: null },
    ]);
    expect(await database.db.supportAction.count({ where: { action: 'golive.rehearse' } })).toBe(1);
    expect(await runs()).toBe(0);
  });

  it('one at a time', async () => {
    const [one, other] = await Promise.all([rehearse(), rehearse({ by: 'cli:bo' })]);
    expect([one.kind, other.kind].toSorted()).toEqual(['kept', 'under_way']);
    expect(await kept()).toBe(1);
  });

  it('a run whose lease is over gives way to another, and is not stored', async () => {
    let successor: RehearsalOutcome | null = null;
    const takenOver = async () => {
      await database.db.$executeRaw`UPDATE rehearsal_run SET lease_until = now() - interval '1 second'`;
      successor = await rehearse({ by: 'cli:bo' });
      return null;
    };
    expect(await rehearse(by({ ...NO_PEOPLE, listVariant: takenOver }))).toEqual({ kind: 'lost' });
    expect(successor).toMatchObject({ kind: 'kept' });
    const rows = await database.db.goliveRehearsal.findMany({ where: { shopId: shop.id } });
    expect(rows.map(({ ranBy }) => ranBy)).toEqual(['cli:bo']);
    expect(await runs()).toBe(0);
  });

  it('a sheet applied as it ends is judged before it: the record comes after', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let applying: Promise<void> = Promise.resolve();
    const asked = async () => {
      await new Promise<void>((locked) => {
        applying = inTransaction(database.db, async (tx) => {
          await lockShopSheet(tx, shop.id);
          locked();
          await held;
        });
      });
      return null;
    };
    const rehearsal = rehearse(by({ ...NO_PEOPLE, listVariant: asked }));
    await eventually(async () => {
      const waiting = await database.db.$queryRaw`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(1);
    });
    expect(await kept()).toBe(0);
    letGo();
    await applying;
    expect(await rehearsal).toMatchObject({ kind: 'kept' });
    expect(await kept()).toBe(1);
  });

  it('a run that cannot begin leaves nothing open', async () => {
    let closed = 0;
    const close = async () => void (closed += 1);
    const openStoreSide = async () => ({ people: NO_PEOPLE, inbox: null, close });
    await expect(rehearse({ openStoreSide }, { AMQP_URL: 'nowhere' })).rejects.toThrow();
    expect(closed).toBe(1);
    expect(await runs()).toBe(0);
  });

  it('ends at its maximum duration with its results so far, and removes what it created', async () => {
    const over = new AbortController();
    const leftOpen: string[] = [];
    const end = await rehearse({
      capabilities: ['inventory', 'orders'],
      signal: over.signal,
      onProgress: (progress) => {
        if (progress.kind === 'left_open') leftOpen.push(progress.what);
        if (progress.kind === 'check_ended' && progress.result.id === 'orders.created')
          over.abort('too long');
      },
    });
    if (end.kind !== 'kept') throw new Error(end.kind);
    const after = end.record.checks.findIndex(({ id }) => id === 'orders.created') + 1;
    expect(end.record.checks.slice(after)).not.toHaveLength(0);
    for (const { result, reason } of end.record.checks.slice(after))
      expect({ result, reason }).toEqual({ result: 'not_run', reason: expect.stringContaining('too long') });
    expect(leftOpen).toEqual([]);
    expect(nordic.store.orders.filter(({ status }) => status !== 'cancelled')).toEqual([]);
    expect(end.record.clean_up).not.toEqual([]);
    expect(await runs()).toBe(0);
  });

  it('in production requires test_variants', async () => {
    await database.db.installation.updateMany({ data: { environment: 'production' } });
    expect(await rehearse()).toEqual({ kind: 'no_test_variants' });
    await database.db.installation.updateMany({ data: { environment: 'test' } });
  });
});
