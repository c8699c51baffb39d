import type { Database } from '@hub/database';
import { startStore, type SimulatedStore } from '@hub/store-simulator';
import { aShippingOrder, aShop, type StoredShippingOrder, type StoredShop } from '@hub/testing';

/** A running store with the shop that it is in the hub. */
export interface SellingStore {
  store: SimulatedStore;
  shop: StoredShop;
}

export async function aSellingStore(db: Database, slug: string): Promise<SellingStore> {
  const store = await startStore({
    slug,
    country: 'SE',
    currency: 'EUR',
    bearerToken: `token-of-${slug}`,
    signingSecret: `secret-of-${slug}`,
    hubLocationId: '9000',
    locations: ['1001'],
    catalogue: [],
  });
  return { store, shop: await aShop(db, { slug, storeApiRoot: store.apiRoot }) };
}

/** An order that the store has sold, and that another shop ships: its shipping order. */
export async function aSoldOrder(
  db: Database,
  { store, shop }: SellingStore,
  quantities = [1],
): Promise<StoredShippingOrder> {
  const lines = quantities.map((quantity) => ({ variantId: 'V-1', quantity, network: true }));
  const sold = store.sell({ lines });
  return aShippingOrder(db, {
    sellingShop: shop,
    orderId: sold.orderId,
    lineItemIds: sold.lines.map(({ lineId }) => lineId),
    quantities,
  });
}
