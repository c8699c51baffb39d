import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evidenceOf, featuresOf, scoreOf, trapsOf, wordWeights, type Listing } from '../src';
import { offered } from './a-listing';

describe('a similar-looking pair of different articles is never proposed', () => {
  it.each([
    ['a pack', { title: 'Approach Under Glove 2er Pack' }, ['pack']],
    ['a set of three', { title: 'Set of 3 Approach Under Glove' }, ['pack']],
    ['another size', { size: 'L' }, ['size']],
    ['another brand', { brand: 'Neff' }, ['brand']],
    ['another colour', { variantTitle: 'Rot / M' }, ['colour']],
    ['another audience', { title: "Women's Approach Under Glove" }, ['audience']],
    ['another model', { title: 'Approach 80 Under Glove' }, ['model']],
    ['another generation', { title: 'Approach Under Glove III' }, ['model']],
  ])('%s', (_what, said, traps) => {
    const ours = offered({ title: "Men's Approach 75 Under Glove", variantTitle: 'Black / M' });
    const theirs = offered({ title: "Men's Approach 75 Under Glove", variantTitle: 'Black / M', ...said });

    expect(trapsOf(ours, theirs)).toEqual(traps);
  });

  it.each([
    ['brand in capitals, with its legal form', { brand: 'BURTON GmbH' }],
    ['brand with more to it', { brand: 'Burton Snowboards' }],
    ['colour in another language', { variantTitle: 'Schwarz / M' }],
    ['no colour said', { variantTitle: null }],
  ])('no trap: %s', (_what, said) => {
    expect(
      trapsOf(offered({ variantTitle: 'Black / M' }), offered({ variantTitle: 'Black / M', ...said })),
    ).toEqual([]);
  });
});

const text = fc
  .array(fc.constantFrom('glove', 'Jacke', 'black', 'blk', 'II', '75', 'womens', '3-pack', 'approach', 'x'), {
    maxLength: 6,
  })
  .map((words) => words.join(' '));
const listing: fc.Arbitrary<Listing> = fc.record({
  title: text,
  brand: fc.constantFrom('', 'Burton', 'Burton Inc.', 'Neff'),
  variantTitle: fc.option(text),
  size: fc.constantFrom('', 'M', 'Medium', '172cm', 'EU 40'),
  sku: fc.option(fc.constantFrom('AB-12345', 'ab12345', '1')),
});
const weights = wordWeights(new Map([['glove', 40]]), 100);

describe('two listings are compared the same way from both sides', () => {
  it('traps, evidence and score do not depend on the order', () => {
    fc.assert(
      fc.property(listing, listing, (one, other) => {
        const [a, b] = [featuresOf(one), featuresOf(other)];
        expect(trapsOf(a, b)).toEqual(trapsOf(b, a));
        expect(scoreOf(evidenceOf(a, b, weights))).toBeCloseTo(scoreOf(evidenceOf(b, a, weights)), 10);
      }),
    );
  });

  it('a listing has no trap with itself, and no other text scores higher', () => {
    fc.assert(
      fc.property(listing, listing, (one, other) => {
        const [a, b] = [featuresOf(one), featuresOf(other)];
        expect(trapsOf(a, a)).toEqual([]);
        fc.pre(a.words.size > 0);
        const withItself = evidenceOf(a, a, weights);
        expect(evidenceOf(a, b, weights).words).toBeLessThanOrEqual(withItself.words);
      }),
    );
  });
});
