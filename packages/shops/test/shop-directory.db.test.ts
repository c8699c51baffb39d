import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction, type Database } from '@hub/database';
import {
  aSheet,
  aShop,
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { applySheet, createShopDirectory, parseSheet, type ShopDirectory } from '../src';
import { aLogger } from './a-logger';

let database: TestDatabase;
let db: Database;
let directory: ShopDirectory;
let log: ReturnType<typeof aLogger>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE "shop", "alert" RESTART IDENTITY CASCADE`;
  log = aLogger();
  directory = createShopDirectory({
    db,
    encryptionKey: TEST_ENCRYPTION_KEY,
    refreshMs: 20,
    logger: log.logger,
  });
});
afterEach(() => directory.stop());

function apply(overrides: Record<string, unknown>) {
  const env = { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1', OLD: 'signing-0' };
  const read = parseSheet(aSheet(overrides), env, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join('; '));
  const { sheet } = read;
  return inTransaction(db, (tx) => applySheet(tx, sheet, TEST_ENCRYPTION_KEY));
}

describe('the shop directory', () => {
  it('has every shop by slug and id once it has started, and is ready then', async () => {
    const shop = await aShop(db, { slug: 'one', destinationCountries: ['NO'] });
    expect(directory.ready()).toBe(false);
    await directory.start();
    expect(directory.ready()).toBe(true);
    expect(directory.bySlug('one')).toBe(directory.byId(shop.id));
    expect(directory.bySlug('one')).toMatchObject({
      bearerTokens: [shop.bearerToken],
      capabilities: { orders: 'live' },
      destinationCountries: new Set(['NO']),
    });
    expect(directory.bySlug('two')).toBeNull();
    expect(directory.byId(99)).toBeNull();
    expect(directory.all()).toHaveLength(1);
  });

  it('loads new, changed and removed shops without a restart (D25)', async () => {
    await directory.start();
    await apply({});
    await eventually(() => expect(directory.bySlug('nordic-outdoor')).toMatchObject({ country: 'SE' }));
    await apply({ country: 'NO' });
    await eventually(() => expect(directory.bySlug('nordic-outdoor')).toMatchObject({ country: 'NO' }));
    await db.$executeRaw`TRUNCATE "shop" CASCADE`;
    await eventually(() => expect(directory.bySlug('nordic-outdoor')).toBeNull());
  });

  it('returns the secrets that verify at a time, the signing one first (D2)', async () => {
    const end = '2026-12-01T00:00:00Z';
    await apply({ signing_secrets: ['${NORDIC_SIGNING_SECRET}', { secret: '${OLD}', verify_until: end }] });
    await directory.start();
    const shop = directory.bySlug('nordic-outdoor');
    expect(shop?.signingSecrets(Date.parse(end))).toEqual(['signing-1', 'signing-0']);
    expect(shop?.signingSecrets(Date.parse(end) + 1)).toEqual(['signing-1']);
  });

  it('returns the split rate of a variant at an instant (D24)', async () => {
    const from = '1970-01-01T00:00:01Z';
    await apply({
      split_rate: {
        default: 0.7,
        variants: {
          'V-1': [
            { from, rate: 0.6 },
            { from: '1970-01-01T00:00:02Z', rate: 0.5 },
          ],
        },
      },
    });
    await directory.start();
    const shop = directory.bySlug('nordic-outdoor');
    expect(shop?.splitRateAt('V-2', 0n)).toBe('0.7');
    expect(shop?.splitRateAt('V-1', 999_999_999n)).toBe('0.7');
    expect(shop?.splitRateAt('V-1', 1_000_000_000n)).toBe('0.6');
    expect(shop?.splitRateAt('V-1', 2_000_000_000n)).toBe('0.5');
  });

  it('has no split rate if none is agreed', async () => {
    await apply({ split_rate: undefined });
    await directory.start();
    expect(directory.bySlug('nordic-outdoor')?.splitRateAt('V-1', 1n)).toBeNull();
  });

  it('leaves out a shop whose secrets were encrypted with another key, and reports it once', async () => {
    await aShop(db, { slug: 'unreadable', encryptionKey: 'e'.repeat(64) });
    await aShop(db, { slug: 'readable' });
    await directory.start();
    await aShop(db, { slug: 'later' });
    await eventually(() => expect(directory.all().map(({ slug }) => slug)).toEqual(['readable', 'later']));
    const reports = log.lines.filter((line) => line.includes('shop skipped'));
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('unreadable');
    expect(reports[0]).not.toContain('secret-of-unreadable');
  });

  it('D3, D34: also knows a shop whose secrets cannot be decrypted as a sender, and alerts, until they can', async () => {
    await aShop(db, { slug: 'nordic-outdoor', encryptionKey: 'e'.repeat(64) });
    await directory.start();
    expect(directory.bySlug('nordic-outdoor')).toBeNull();
    const now = Date.now();
    expect(directory.senderOf('nordic-outdoor', now)).toMatchObject({ secrets: [], someUnopened: true });
    const alerts = () => db.alert.findMany({ select: { kind: true, subject: true, state: true } });
    const alert = { kind: 'shop_unreadable', subject: 'shop:1' };
    expect(await alerts()).toEqual([{ ...alert, state: 'open' }]);
    expect(directory.senderOf('nobody', now)).toBeNull();
    await apply({});
    await eventually(() =>
      expect(directory.senderOf('nordic-outdoor', now)).toMatchObject({
        secrets: ['signing-1'],
        someUnopened: false,
      }),
    );
    await eventually(async () => expect(await alerts()).toEqual([{ ...alert, state: 'resolved' }]));
    await db.$executeRaw`TRUNCATE "shop" CASCADE`;
    await eventually(() => expect(directory.senderOf('nordic-outdoor', now)).toBeNull());
  });

  it('keeps its content while the database is unavailable, and continues when it is available again', async () => {
    await aShop(db, { slug: 'kept' });
    const away = withoutDatabase(db);
    directory = createShopDirectory({
      db: away.db,
      encryptionKey: TEST_ENCRYPTION_KEY,
      refreshMs: 20,
      logger: log.logger,
    });
    await directory.start();

    away.leave();
    await eventually(() => expect(log.lines.join('')).toContain('keeping the known ones'));
    expect(directory.bySlug('kept')).not.toBeNull();
    expect(directory.ready()).toBe(true);

    away.comeBack();
    await aShop(db, { slug: 'new' });
    await eventually(() => expect(directory.bySlug('new')).not.toBeNull());
    expect(log.lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
  });

  it('starts without the database, not ready, and has the shops once it is there', async () => {
    const away = withoutDatabase(db);
    away.leave();
    const late = createShopDirectory({
      db: away.db,
      encryptionKey: TEST_ENCRYPTION_KEY,
      logger: log.logger,
      refreshMs: 20,
    });
    await late.start();
    expect(late.ready()).toBe(false);

    await aShop(db, { slug: 'late' });
    away.comeBack();
    await eventually(() => expect(late.ready()).toBe(true));
    expect(late.bySlug('late')).not.toBeNull();
    await late.stop();
  });
});

/** The database behind a switch: while it is unavailable, reading shops fails as it does without a server. */
function withoutDatabase(real: Database): { db: Database; leave(): void; comeBack(): void } {
  let isAway = false;
  const switched = new Proxy(real, {
    get(target, property, receiver) {
      if (isAway && property === 'shop') throw new Error('the database is away');
      return Reflect.get(target, property, receiver) as unknown;
    },
  });
  return { db: switched, leave: () => (isAway = true), comeBack: () => (isAway = false) };
}
