import type { ProductsPage } from '@hub/contract';
import type { PageFault } from '../reading/page-fault';
import { inParallel } from './in-parallel';

/** Checks that the images of a page's products resolve, batch by batch; the run's lease is renewed between batches. */
export type ImageChecker = (products: ProductsPage['products']) => AsyncIterable<PageFault[]>;

/** Resolves one image. @returns what is wrong with it; null where it resolves */
export type ResolveImage = (url: string) => Promise<string | null>;

/** At once, for one run. */
const CONCURRENCY = 16;
/** Four rounds of `CONCURRENCY`, each of at most two attempts of 10 s, stay well within a lease. */
const PART = 64;

interface Image {
  productId: string;
  field: string;
  url: string;
}

export function createImageChecker(resolve: ResolveImage): ImageChecker {
  return async function* check(products) {
    const images = imagesOf(products);
    for (let from = 0; from < images.length; from += PART) {
      const part = images.slice(from, from + PART);
      const problems = await inParallel(part, CONCURRENCY, ({ url }) => resolve(url));
      yield part.flatMap(({ productId, field }, index) => {
        const problem = problems[index] ?? null;
        return problem === null
          ? []
          : { productId, variantId: null, field, message: `does not resolve: ${problem}` };
      });
    }
  };
}

function imagesOf(products: ProductsPage['products']): Image[] {
  return products.flatMap(({ product_id, images }, position) =>
    images.map(({ url }, index) => ({
      productId: product_id,
      field: `products[${position}].images[${index}].url`,
      url,
    })),
  );
}
