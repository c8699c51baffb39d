import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inTransaction, type CatalogueRunState } from '@hub/database';
import { requestCatalogueRun } from '@hub/shops';
import { COMMANDS, enqueue } from '@hub/messaging';
import { generatedCatalogue, startStore, type SimulatedStore } from '@hub/store-simulator';
import { Running, World } from '@hub/test-world';
import { aShop, eventually, type StoredShop } from '@hub/testing';
import type { CatalogueConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';

const SHOP = { slug: 'alpine', bearerToken: 'alpine-token', signingSecret: 'alpine-secret' };
const LOCATIONS = ['1001', '1002'];

const catalogue = (products: number, stock = 3) =>
  generatedCatalogue({
    products,
    variantsPerProduct: 2,
    seed: 1,
    locations: LOCATIONS,
    hubLocationId: '9000',
    stock,
  });

let world: World;
let store: SimulatedStore;
let shop: StoredShop;

beforeAll(async () => {
  world = await World.open();
  store = await startStore({
    ...SHOP,
    country: 'SE',
    currency: 'EUR',
    hubLocationId: '9000',
    locations: LOCATIONS,
    catalogue: catalogue(250),
  });
  const locations = LOCATIONS.map((locationId) => ({ locationId }));
  shop = await aShop(world.db, {
    ...SHOP,
    storeApiRoot: store.apiRoot,
    locations,
    firstCatalogueAt: null,
  });
  const running = await Running.of(world);
  const own = { STORE_TIMEOUT_MS: 5_000, SYNC_INTERVAL_MS: 60_000, CATALOGUE_INTERVAL_MS: 86_400_000 };
  const config: CatalogueConfig = { ...running.config, ...own };
  await running.worker(config, subscriptions);
});

afterAll(async () => {
  await world.close();
  await store.stop();
});

/** What `hub catalogue pull` does. */
async function pull(until: CatalogueRunState, options: { checkImages?: boolean } = {}) {
  const { db } = world;
  const runId = await inTransaction(db, async (tx) => {
    const run = await requestCatalogueRun(tx, { shopId: shop.id, ...options });
    await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId: run.runId }, correlation: run.runId });
    return run.runId;
  });
  return eventually(
    async () => {
      const run = await db.catalogueRun.findUniqueOrThrow({
        where: { id: runId },
        include: { faults: true },
      });
      expect(run.state).toBe(until);
      return run;
    },
    { timeoutMs: 20_000 },
  );
}

describe('the catalogue worker with a store that keeps the contract', () => {
  it('reads a hundred products a page and stores them', async () => {
    expect(await pull('accepted')).toMatchObject({
      pages: 3,
      products: 250,
      variants: 500,
      added: 500,
      linked: 500,
    });
    expect(store.requests.map(({ query }) => query)).toEqual([
      { limit: '100' },
      { limit: '100', cursor: expect.any(String) },
      { limit: '100', cursor: expect.any(String) },
    ]);
    expect(await world.db.variant.count({ where: { shopId: shop.id, state: 'active' } })).toBe(500);
  });

  it('continues after temporary failures of the store', async () => {
    store.faults.add({ endpoint: 'GET /products', times: 2, fault: { kind: 'status', status: 503 } });
    expect(await pull('accepted')).toMatchObject({ unchanged: 500, pages: 3 });
  });

  it('reads on past a page that does not validate, and names what is wrong with it', async () => {
    const good = catalogue(250);
    const products = Array.from({ length: 250 }, (_, position) => good.productAt(position));
    store.sellFrom(
      products.map((product, position) => (position === 7 ? { ...product, brand: '' } : product)),
    );
    const run = await pull('refused');
    expect(run).toMatchObject({ pages: 3, faultCount: 1, faults: [{ page: 1, field: 'products[7].brand' }] });
    store.sellFrom(good);
  });

  it('ends at a refusal', async () => {
    store.faults.add({ endpoint: 'GET /products', times: 1, fault: { kind: 'status', status: 404 } });
    expect(await pull('failed')).toMatchObject({ failure: expect.stringContaining('404') });
  });

  it('ends at a refusal whose code cannot be stored, and support is alerted (D7)', async () => {
    const fault = { kind: 'status' as const, status: 400, code: 'bad\0code' };
    store.faults.add({ endpoint: 'GET /products', times: 1, fault });
    expect(await pull('failed')).toMatchObject({ failure: 'the store refuses GET /products: status 400' });
    expect(await world.db.alert.findFirst({ where: { kind: 'catalogue_failed' } })).toMatchObject({
      state: 'open',
      message: 'The catalogue was not read: the store refuses GET /products: status 400.',
    });
  });
});
