import { generatedCatalogue } from './catalogue/generated-catalogue';
import { startStore, type SimulatedStore } from './start-store';
import type { StoreOptions } from './store-options';

const LOCATION_ID = '1001';
const HUB_LOCATION_ID = '9000';

/** A store for tests that start before its shop is live (D32). */
export interface NewStore {
  store: SimulatedStore;
  /** The name of its shop. */
  shop: { slug: string; bearerToken: string; signingSecret: string; storeApiRoot: string };
  /** All that it sells, all in stock. */
  variantIds: string[];
}

/** Starts the simulated store `nordic` with a small catalogue. The test stops it. */
export async function aNewStore(overrides: Partial<StoreOptions> = {}): Promise<NewStore> {
  const generated = generatedCatalogue({
    products: 3,
    variantsPerProduct: 2,
    seed: 1,
    locations: [LOCATION_ID],
    hubLocationId: HUB_LOCATION_ID,
    stock: 80,
  });
  const catalogue = Array.from({ length: generated.productCount }, (_, place) => generated.productAt(place));
  const options = {
    slug: 'nordic',
    country: 'SE',
    currency: 'EUR',
    bearerToken: 'test-bearer',
    signingSecret: 'test-secret',
    hubLocationId: HUB_LOCATION_ID,
    locations: [LOCATION_ID],
    catalogue,
    ...overrides,
  };
  const store = await startStore(options);
  const { slug, bearerToken, signingSecret } = options;
  return {
    store,
    shop: { slug, bearerToken, signingSecret, storeApiRoot: store.apiRoot },
    variantIds: catalogue.flatMap(({ variants }) => variants.map(({ variant_id: id }) => id)),
  };
}
