import { describe, expect, it } from '@jest/globals';
import { ProductsPage } from '@hub/contract';
import { createImageChecker } from './image-checker';

function aPage(images: number) {
  const variants = [{ variant_id: 'V-1', size: 'One size', inventory: [] }];
  return ProductsPage.parse({
    products: [
      {
        product_id: 'P-1',
        title: 'Sock',
        brand: 'Nordic',
        images: Array.from({ length: images }, (_, index) => ({
          url: `https://images.example.com/${index}.jpg`,
        })),
        variants,
      },
    ],
    next_cursor: null,
  }).products;
}

async function check(images: number, resolve: (url: string) => Promise<string | null>) {
  const parts = [];
  for await (const faults of createImageChecker(resolve)(aPage(images))) parts.push(faults);
  return parts;
}

describe('the check that images resolve (go-live, --check-images)', () => {
  it('names the field of each that does not', async () => {
    const [faults] = await check(3, (url) => Promise.resolve(url.endsWith('/1.jpg') ? 'status 404' : null));
    expect(faults).toEqual([
      {
        productId: 'P-1',
        variantId: null,
        field: 'products[0].images[1].url',
        message: 'does not resolve: status 404',
      },
    ]);
  });

  it('requests at most sixteen at once, and hands over its findings in batches', async () => {
    let atOnce = 0;
    let most = 0;
    const asked: string[] = [];
    const parts = await check(150, async (url) => {
      asked.push(url);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return null;
    });
    expect(most).toBe(16);
    expect(new Set(asked).size).toBe(150);
    expect(parts).toHaveLength(3);
  });
});
