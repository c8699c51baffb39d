import { LETTER_SIZES, ONE_SIZE, SIZE_SYSTEMS } from './lexicon';
import { plainText, wordsOf } from './plain-text';

/** A normalised size: `value` null if an article has one size or none is given. */
export interface Size {
  value: string | null;
  /** `eu`, `us`, `uk`, or null if none is named. */
  system: string | null;
}

/** Parses a size in any spelling: `XLarge`, `X-Large` and `XL`; `German 36` and `EU 36`; `172cm` and `172`. */
export function readSize(text: string): Size {
  const plain = plainText(text)
    .replace(/^(size|groesse|gr|taille|maat) /, '')
    .replace(/extra |x (?=small|large)/g, 'x')
    .replace(/doublex|double x/g, 'xx');
  if (ONE_SIZE.has(plain)) return { value: null, system: null };
  const words = plain.includes(' ') ? plain.split(' ') : [plain];
  if (words.every((word) => LETTER_SIZES.has(word)))
    return { value: words.map((word) => LETTER_SIZES.get(word) ?? word).join(' '), system: null };
  const parts = wordsOf(plain);
  const system = parts.map((part) => SIZE_SYSTEMS.get(part)).find((one) => one !== undefined) ?? null;
  const rest = parts.filter((part) => !SIZE_SYSTEMS.has(part) && part !== 'cm' && part !== 'mm');
  return {
    value: rest.map((part) => (/^[\d.]+$/.test(part) ? String(Number(part)) : part)).join(' '),
    system,
  };
}

/** `null` if one side gives none, so that nothing is known. */
export function sameSize(one: Size, other: Size): boolean | null {
  if (one.value === null && other.value === null) return true;
  if (one.value === null || other.value === null) return null;
  if (one.system !== null && other.system !== null && one.system !== other.system) return false;
  return one.value === other.value;
}
