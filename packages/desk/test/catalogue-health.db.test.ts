import { randomUUID } from 'node:crypto';
import type { CatalogueRunState } from '@hub/database';
import { aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCatalogueHealth } from '../src/catalogue/catalogue-health';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

describe('the linking results of a shop’s catalogue', () => {
  it('are reported day by day, of the last accepted run of each: why variants are not linked, counted separately', async () => {
    const { id: shopId } = await aShop(database.db);
    const run = (finishedAt: string, counts: object, state: CatalogueRunState = 'accepted') =>
      database.db.catalogueRun.create({
        data: { id: randomUUID(), shopId, state, finishedAt: new Date(finishedAt), ...counts },
      });
    await run('2026-11-20T09:00:00Z', { linked: 1, unlinked: 9, invalidBarcodes: 3, duplicateBarcodes: 2 });
    await run('2026-11-21T23:59:00Z', { linked: 6, unlinked: 4, invalidBarcodes: 1 });
    await run('2026-11-21T08:00:00Z', { linked: 5, unlinked: 5 });
    await run('2026-11-22T08:00:00Z', { linked: 0, unlinked: 0 }, 'refused');

    expect(await readCatalogueHealth(database.db, shopId)).toEqual([
      {
        day: new Date('2026-11-20'),
        linked: 1,
        withoutBarcode: 4,
        invalidBarcodes: 3,
        duplicateBarcodes: 2,
      },
      {
        day: new Date('2026-11-21'),
        linked: 6,
        withoutBarcode: 3,
        invalidBarcodes: 1,
        duplicateBarcodes: 0,
      },
    ]);
  });
});
