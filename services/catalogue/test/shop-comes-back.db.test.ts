import { inTransaction } from '@hub/database';
import { removeShop } from '@hub/shops';
import { aGtin, ALL_OFF } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CatalogueWorld, storeOf, wireProduct, wireVariant } from './catalogue-world';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());

describe('D14: every run compares the links themselves', () => {
  it('a removed shop that comes back with the same catalogue is linked again by barcode', async () => {
    const shop = await world.shop();
    const barcode = aGtin(9_401);
    const store = storeOf([wireProduct('P-1', [wireVariant('V-1', { barcode })])]);
    await world.pull(shop.id, store);
    await world.db.shop.update({ where: { id: shop.id }, data: ALL_OFF });
    await inTransaction(world.db, (tx) => removeShop(tx, { slug: shop.slug, by: 'cli:test' }));
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ gtin: null });
    await world.db.shop.update({ where: { id: shop.id }, data: { removedAt: null, products: 'live' } });
    await world.takeByType();

    expect(await world.pull(shop.id, store)).toMatchObject({ state: 'accepted', linked: 1, changed: 1 });
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ gtin: barcode, linkProblem: null });
    expect(await world.takeByType()).toEqual({ 'network-quantity.recalculate': [{ gtin: barcode }] });
  });
});
