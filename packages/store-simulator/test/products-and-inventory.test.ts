import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ProductsPage } from '@hub/contract';
import { generatedCatalogue } from '../src/catalogue/generated-catalogue';
import type { SimulatedStore } from '../src/start-store';
import { aStore, call, CATALOGUE, HUB_LOCATION } from './a-store';
import { startFakeHub, type FakeHub } from './fake-hub';

describe('GET /products (D14)', () => {
  let store: SimulatedStore;
  afterEach(() => store.stop());

  async function walk(limit: number): Promise<{ ids: string[]; cursors: (string | null)[] }> {
    const ids: string[] = [];
    const cursors: (string | null)[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await call(store, `GET /products?limit=${limit}${query}`);
      const page = ProductsPage.parse(body);
      ids.push(...page.products.map((product) => product.product_id));
      cursor = page.next_cursor;
      cursors.push(cursor);
    }
    return { ids, cursors };
  }

  it('gives every product once, with stable cursors that are null on the last page only', async () => {
    store = await aStore({
      catalogue: generatedCatalogue({
        products: 25,
        variantsPerProduct: 2,
        seed: 1,
        locations: ['1001', '1002'],
        hubLocationId: HUB_LOCATION,
        stock: 3,
      }),
    });
    const first = await walk(10);
    expect(first.ids).toEqual(Array.from({ length: 25 }, (_, position) => `p1-${position}`));
    expect(first.cursors).toEqual([expect.any(String), expect.any(String), null]);
    expect(await walk(10)).toEqual(first);
  });

  it('gives an empty catalogue as one empty last page', async () => {
    store = await aStore({ catalogue: [] });
    expect((await call(store, 'GET /products?limit=100')).body).toEqual({ products: [], next_cursor: null });
  });

  it('shows the stock at the time the page is requested', async () => {
    store = await aStore();
    store.changeStock('hat', '1001', 17);
    const { body } = await call(store, 'GET /products?limit=100');
    const levels = ProductsPage.parse(body).products[1]?.variants[0]?.inventory;
    expect(levels).toContainEqual({ location_id: '1001', quantity: 17 });
  });

  it('serves another catalogue once switched, so that left-out variants retire', async () => {
    store = await aStore();
    store.sellFrom(CATALOGUE.slice(1));
    expect((await walk(100)).ids).toEqual(['hat']);
  });

  it('answers 400 to an invalid cursor or limit', async () => {
    store = await aStore();
    for (const query of ['cursor=nonsense', 'cursor=', 'limit=0', 'limit=101', 'limit=ten']) {
      expect((await call(store, `GET /products?${query}`)).status).toBe(400);
    }
  });
});

describe('PUT /inventory (D15)', () => {
  let hub: FakeHub;
  let store: SimulatedStore;
  beforeEach(async () => {
    hub = await startFakeHub();
  });
  afterEach(async () => {
    await store.stop();
    await hub.stop();
  });

  it('sets the absolute network quantity and returns the receipt', async () => {
    store = await aStore();
    for (const quantity of [7, 7, 0]) {
      const write = { variant_id: 'hat', location_id: HUB_LOCATION, quantity };
      expect(await call(store, 'PUT /inventory', write)).toMatchObject({
        status: 200,
        body: { success: true, ...write },
      });
      expect(store.inventory('hat')).toEqual({ '1001': 1, '1002': 0, '9000': quantity });
    }
  });

  it('answers 404 unknown_variant to a variant it does not sell', async () => {
    store = await aStore();
    const write = { variant_id: 'unknown', location_id: HUB_LOCATION, quantity: 1 };
    expect(await call(store, 'PUT /inventory', write)).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_variant' } },
    });
  });

  it('lets the service write to no location but HUB_Network', async () => {
    store = await aStore();
    const write = { variant_id: 'hat', location_id: '1001', quantity: 9 };
    expect((await call(store, 'PUT /inventory', write)).status).toBe(400);
    expect(store.inventory('hat')['1001']).toBe(1);
  });

  it('reports the write back where the platform echoes, and is silent where it does not', async () => {
    const write = { variant_id: 'hat', location_id: HUB_LOCATION, quantity: 4 };
    store = await aStore({ eventsUrl: hub.url });
    await call(store, 'PUT /inventory', write);
    expect(store.deliveries).toEqual([]);
    await store.stop();

    store = await aStore({ eventsUrl: hub.url, echoes: { inventory: true } });
    await call(store, 'PUT /inventory', write);
    await store.until(() => store.deliveries[0]?.state === 'delivered');
    expect(hub.dataOf('inventory.updated')).toEqual([{ ...write, changed_at: expect.any(String) }]);
  });
});
