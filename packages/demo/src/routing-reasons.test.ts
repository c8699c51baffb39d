import { describe, expect, it } from '@jest/globals';
import { whyChosen } from './routing-reasons';

const aCandidate = (freeStock: number, distanceKm: number | null) => ({
  shopId: 1,
  variantId: 'V-1',
  freeStock,
  distanceKm,
  sameCountry: null,
  load: null,
  alreadyChosen: false,
  suspended: false,
  full: false,
});

describe('why the first of the ranked candidates is chosen (D19)', () => {
  it.each([
    ['the only one that can', [aCandidate(3, 500)]],
    ['the nearest', [aCandidate(3, 90), aCandidate(9, 110)]],
    ['the nearest', [aCandidate(3, 90), aCandidate(9, null)]],
    ['about as near, and has more', [aCandidate(9, 149), aCandidate(3, 101)]],
    ['about as near, and has more', [aCandidate(9, null), aCandidate(3, null)]],
    ['first by rank', [aCandidate(3, 101), aCandidate(3, 149)]],
  ])('%s', (words, candidates) => {
    expect(whyChosen(candidates)).toBe(words);
  });
});
