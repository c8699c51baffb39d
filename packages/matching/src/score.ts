import type { Evidence } from './evidence';

/**
 * The weight of each piece of evidence, fitted by `npm run bench -- matching` to the tuning half of the products; the
 * other half was never used. The sum is the logarithm of the odds, so that the score is a probability: of a hundred
 * pairs at 0.9, ninety match.
 */
export const SCORE_WEIGHTS: Readonly<Record<keyof Evidence | 'start', number>> = {
  start: -3.99,
  words: 6.16,
  oddWord: -1.31,
  distinct: 1.81,
  sizeUnsaid: -0.8,
  colours: 0.44,
  coloursUnsaid: -2.93,
  numbers: 1.1,
  numbersUnsaid: -5.78,
  sku: 2.32,
};

/** The probability that two listings without a trap are the same article, above 0 and below 1. */
export function scoreOf(evidence: Evidence, weights = SCORE_WEIGHTS): number {
  const odds = EVIDENCE.reduce((sum, name) => sum + weights[name] * evidence[name], weights.start);
  return 1 / (1 + Math.exp(-odds));
}

export const EVIDENCE = [
  'words',
  'oddWord',
  'distinct',
  'sizeUnsaid',
  'colours',
  'coloursUnsaid',
  'numbers',
  'numbersUnsaid',
  'sku',
] as const satisfies readonly (keyof Evidence)[];
