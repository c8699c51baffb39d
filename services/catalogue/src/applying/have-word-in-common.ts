/** What is compared of two variants that a barcode links (D14). */
export interface ListedTexts {
  brand: string;
  title: string;
  /** Of the variant; null: it has none. */
  variantTitle: string | null;
  size: string;
}

const FEWEST_LETTERS = 3;

/**
 * Whether brand, title and size of two variants, taken together, have a word in common (D14). `One size`, numbers and
 * words under three letters do not count, nor do capitals and accents.
 */
export function haveWordInCommon(one: ListedTexts, other: ListedTexts): boolean {
  const words = countedWords(one);
  return [...countedWords(other)].some((word) => words.has(word));
}

function countedWords({ brand, title, variantTitle, size }: ListedTexts): Set<string> {
  const text = [brand, title, variantTitle ?? '', size].join('\n').normalize('NFKD').toLowerCase();
  const words = text
    .replace(/\p{M}/gu, '')
    .replace(/\bone size\b/g, ' ')
    .match(/[\p{L}\p{N}]+/gu);
  return new Set(words?.filter((word) => lettersOf(word) >= FEWEST_LETTERS));
}

function lettersOf(word: string): number {
  return word.replace(/\P{L}/gu, '').length;
}
