import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction } from '@hub/database';
import { aSheet, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applySheet, describeGoLive, parseSheet, readGoLiveFacts, rehearsedStoreOf } from '../src';

const MIGRATION = join(__dirname, '../../../prisma/migrations/20261122160000_go_live/migration.sql');
const ENV = { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function apply(capabilities: Record<string, string>, overrides: Record<string, unknown> = {}) {
  const text = aSheet({ ...overrides, capabilities });
  const read = parseSheet(text, ENV, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join('; '));
  return inTransaction(database.db, (tx) => applySheet(tx, read.sheet, TEST_ENCRYPTION_KEY));
}

/** What the migration does to existing rows. */
async function migrate(): Promise<void> {
  const text = readFileSync(MIGRATION, 'utf8');
  await database.db.$executeRawUnsafe(text.slice(text.indexOf('INSERT INTO "golive_entry"')));
}

describe('D32: what is live when records begin', () => {
  const live = { products: 'live', inventory: 'live', orders: 'draining' };

  it('is recorded as live before records began, and comes back without a rehearsal', async () => {
    await apply(live);
    await database.db.installation.deleteMany();
    await migrate();
    await database.db.installation.create({ data: { environment: 'production' } });
    const shop = await database.db.shop.findFirstOrThrow({ include: { locations: true } });
    const facts = await inTransaction(database.db, (tx) => readGoLiveFacts(tx, shop.id));
    const described = describeGoLive(facts, { store: rehearsedStoreOf(shop), capabilities: shop });
    expect(
      described.map(({ capability, liveBeforeRecords }) => [capability, liveBeforeRecords !== null]),
    ).toEqual([
      ['products', true],
      ['inventory', true],
      ['orders', true],
      ['cancellation', false],
      ['returns', false],
    ]);
    expect(described.flatMap(({ flags }) => flags)).toEqual([]);

    expect(await apply({ products: 'live' })).toMatchObject({ kind: 'changed' });
    expect(await apply({ ...live, orders: 'live' })).toMatchObject({ kind: 'changed' });
    expect(await apply({ ...live, orders: 'live', cancellation: 'live' })).toMatchObject({
      kind: 'refused',
      faults: [
        'capabilities.cancellation: was not rehearsed',
        'capabilities.cancellation: needs the sign-off of production',
      ],
    });
    await apply({ products: 'live' });
    const moved = { store_api_root: 'https://moved.example/api' };
    expect(await apply(live, moved)).toMatchObject({
      kind: 'refused',
      faults: ['capabilities.inventory: was not rehearsed', 'capabilities.orders: was not rehearsed'],
    });
  });
});
