import { pairText } from './like-words';
import type { Features } from './listing';
import { sameSize } from './sizes';
import type { WordWeights } from './word-weights';

/** The evidence for and against two listings being one article: each from 0 to 1. */
export interface Evidence {
  /** Of the weight of all words, the share that both have. */
  words: number;
  /** The rarest word that only one side has. */
  oddWord: number;
  /** How distinctive the common words are: one rare word, or several common ones. */
  distinct: number;
  /** One has a size, the other none. */
  sizeUnsaid: number;
  colours: number;
  coloursUnsaid: number;
  numbers: number;
  numbersUnsaid: number;
  sku: number;
}

/** Compares two listings. Only meaningful if no trap was found (`trapsOf`). */
export function evidenceOf(one: Features, other: Features, weights: WordWeights): Evidence {
  const { pairs, left, otherLeft } = pairText(one.words, other.words);
  const weight = ({ one: a, other: b }: { one: string; other: string }) =>
    (weights.of(a) + weights.of(b)) / 2;
  const shared = sum(pairs.map((pair) => weight(pair) * pair.likeness));
  const odd = [...left, ...otherLeft].map((word) => weights.of(word));
  const all = sum(pairs.map(weight)) + sum(odd) / 2;
  const [colours, numbers] = [said(one.colours, other.colours), said(one.numbers, other.numbers)];
  return {
    words: all === 0 ? 0 : shared / all,
    oddWord: Math.max(0, ...odd),
    distinct: Math.min(1, shared / 2),
    sizeUnsaid: sameSize(one.size, other.size) === null ? 1 : 0,
    colours: colours.both,
    coloursUnsaid: colours.unsaid,
    numbers: numbers.both,
    numbersUnsaid: numbers.unsaid,
    sku: one.sku !== null && one.sku === other.sku ? 1 : 0,
  };
}

/** Of the values that are given, the share that both have; and whether one has a value that the other lacks. */
function said(one: ReadonlySet<string>, other: ReadonlySet<string>): { both: number; unsaid: number } {
  const shared = [...one].filter((item) => other.has(item)).length;
  const all = one.size + other.size - shared;
  return { both: all === 0 ? 0 : shared / all, unsaid: shared < all ? 1 : 0 };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
