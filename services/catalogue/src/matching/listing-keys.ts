import type { Features } from '@hub/matching';

/** As many letters of a brand as two brands that may be one have in common (`Burton`, `Burton Snowboards`). */
const BRAND_LETTERS = 3;
/** The rarest words of a product: what has none of them in common is not looked at. */
const RAREST = 4;

/**
 * The keys that a product is found by: each word with the beginning of its brand, and with any; and its skus. Pure.
 * @param variants of one product
 */
export function keysOf(variants: readonly Features[]): string[] {
  return [
    ...new Set(
      variants.flatMap(({ brand, words, sku }) => [
        ...[...words].flatMap((word) => [`${brandKey(brand)}.${word}`, `*.${word}`]),
        ...skuKeys(sku),
      ]),
    ),
  ];
}

/**
 * The keys to look for a product by. One of a brand is looked for among those of that brand and those that name none; one
 * without among all. Pure.
 * @param counts products that have a word
 */
export function askedKeys(variants: readonly Features[], counts: ReadonlyMap<string, number>): string[] {
  const brand = variants[0]?.brand ?? '';
  const words = [...new Set(variants.flatMap((one) => [...one.words]))];
  const rarest = words.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, RAREST);
  const asked = rarest.flatMap((word) =>
    brand === '' ? [`*.${word}`] : [`${brandKey(brand)}.${word}`, `.${word}`],
  );
  return [...new Set([...asked, ...variants.flatMap(({ sku }) => skuKeys(sku))])];
}

const brandKey = (brand: string): string => brand.replaceAll(' ', '').slice(0, BRAND_LETTERS);

/** No word has this sign. */
const skuKeys = (sku: string | null): string[] => (sku === null ? [] : [`#${sku}`]);
