import { afterEach, describe, expect, it } from '@jest/globals';
import { productsPage } from '../src/catalogue';
import { stockNow, stockOf } from '../src/stock';
import { aProduct, aShop, NETWORK, OTHER, OWN, type TestShop } from './a-shop';
import { aStore, CREDENTIALS } from './a-store';

let world: TestShop;
afterEach(() => world.fake.stop());

async function wholeCatalogue() {
  const pages = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof productsPage>> = await productsPage(world.shop, {
      limit: 100,
      cursor,
    });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

describe('GET /products', () => {
  it('has plain numbers as ids, the vendor as brand, the size from the options, every location', async () => {
    world = await aShop({ sizeOptions: ['Storlek', 'size'] });
    const product = aProduct(world, {
      variants: [
        {
          title: 'Röd / M',
          options: [
            { name: 'Färg', value: 'Röd' },
            { name: 'SIZE ', value: 'M' },
          ],
          barcode: ' 7312345678901 ',
        },
      ],
    });
    const [variant] = product.variants;
    expect(await wholeCatalogue()).toEqual([
      {
        nextCursor: null,
        products: [
          {
            productId: product.id,
            title: 'Shell jacket',
            brand: 'Nordic',
            description: 'Keeps the rain out',
            images: [{ url: `https://cdn.shopify.com/${product.id}.jpg`, alt: null }],
            variants: [
              {
                variantId: variant?.id,
                title: 'Röd / M',
                size: 'M',
                sku: variant?.sku,
                barcode: '7312345678901',
                inventory: [
                  { variantId: variant?.id, locationId: OWN, quantity: 20 },
                  { variantId: variant?.id, locationId: OTHER, quantity: 0 },
                  { variantId: variant?.id, locationId: NETWORK, quantity: 0 },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  it('has no size, and no title, where the product has no options', async () => {
    world = await aShop();
    aProduct(world);
    const [page] = await wholeCatalogue();
    expect(page?.products[0]?.variants[0]).toMatchObject({ title: null, size: null });
  });

  it('reads all variants of a product, however many, and stays within what a call may cost', async () => {
    world = await aShop();
    for (let index = 0; index < 12; index += 1)
      aProduct(world, { variants: Array.from({ length: 60 }, () => ({})) });
    const pages = await wholeCatalogue();
    expect(pages.map(({ products }) => products.length)).toEqual([10, 2]);
    expect(pages.flatMap(({ products }) => products.map(({ variants }) => variants.length))).toEqual(
      Array.from({ length: 12 }, () => 60),
    );
    expect(world.fake.dearest).toBeLessThanOrEqual(1_000);
  });

  it('keeps its cursors, whatever is added or removed before them', async () => {
    world = await aShop();
    const products = Array.from({ length: 25 }, () => aProduct(world));
    const before = (await wholeCatalogue()).map(({ nextCursor }) => nextCursor);
    for (const product of products.slice(0, 3)) product.isActive = false;
    const later = await productsPage(world.shop, { limit: 100, cursor: before[0] ?? null });
    expect(later.nextCursor).toBe(before[1]);
    expect(later.products.map(({ productId }) => productId)).toEqual(
      products.slice(10, 20).map(({ id }) => id),
    );
  });

  it.each(['abc', '', '-1', 'MTA='])('refuses the cursor %p, which it did not make', async (cursor) => {
    world = await aShop();
    await expect(productsPage(world.shop, { limit: 100, cursor })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { field: 'cursor' },
    });
  });

  it('leaves out, and names, what would have the whole run refused', async () => {
    const store = await aStore();
    world = store;
    const bare = aProduct(world, { images: [] });
    const plain = aProduct(world, { images: ['http://cdn.shopify.com/plain.jpg'] });
    const nameless = aProduct(world, { vendor: ' ' });
    const good = aProduct(world);
    const headers = { authorization: `Bearer ${CREDENTIALS.bearerToken}` };
    const page = await (await fetch(`${store.origin}/products`, { headers })).json();
    await store.close();
    expect(page).toMatchObject({ products: [{ product_id: good.id }], next_cursor: null });
    expect(store.leftOut.map(({ productId, field }) => ({ productId, field }))).toEqual([
      { productId: bare.id, field: 'images' },
      { productId: plain.id, field: 'images' },
      { productId: nameless.id, field: 'brand' },
    ]);
  });
});

describe('the stock of now, for the sweep', () => {
  it('has every variant at each own location, past the end of a page, and nothing of the network', async () => {
    world = await aShop();
    for (let index = 0; index < 3; index += 1)
      aProduct(world, { variants: Array.from({ length: 60 }, () => ({})), stock: index });
    const levels = [];
    for await (const level of stockNow(world.shop)) levels.push(level);
    expect(levels).toHaveLength(3 * 60 * 2);
    expect(new Set(levels.map(({ locationId }) => locationId))).toEqual(new Set([OWN, OTHER]));
    expect(levels.filter(({ locationId, quantity }) => locationId === OWN && quantity === 2)).toHaveLength(
      60,
    );
  });

  it('of a shop with many locations stays within what a call may cost', async () => {
    const locationIds: [string, ...string[]] = [
      OWN,
      ...Array.from({ length: 29 }, (_, number) => `${7_000 + number}`),
    ];
    world = await aShop({ locationIds });
    aProduct(world, { variants: Array.from({ length: 70 }, () => ({})) });
    const levels = [];
    for await (const level of stockNow(world.shop)) levels.push(level);
    expect(levels).toHaveLength(70 * 30);
    expect((await wholeCatalogue())[0]?.products[0]?.variants).toHaveLength(70);
    expect(world.fake.dearest).toBeLessThanOrEqual(1_000);
  });

  it('has 0 for what is not tracked, and nothing for a variant that is gone', async () => {
    world = await aShop();
    const [variant] = aProduct(world, { variants: [{ tracked: false }] }).variants;
    const levels = await stockOf(world.shop, variant?.id ?? '');
    expect(new Set(levels.map(({ quantity }) => quantity))).toEqual(new Set([0]));
    for (const gone of ['1', 'V-1']) expect(await stockOf(world.shop, gone)).toEqual([]);
  });
});
