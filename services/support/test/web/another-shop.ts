import type { Database } from '@hub/database';
import { aShop, aVariant, type StoredShop } from '@hub/testing';

/** A shop that could ship what others sell as their variant `V-1`: it has that article, and the rates are set. */
export async function anotherShopFor(db: Database, selling: { id: number }, pieces = 5): Promise<StoredShop> {
  const { gtin } = await aVariant(db, { shopId: selling.id, variantId: 'V-1' });
  const shop = await aShop(db, { slug: 'fjell-lager', name: 'Fjell Lager' });
  await aVariant(db, { shopId: shop.id, gtin, onHand: pieces });
  await db.vatRate.createMany({
    data: [{ country: 'SE', appliesFrom: 0n, rate: '0.25' }],
    skipDuplicates: true,
  });
  return shop;
}
