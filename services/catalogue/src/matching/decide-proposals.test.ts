import { featuresOf, wordWeights, type Listing } from '@hub/matching';
import { describe, expect, it } from '@jest/globals';
import { decideProposals, type KnownProposal, type MatchingFacts, type Standing } from './decide-proposals';
import type { ListedProduct } from './find-candidates';
import type { ListedVariant } from './kept-features';

const GLOVE: Listing = {
  title: 'Approach Under Glove',
  brand: 'Burton',
  variantTitle: 'True Black',
  size: 'M',
  sku: null,
};
const SLED: Listing = {
  ...GLOVE,
  title: 'Racing Sled',
  brand: 'Hamax',
  variantTitle: 'Red',
  size: 'One size',
};

const aVariant = (variantId: string, listing: Listing = GLOVE): ListedVariant => ({
  variantId,
  features: featuresOf(listing),
});
const aProduct = (shopId: number, ...variants: ListedVariant[]): ListedProduct => ({
  shopId,
  productId: `P-${shopId}`,
  variants,
});
const named = (shopId: number, variantId: string) => ({ shopId, productId: `P-${shopId}`, variantId });

function aProposal(overrides: Partial<KnownProposal> = {}): KnownProposal {
  return { id: 'known', isAgreed: false, own: named(1, 'A'), other: named(2, 'B'), ...overrides };
}

interface Given {
  product?: ListedProduct;
  others?: ListedProduct[];
  rivals?: ListedProduct[];
  /** Variants that are not simply unlinked, as `1 A`. */
  standings?: Record<string, Standing | undefined>;
  known?: KnownProposal[];
  /** The other variant of a known proposal as it is listed. */
  listed?: ListedVariant;
}

async function decide(given: Given) {
  const {
    product = aProduct(1, aVariant('A')),
    others = [],
    rivals = [],
    standings = {},
    known = [],
  } = given;
  const facts: MatchingFacts = {
    weights: wordWeights(new Map(), 1_000),
    standingOf: ({ shopId, variantId }) => {
      const name = `${shopId} ${variantId}`;
      return name in standings ? standings[name] : 'unlinked';
    },
    known,
    otherOf: () => given.listed,
  };
  let pauses = 0;
  const decided = await decideProposals({ product, others, rivals }, facts, async () => {
    pauses += 1;
  });
  const pairs = decided.made.map(({ own, other }) => `${own.variantId}=${other.variantId}`);
  return { ...decided, pairs, pauses };
}

describe('what is proposed for a product (catalogue and links)', () => {
  it('a variant of another shop that may be the same article, with its evidence', async () => {
    const { made, renewed, outdated } = await decide({
      others: [aProduct(2, aVariant('B'), aVariant('C', SLED))],
    });

    expect(made).toEqual([
      {
        own: named(1, 'A'),
        other: named(2, 'B'),
        score: expect.any(Number),
        confidence: 'sure',
        evidence: expect.any(Object),
      },
    ]);
    expect([renewed, outdated]).toEqual([[], []]);
  });

  it('for each variant of the product, with a pause before each', async () => {
    const { pairs, pauses } = await decide({
      product: aProduct(1, aVariant('A'), aVariant('S', SLED)),
      others: [aProduct(2, aVariant('B'), aVariant('T', SLED))],
    });

    expect(pairs).toEqual(['A=B', 'S=T']);
    expect(pauses).toBe(2);
  });

  it('nothing for a variant that is retired, and nothing that is retired', async () => {
    const others = [aProduct(2, aVariant('B'))];
    expect((await decide({ others, standings: { '1 A': undefined } })).pairs).toEqual([]);
    expect((await decide({ others, standings: { '2 B': undefined } })).pairs).toEqual([]);
  });

  it.each<[Standing, Standing, string[]]>([
    ['unlinked', 'unlinked', ['A=B']],
    ['unlinked', 'linked', ['A=B']],
    ['linked', 'unlinked', ['A=B']],
    ['linked', 'linked', []],
  ])(
    'for one that is %s, one that is %s: at least one of the two must lack a link',
    async (own, other, expected) => {
      const { pairs } = await decide({
        others: [aProduct(2, aVariant('B'))],
        standings: { '1 A': own, '2 B': other },
      });

      expect(pairs).toEqual(expected);
    },
  );

  it('the five best of an unlinked variant, and every one of a linked', async () => {
    const others = Array.from({ length: 7 }, (_, index) => aProduct(index + 2, aVariant('B')));
    expect((await decide({ others })).pairs).toHaveLength(5);
    expect((await decide({ others, standings: { '1 A': 'linked' } })).pairs).toHaveLength(7);
  });

  it('D36: compared with 400 variants of other shops at most, the most similar products first', async () => {
    const many = Array.from({ length: 400 }, (_, index) => aVariant(`S-${index}`, SLED));
    const with399 = [aProduct(2, ...many.slice(1)), aProduct(3, aVariant('B'))];
    expect((await decide({ others: with399 })).pairs).toEqual(['A=B']);
    expect((await decide({ others: [aProduct(2, ...many), aProduct(3, aVariant('B'))] })).pairs).toEqual([]);
  });

  it('never surely what another variant of its own shop fits as well', async () => {
    const others = [aProduct(2, aVariant('B'))];
    const confidences = async (given: Given) =>
      (await decide({ others, ...given })).made.map(({ confidence }) => confidence);

    expect(await confidences({ rivals: [aProduct(1, aVariant('R'))] })).toEqual(['likely']);
    expect(await confidences({ product: aProduct(1, aVariant('A'), aVariant('R')) })).toEqual([
      'likely',
      'likely',
    ]);
    expect(await confidences({ rivals: [aProduct(1, aVariant('R', SLED))] })).toEqual(['sure']);
  });

  it('D36: beside 250 variants of its own shop at most', async () => {
    const sleds = Array.from({ length: 249 }, (_, index) => aVariant(`S-${index}`, SLED));
    const confidenceBeside = async (...variants: ListedVariant[]) => {
      const rivals = [aProduct(1, ...variants)];
      return (await decide({ others: [aProduct(2, aVariant('B'))], rivals })).made[0]?.confidence;
    };

    expect(await confidenceBeside(...sleds, aVariant('R'))).toBe('likely');
    expect(await confidenceBeside(...sleds, aVariant('S', SLED), aVariant('R'))).toBe('sure');
  });
});

describe('a proposal that is known', () => {
  const others = [aProduct(2, aVariant('B'))];

  it('is renewed with the evidence of today, not made twice', async () => {
    const { made, renewed, outdated } = await decide({ others, known: [aProposal()] });

    expect(renewed).toEqual([
      { id: 'known', score: expect.any(Number), confidence: 'sure', evidence: expect.any(Object) },
    ]);
    expect([made, outdated]).toEqual([[], []]);
  });

  it.each<[string, Partial<KnownProposal>]>([
    ['another variant of its own', { own: named(1, 'Z') }],
    ['another shop’s variant of the same name', { other: named(3, 'B') }],
    ['another variant of the other shop', { other: named(2, 'Z') }],
  ])('does not stand for one of %s', async (_, proposal) => {
    const { pairs, renewed } = await decide({ others, known: [aProposal(proposal)] });

    expect(pairs).toEqual(['A=B']);
    expect(renewed).toEqual([]);
  });

  const outdated = async (given: Given) => (await decide({ known: [aProposal()], ...given })).outdated;

  it('is taken back, if no evidence supports it any more', async () => {
    expect(await outdated({ listed: aVariant('B', SLED) })).toEqual(['known']);
  });

  it('stays, if the two still match: the search only did not find them', async () => {
    expect(await outdated({ listed: aVariant('B') })).toEqual([]);
    expect(
      await outdated({ product: aProduct(1, aVariant('S', SLED), aVariant('A')), listed: aVariant('B') }),
    ).toEqual([]);
  });

  it('stays while the other product is not listed: it cannot be judged', async () => {
    expect(await outdated({})).toEqual([]);
  });

  it('is taken back, if its own variant belongs to another product by now', async () => {
    expect(await outdated({ product: aProduct(1, aVariant('S', SLED)), listed: aVariant('B') })).toEqual([
      'known',
    ]);
  });

  it('stays, once a shop agreed to it, whatever the evidence', async () => {
    const known = [aProposal({ isAgreed: true })];
    expect(await outdated({ known, listed: aVariant('B', SLED) })).toEqual([]);
  });

  it.each<[string, Record<string, Standing | undefined>]>([
    ['its own variant is retired', { '1 A': undefined }],
    ['the other variant is retired', { '2 B': undefined }],
    ['both are linked', { '1 A': 'linked', '2 B': 'linked' }],
  ])('is taken back although a shop agreed, if %s: it can take no effect', async (_, standings) => {
    const known = [aProposal({ isAgreed: true })];
    expect(await outdated({ known, standings, listed: aVariant('B') })).toEqual(['known']);
  });
});
