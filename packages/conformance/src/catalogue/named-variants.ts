import { z } from 'zod';
import type { NamedVariant } from './catalogue-run';

const Text = z.string().min(1).nullish().catch(null);
const Named = z.object({ variant_id: z.string().min(1), barcode: Text, sku: Text });
const Product = z.object({ title: Text, variants: z.array(z.unknown()).catch([]) });
const Page = z.object({ products: z.array(z.unknown()) });

/** The variants of a page that does not validate, if they can be named. */
export function namedVariants(body: unknown): NamedVariant[] {
  const page = Page.safeParse(body);
  const products = page.success ? page.data.products : [];
  return products.flatMap((one) => {
    const product = Product.safeParse(one);
    if (!product.success) return [];
    return product.data.variants.flatMap((entry) => {
      const variant = Named.safeParse(entry);
      if (!variant.success) return [];
      const { variant_id: variantId, barcode, sku } = variant.data;
      return [{ variantId, barcode: barcode ?? null, sku: sku ?? null, title: product.data.title ?? null }];
    });
  });
}
