import { z } from 'zod';
import { LocationId, ProductId, VariantId } from '../ids';
import { ListedQuantity } from '../numbers';
import { isPublicHttpsUrl } from '../public-https-url';
import { filledListOf, listOf, optionalText } from '../shapes';
import { LIMITS } from '../limits';
import { FilledText, StorableText, textUpTo } from '../text';

const FILLED = { minLength: 1 };
const Title = textUpTo(FilledText, LIMITS.maxTitle).meta(FILLED);
const ListedText = textUpTo(FilledText, LIMITS.maxListedText).meta(FILLED);

const Image = z.object({
  url: textUpTo(StorableText, LIMITS.maxListedAddress).refine(
    isPublicHttpsUrl,
    'must be a public https address',
  ),
  /** Of any length: an overlong one is left out. */
  alt: optionalText(StorableText),
});

const StockLevel = z.object({ location_id: LocationId, quantity: ListedQuantity });

const Variant = z.object({
  variant_id: VariantId,
  title: optionalText(textUpTo(StorableText, LIMITS.maxTitle)),
  /** `One size` if the article has none. */
  size: ListedText,
  sku: optionalText(textUpTo(StorableText, LIMITS.maxListedText)),
  /** Of any length: an overlong one leaves the variant unlinked. */
  barcode: optionalText(StorableText),
  inventory: listOf(StockLevel).superRefine((levels, context) => {
    const seen = new Set<string>();
    for (const [index, { location_id }] of levels.entries()) {
      if (seen.has(location_id)) {
        context.addIssue({ code: 'custom', message: 'is repeated', path: [index, 'location_id'] });
      }
      seen.add(location_id);
    }
  }),
});

const Product = z.object({
  product_id: ProductId,
  title: Title,
  brand: ListedText,
  /** Of any length: an overlong one is left out. */
  description: optionalText(StorableText),
  images: filledListOf(Image),
  variants: filledListOf(Variant),
});

/**
 * Answer to `GET /products` (D14, "Product and variant rules"): one page, as far as it can be checked alone. What needs
 * the other pages or the sheet (repeated ids and cursors, agreed locations) is checked by the catalogue service.
 */
export const ProductsPage = z.object({
  products: listOf(Product),
  next_cursor: FilledText.nullable(),
});
export type ProductsPage = z.output<typeof ProductsPage>;
