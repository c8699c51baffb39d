import { createDatabase, type Database } from '@hub/database';
import { aGtin, aShop, aVariant, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tryBasket, type Basket } from '../src/routing/try-basket';

const HAT = aGtin(1);

let database: TestDatabase;
let pooled: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pooled = createDatabase(database.url, { poolSize: 1, prepared: 'off' });
  const seller = await aShop(database.db, { slug: 'seller' });
  await aVariant(database.db, { shopId: seller.id, variantId: 'V-hat', gtin: HAT });
  const locations = [{ locationId: '1001', latitude: 59.09, longitude: 18 }];
  const near = await aShop(database.db, { slug: 'near', locations });
  await aVariant(database.db, { shopId: near.id, variantId: 'near-hat', gtin: HAT, onHand: 5 });
}, 60_000);
afterAll(async () => {
  await pooled.$disconnect();
  await database.drop();
}, 60_000);

const basket: Basket = {
  shop: 'seller',
  country: 'SE',
  coordinates: { latitude: 59, longitude: 18 },
  lines: [{ article: 'V-hat', quantity: 1, unitPrice: '10' }],
};

describe('a basket that is tried (D19, D24)', () => {
  it('is decided also behind a pooler that loses prepared statements', async () => {
    const now = Date.now();
    const tried = await tryBasket(pooled, basket, now);
    expect(tried).toMatchObject({ kind: 'decided', lines: [{ chosen: { shop: 'near' } }] });
    expect(tried).toEqual(await tryBasket(database.db, basket, now));
  });
});
