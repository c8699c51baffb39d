import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { VariantFacts } from './facts';
import { networkQuantities } from './network-quantities';
import { ruledOut } from './ruled-out';
import { aVariantOf, type VariantOptions } from '../test/a-variant-of';

const GTIN = '00000000000017';

/** The quantity shown to shop 1 of an article that these other variants share. */
function shown(own: VariantOptions, others: VariantFacts[]): number | undefined {
  const variants = [aVariantOf(1, own), ...others];
  return networkQuantities({ gtin: GTIN, variants }).find(({ shopId }) => shopId === 1)?.target;
}

describe('network quantity (D16)', () => {
  it('is the free stock of the other shops, without the shop’s own', () => {
    const others = [aVariantOf(2, { freeStock: 3 }), aVariantOf(3, { freeStock: 4 })];

    expect(shown({ freeStock: 100 }, others)).toBe(7);
  });

  it('counts exactly the shops that could be chosen for an order of the shop', () => {
    const others = [
      aVariantOf(2, { freeStock: 1 }),
      aVariantOf(3, { freeStock: 10, currency: 'SEK' }),
      aVariantOf(4, { freeStock: 100, orders: 'draining' }),
      aVariantOf(5, { freeStock: 1_000, state: 'retired' }),
      aVariantOf(6, { freeStock: 10_000, splitRate: null }),
      aVariantOf(7, { freeStock: 100_000, countries: ['FI'] }),
      aVariantOf(8, { freeStock: 1_000_000, orders: 'dry_run' }),
      aVariantOf(9, { freeStock: 10_000_000, paused: true }),
    ];

    expect(shown({}, others)).toBe(1);
  });

  it('leaves out a shop whose orders have been held for over an hour; a suspended one still counts', () => {
    const others = [
      aVariantOf(2, { freeStock: 1, suspended: true }),
      aVariantOf(3, { freeStock: 10, suspended: true, heldForLong: true }),
    ];
    expect(shown({}, others)).toBe(1);
  });

  it('excludes a shop that only a missing injection VAT rate keeps from being chosen (D24)', () => {
    const without = (country: string, applies: 'domestic' | 'always' | 'never') => ({
      injection: { country, applies, hasRate: false },
    });
    const others = [
      aVariantOf(2, { freeStock: 1, injection: { country: 'SE', applies: 'always', hasRate: true } }),
      aVariantOf(3, { freeStock: 10, ...without('SE', 'domestic') }),
      aVariantOf(4, { freeStock: 100, ...without('NO', 'domestic') }),
      aVariantOf(5, { freeStock: 1_000, ...without('NO', 'always') }),
      aVariantOf(6, { freeStock: 10_000, ...without('SE', 'never') }),
    ];
    expect(shown({ injection: { country: 'SE', applies: 'domestic', hasRate: true } }, others)).toBe(10_101);
    expect(shown({ injection: { country: 'NO', applies: 'domestic', hasRate: true } }, others)).toBe(10_011);
  });

  it('requires any common destination country, not a particular one', () => {
    const others = [
      aVariantOf(2, { freeStock: 1, countries: ['SE', 'FI'] }),
      aVariantOf(3, { freeStock: 10, countries: ['NO'] }),
      aVariantOf(4, { freeStock: 100, countries: ['FI'] }),
    ];

    expect(shown({ countries: ['NO', 'SE'] }, others)).toBe(11);
  });

  it('is capped at 2 147 483 647', () => {
    const others = [aVariantOf(2, { freeStock: 2_147_483_647 }), aVariantOf(3, { freeStock: 1 })];

    expect(shown({}, others)).toBe(2_147_483_647);
  });

  it('excludes all of a shop’s own stock, if it has the article twice', () => {
    const twice = aVariantOf(1, { variantId: 'V-again', freeStock: 5 });

    expect(shown({ freeStock: 5 }, [twice, aVariantOf(2, { freeStock: 3 })])).toBe(3);
  });

  it.each<[string, number, VariantOptions]>([
    ['live', 111, {}],
    ['live, test variant', 111, { testVariant: true }],
    ['live, test not signed off (D32)', 0, { trialTraffic: true }],
    ['live, test not signed off, test variant', 111, { trialTraffic: true, testVariant: true }],
    ['dry run', 0, { orders: 'dry_run' }],
    [
      'dry run, test variant: shops in dry run and live ones',
      1_111,
      { orders: 'dry_run', testVariant: true },
    ],
    ['off', 0, { orders: 'off' }],
    ['off, test variant: inventory is proven before orders', 1_111, { orders: 'off', testVariant: true }],
    ['draining: no new orders are routed', 0, { orders: 'draining' }],
    ['draining, test variant', 0, { orders: 'draining', testVariant: true }],
  ])('seller’s orders %s: %i', (_, expected, own) => {
    const others = [
      aVariantOf(2, { freeStock: 111 }),
      aVariantOf(3, { freeStock: 1_000, orders: 'dry_run' }),
    ];

    expect(shown(own, others)).toBe(expected);
  });

  it.each<[string, VariantOptions]>([
    ['retired', { state: 'retired' }],
    ['not linked', { gtin: null }],
    ['of a shop whose inventory is off: 0 is the last word', { inventory: 'off', testVariant: true }],
    ['of a shop whose inventory is draining', { inventory: 'draining' }],
  ])('a variant %s shows 0', (_, own) => {
    expect(shown(own, [aVariantOf(2)])).toBe(0);
  });

  it('equals the sum over every pair that ruledOut accepts, for any shops', () => {
    fc.assert(
      fc.property(anArticle, (variants) => {
        const targets = networkQuantities({ gtin: GTIN, variants }).map((quantity) => quantity.target);

        expect(targets).toEqual(variants.map((variant) => pairwiseSum(variant, variants)));
      }),
      { numRuns: 500 },
    );
  });

  it('compares kinds of shops, not pairs of shops', () => {
    // Given a thousand shops that share two lists of countries
    const lists = [new CountingSet(['SE', 'NO']), new CountingSet(['DK', 'NO'])];
    const variants = Array.from({ length: 1_000 }, (_, index) =>
      aVariantOf(index + 1, { freeStock: 1, countries: lists[index % 2] ?? [] }),
    );

    // When their quantities are computed
    const quantities = networkQuantities({ gtin: GTIN, variants });

    // Then each is shown what the 999 others have, for at most two countries of 2 × 2 kinds looked up
    expect(new Set(quantities.map((quantity) => quantity.target))).toEqual(new Set([999]));
    expect(lists.reduce((sum, list) => sum + list.lookups, 0)).toBeLessThanOrEqual(8);
  });
});

class CountingSet extends Set<string> {
  lookups = 0;

  override has(country: string): boolean {
    this.lookups += 1;
    return super.has(country);
  }
}

/** The rule as in D16, pair by pair. */
function pairwiseSum(own: VariantFacts, variants: readonly VariantFacts[]): number {
  const { shop } = own;
  const offered = shop.orders === 'live' || (own.testVariant && shop.orders !== 'draining');
  if (!offered || shop.inventory !== 'live' || own.state === 'retired' || own.gtin === null) return 0;
  const demand = {
    sellingShopId: own.shopId,
    mode: shop.orders === 'live' ? ('live' as const) : ('dry_run' as const),
    currency: shop.currency,
    countries: shop.destinationCountries,
    quantity: 1,
    excludedShops: [],
  };
  const sum = variants
    .filter((candidate) => ruledOut(demand, candidate) === null)
    .reduce((pieces, candidate) => pieces + candidate.freeStock, 0);
  return Math.min(sum, 2_147_483_647);
}

const someVariant: fc.Arbitrary<VariantOptions> = fc.record({
  gtin: fc.constantFrom(GTIN, GTIN, GTIN, null),
  state: fc.constantFrom('active', 'active', 'active', 'retired'),
  freeStock: fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 2_147_483_647 })),
  testVariant: fc.boolean(),
  splitRate: fc.constantFrom('0.7', '0.5', null),
  currency: fc.constantFrom('EUR', 'EUR', 'SEK'),
  orders: fc.constantFrom('live', 'live', 'dry_run', 'draining', 'off'),
  inventory: fc.constantFrom('live', 'live', 'live', 'draining', 'off'),
  countries: fc.uniqueArray(fc.constantFrom('SE', 'NO', 'DK', 'FI'), { maxLength: 3 }),
});

/** Up to twelve shops, some of which have the article twice. */
const anArticle = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 12 }), someVariant), { maxLength: 16 })
  .map((variants) =>
    variants.map(([shopId, options], index) => aVariantOf(shopId, { ...options, variantId: `V-${index}` })),
  );
