import { findPhrase } from './find-phrase';
import { AUDIENCES, BRAND_FILLERS, COLOURS, FILLERS, WORDS } from './lexicon';
import { readPack } from './packs';
import { plainText, wordsOf } from './plain-text';
import { readSize, type Size } from './sizes';

/** A variant as its shop offers it (D14): without its price, its stock, or its seller. */
export interface Listing {
  title: string;
  brand: string;
  /** Of the variant; often contains colours. */
  variantTitle: string | null;
  size: string;
  sku: string | null;
}

/** The compared features of a listing. */
export interface Features {
  /** Empty if none is given. */
  brand: string;
  size: Size;
  /** Sold as one. */
  pieces: number;
  colours: ReadonlySet<string>;
  /** The audience, if it is given. */
  audience: ReadonlySet<string>;
  /** Models, generations, years, measures, Roman ones too. */
  numbers: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Only letters and figures; null if it is too short to mean anything. */
  sku: string | null;
}

const SHORTEST_SKU = 5;
/** No honest listing has more words; each is a key of a search, and is compared with others (D36). */
const MOST_WORDS = 256;

/** Parses a listing. The same listing in other words gives the same features as far as the lexicon knows them. */
export function featuresOf(listing: Listing): Features {
  const brand = brandOf(listing.brand);
  const title = plainText(listing.title);
  const { pieces, rest } = readPack(`${title} ${plainText(listing.variantTitle ?? '')}`.trim());
  const size = readSize(listing.size);
  const said = without(wordsOf(rest), [wordsOf(plainText(listing.brand)), wordsOf(brand)]);
  const left = withoutSize(said, listing.size);
  const features = {
    colours: new Set<string>(),
    audience: new Set<string>(),
    numbers: new Set<string>(),
    words: new Set<string>(),
  };
  for (const word of left.slice(0, MOST_WORDS)) sort(word, features);
  return { brand, size, pieces, ...features, sku: skuOf(listing.sku) };
}

/** The numerals of a model's generation. A single `i`, `v` or `x` is a word. */
const ROMAN: Readonly<Record<string, string>> = {
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
};

function sort(word: string, into: Record<'colours' | 'audience' | 'numbers' | 'words', Set<string>>): void {
  const colour = COLOURS.get(word);
  const audience = AUDIENCES.get(word);
  if (colour !== undefined) into.colours.add(colour);
  else if (audience !== undefined) into.audience.add(audience);
  else if (/^[\d.]+$/.test(word)) into.numbers.add(String(Number(word)));
  else if (ROMAN[word] !== undefined) into.numbers.add(ROMAN[word]);
  else if (!FILLERS.has(word)) into.words.add(WORDS.get(word) ?? word);
}

/** The normalised brand: without legal forms. */
function brandOf(text: string): string {
  return plainText(text)
    .split(' ')
    .filter((word) => !BRAND_FILLERS.has(word))
    .join(' ');
}

/** Removes the brand if a title repeats it. */
function without(words: readonly string[], phrases: readonly string[][]): string[] {
  let left = [...words];
  for (const phrase of phrases) {
    const at = findPhrase(left, phrase);
    if (at >= 0) left = [...left.slice(0, at), ...left.slice(at + phrase.length)];
  }
  return left;
}

/** A variant's title repeats its size, as written, or normalised. */
function withoutSize(words: readonly string[], size: string): string[] {
  const same = readSize(size);
  const written = wordsOf(plainText(size));
  const shorter = without(words, [written]);
  if (same.value === null || shorter.length < words.length) return shorter;
  const at = shorter.findLastIndex((word) => readSize(word).value === same.value);
  return at < 0 ? shorter : shorter.filter((_, index) => index !== at);
}

function skuOf(text: string | null): string | null {
  const sku = (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
  return sku.length >= SHORTEST_SKU && /\d/.test(sku) ? sku : null;
}
