import type { Features } from '@hub/matching';

/** How many first letters two brands that may be one have in common (`Burton`, `Burton Snowboards`). */
const BRAND_LETTERS = 3;
/** How many of a product's rarest words are used: a product without any of them is not compared. */
const RAREST = 4;

/**
 * The keys that find a product: each word with the beginning of its brand, and with any brand; and its skus.
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
 * The keys of a search for a product. One with a brand is searched for among those of that brand and those that name
 * none; one without, among all.
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

/** No word contains this character. */
const skuKeys = (sku: string | null): string[] => (sku === null ? [] : [`#${sku}`]);
