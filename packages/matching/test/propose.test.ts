import { describe, expect, it } from '@jest/globals';
import { countText, propose, wordWeights, type Candidate, type Features, type Listing } from '../src';
import { offered } from './a-listing';

/** Words of a shop's other goods, so that those of a test get realistic weights. */
const OTHERS = Array.from({ length: 200 }, (_, index) => new Set(['glove', 'jacket', `model-${index}`]));

const weighed = (all: readonly Features[]) => {
  const { counts, products } = countText([...OTHERS, ...all.map(({ words }) => words)]);
  return wordWeights(counts, products);
};

function proposals(
  one: Partial<Listing>,
  others: readonly Partial<Listing>[],
  rivals: readonly Partial<Listing>[] = [],
) {
  const ours = offered(one);
  const candidates: Candidate<string>[] = others.map((said, index) => ({
    id: `their ${index + 1}`,
    shopId: 2,
    features: offered(said),
  }));
  const weights = weighed([ours, ...candidates.map(({ features }) => features)]);
  return propose(ours, candidates, { rivals: rivals.map(offered), weights }).map(({ id, confidence }) => ({
    id,
    confidence,
  }));
}

describe('a variant without a barcode', () => {
  it('is surely the one other variant that matches in other words', () => {
    const found = proposals(
      { title: 'Approach Under Glove', variantTitle: 'True Black / Medium', size: 'Medium' },
      [
        { title: 'BURTON approach under Handschuh', variantTitle: 'True Schwarz / M', brand: 'Burton Inc.' },
        { title: 'Approach Under Glove', variantTitle: 'True Black / L', size: 'L' },
        { title: 'Podium Glove', variantTitle: 'True Black / M' },
      ],
    );

    expect(found[0]).toEqual({ id: 'their 1', confidence: 'sure' });
    expect(found.map(({ id }) => id)).not.toContain('their 2');
  });

  it('is not surely either of two similar ones: last year’s glove and this year’s', () => {
    const found = proposals({}, [{}, {}]);

    expect(found).toEqual([
      { id: 'their 1', confidence: 'likely' },
      { id: 'their 2', confidence: 'likely' },
    ]);
  });

  it('is not surely one that another variant of its own shop fits as well', () => {
    expect(proposals({}, [{}], [{}])).toEqual([{ id: 'their 1', confidence: 'likely' }]);
    expect(proposals({}, [{}], [{ title: 'Podium Mitt' }])).toEqual([{ id: 'their 1', confidence: 'sure' }]);
  });

  it('is not surely one with a colour or a model that it does not name', () => {
    const sure = (said: Partial<Listing>) =>
      proposals({}, [said]).filter(({ confidence }) => confidence === 'sure');

    expect(sure({ variantTitle: 'Black' })).toEqual([]);
    expect(sure({ title: 'Approach Under Glove II' })).toEqual([]);
    expect(sure({})).toHaveLength(1);
  });

  it('is found by the same number of its maker, in any spelling, though little else is similar', () => {
    const ours = { title: 'Approach Under Glove', sku: 'BU-10345.2' };
    const theirs = { title: 'Approach Liner', sku: 'bu103452' };

    expect(proposals(ours, [theirs])).toHaveLength(1);
    expect(proposals({ ...ours, sku: null }, [theirs])).toEqual([]);
  });

  it('has no proposal if nothing is similar', () =>
    expect(proposals({}, [{ title: 'Rain Jacket' }])).toEqual([]));
});
