import { z } from 'zod';

/** The stored evidence that two variants may be one article: `Evidence` of `@hub/matching`, each from 0 to 1. */
export const LinkEvidence = z.object({
  words: z.number(),
  oddWord: z.number(),
  distinct: z.number(),
  sizeUnsaid: z.number(),
  colours: z.number(),
  coloursUnsaid: z.number(),
  numbers: z.number(),
  numbersUnsaid: z.number(),
  sku: z.number(),
});
export type LinkEvidence = z.output<typeof LinkEvidence>;

const MOST = 0.5;
const ALL = 0.95;

/** The evidence for and against a pair, as readable text, the strongest first. */
export function describeEvidence(evidence: LinkEvidence): { pro: string[]; contra: string[] } {
  const { words, oddWord, distinct, sizeUnsaid, colours, coloursUnsaid, numbers, numbersUnsaid, sku } =
    evidence;
  return {
    pro: said([
      [sku > 0, 'Same SKU'],
      [words >= ALL, 'Same words in the titles'],
      [words >= MOST && words < ALL, 'Most words of the titles are the same'],
      [sizeUnsaid === 0, 'Same size'],
      [colours > 0, 'A colour that both name'],
      [numbers > 0, 'A model, year or measure that both name'],
    ]),
    contra: said([
      [words < MOST, 'Most words of the titles differ'],
      [oddWord >= MOST, 'A rare word that only one title has'],
      [distinct < MOST, 'The words that both have are common ones'],
      [sizeUnsaid > 0, 'Only one names a size'],
      [coloursUnsaid > 0, 'A colour that only one names'],
      [numbersUnsaid > 0, 'A model, year or measure that only one names'],
    ]),
  };
}

function said(labels: readonly (readonly [applies: boolean, label: string])[]): string[] {
  return labels.flatMap(([applies, label]) => (applies ? [label] : []));
}
