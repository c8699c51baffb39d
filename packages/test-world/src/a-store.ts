import type { Database } from '@hub/database';
import { startStore, type SimulatedStore, type StoreOptions } from '@hub/store-simulator';
import {
  aShippingOrder,
  aShop,
  type ShopOverrides,
  type StoredShippingOrder,
  type StoredShop,
} from '@hub/testing';

/** A running store with its shop in the hub. */
export interface StoreOfShop {
  store: SimulatedStore;
  shop: StoredShop;
}

/** Starts a simulated store, and inserts its shop: Swedish, in euro, one location, nothing in its catalogue. */
export async function aStore(
  db: Database,
  { slug, now, echoes, catalogue = [], ...overrides }: { slug: string } & Partial<Own> & ShopOverrides,
): Promise<StoreOfShop> {
  const store = await startStore({
    slug,
    country: 'SE',
    currency: 'EUR',
    bearerToken: `token-of-${slug}`,
    signingSecret: `secret-of-${slug}`,
    hubLocationId: '9000',
    locations: ['1001'],
    catalogue,
    now,
    echoes,
  });
  return { store, shop: await aShop(db, { slug, storeApiRoot: store.apiRoot, ...overrides }) };
}

type Own = Pick<StoreOptions, 'now' | 'echoes' | 'catalogue'>;

/** An order that the store has sold, and that another shop ships: its shipping order. */
export async function aSoldOrder(
  db: Database,
  { store, shop }: StoreOfShop,
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
