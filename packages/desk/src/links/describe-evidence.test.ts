import { describe, expect, it } from '@jest/globals';
import { describeEvidence } from './describe-evidence';

const SAME = {
  words: 1,
  oddWord: 0,
  distinct: 1,
  sizeUnsaid: 0,
  colours: 1,
  coloursUnsaid: 0,
  numbers: 1,
  numbersUnsaid: 0,
  sku: 1,
};

describe('the evidence for and against a pair of variants', () => {
  it('counts in favour only if both have the same', () => {
    expect(describeEvidence(SAME)).toEqual({
      pro: [
        'Same SKU',
        'Same words in the titles',
        'Same size',
        'A colour that both name',
        'A model, year or measure that both name',
      ],
      contra: [],
    });
  });

  it('names what only one has', () => {
    const differing = {
      words: 0.4,
      oddWord: 0.9,
      distinct: 0.1,
      sizeUnsaid: 1,
      colours: 0,
      coloursUnsaid: 1,
      numbers: 0,
      numbersUnsaid: 1,
      sku: 0,
    };
    expect(describeEvidence(differing)).toEqual({
      pro: [],
      contra: [
        'Most words of the titles differ',
        'A rare word that only one title has',
        'The words that both have are common ones',
        'Only one names a size',
        'A colour that only one names',
        'A model, year or measure that only one names',
      ],
    });
  });

  it('does not report all words as the same if only most are', () => {
    expect(describeEvidence({ ...SAME, words: 0.7 }).pro).toContain('Most words of the titles are the same');
    expect(describeEvidence({ ...SAME, words: 0.7 }).pro).not.toContain('Same words in the titles');
  });
});
