import { Prisma } from '@hub/database';

/** Letters that no mark can be taken from, and those that replace them: for `ø` people write `o`. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['Æ', 'æ'],
  ['Þ', 'þ'],
  ['Ð', 'ð'],
  ['Œ', 'œ'],
  ['Ø', 'o'],
  ['ø', 'o'],
  ['Ł', 'l'],
  ['ł', 'l'],
  ['Đ', 'd'],
  ['đ', 'd'],
]);
/**
 * The separators between words, as a character class for both regular expressions: ASCII except letters and digits,
 * signs, dashes, quotes.
 */
const BETWEEN = String.raw`[\u0001-/:-@\[-\u0060{-\u00bf×÷\u2000-\u206f\u2100-\u214f]+`;
/** Joins two words into one: hyphens, apostrophes. */
const JOINS = String.raw`[-\u0027\u2019\u2010\u2011]+`;
const MARKS = String.raw`[\u0300-\u036f]+`;
const MOST_WORDS = 6;

/** The words of a text for comparison: each separately ("2/3-person" has three), without accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(new RegExp(MARKS, 'gu'), '');
  const letters = plain.replaceAll(/\P{ASCII}/gu, (letter) => LETTERS.get(letter) ?? letter);
  const words = letters.split(new RegExp(BETWEEN, 'u')).filter((word) => word !== '');
  return words.slice(0, MOST_WORDS);
}

/** In SQL: a text without its accents; without joiners. */
const plain = `regexp_replace(normalize(title, NFD), '${MARKS}', '', 'g')`;
const joined = `regexp_replace(${plain}, '${JOINS}', '', 'g')`;

/**
 * The same for a title, as in the index `product_title_words`: piece by piece, as the parser of PostgreSQL takes "3.5L"
 * and "2/3-person" for one word; and with hyphenated words joined, as people write "tshirt". It does not depend on the
 * locale of the database.
 */
export const TITLE_WORDS: Prisma.Sql = Prisma.raw(
  `to_tsvector('simple', translate(regexp_replace(${plain} || ' ' || ${joined}, '${BETWEEN}', ' ', 'g'), ` +
    `'${[...LETTERS.keys()].join('')}', '${[...LETTERS.values()].join('')}'))`,
);
