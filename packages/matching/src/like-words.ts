import { distance } from 'fastest-levenshtein';

const SHORTEST_TYPO = 5;
const SHORTEST_PREFIX = 3;
/** A longer word is only itself: comparing letters costs the product of two lengths. */
const LONGEST_ALIKE = 40;
/** So many words of each side, in their order, are compared with each other (D36); more are in no honest title. */
const COMPARED_WORDS = 20;

/** The similarity of two words, 0 to 1: equal, misspelt by one letter, or one an abbreviation of the other. */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length > LONGEST_ALIKE) return 0;
  if (long === `${short}s` || long === `${short}es`) return 0.97;
  if (short.length >= SHORTEST_TYPO && long.length - short.length <= 1 && distance(short, long) === 1)
    return 0.85;
  if (short.length >= SHORTEST_PREFIX && long.length > short.length + 1 && long.startsWith(short))
    return 0.75;
  return isSkeleton(short, long) ? 0.65 : 0;
}

/** `jkt` of `jacket`: the first and the last letter, and consonants in their order. */
function isSkeleton(short: string, long: string): boolean {
  if (short.length < SHORTEST_PREFIX || /[aeiou\d]/.test(short.slice(1)) || short[0] !== long[0])
    return false;
  if (short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** A word of each side, and their similarity. */
export interface WordPair {
  one: string;
  other: string;
  likeness: number;
}

/**
 * Pairs the words of two listings, the most similar first, each once; and the remaining words of each. Equal words are
 * always paired.
 */
export function pairText(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
): { pairs: WordPair[]; left: string[]; otherLeft: string[] } {
  const same = [...one].filter((word) => other.has(word));
  const left = new Set([...one].filter((word) => !other.has(word)));
  const otherLeft = new Set([...other].filter((word) => !one.has(word)));
  const pairs: WordPair[] = same.map((word) => ({ one: word, other: word, likeness: 1 }));
  const compared = [...otherLeft].slice(0, COMPARED_WORDS);
  const likely = [...left]
    .slice(0, COMPARED_WORDS)
    .flatMap((a) => compared.map((b) => ({ one: a, other: b, likeness: likeness(a, b) })))
    .filter((pair) => pair.likeness > 0)
    .toSorted((a, b) => b.likeness - a.likeness);
  for (const pair of likely) {
    if (!left.has(pair.one) || !otherLeft.has(pair.other)) continue;
    pairs.push(pair);
    left.delete(pair.one);
    otherLeft.delete(pair.other);
  }
  return { pairs, left: [...left], otherLeft: [...otherLeft] };
}
