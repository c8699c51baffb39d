import { describe, expect, it } from '@jest/globals';
import { ruledOut, type Demand, type RuledOutReason } from './ruled-out';
import { aVariantOf, type VariantOptions } from '../test/a-variant-of';

/** A line of two pieces to Norway, sold by shop 1. */
const LINE: Demand = {
  sellingShopId: 1,
  mode: 'live',
  currency: 'EUR',
  countries: new Set(['NO']),
  quantity: 2,
  excludedShops: [],
};

function judge(candidate: VariantOptions, demand: Partial<Demand> = {}): RuledOutReason | null {
  return ruledOut({ ...LINE, ...demand }, aVariantOf(2, { freeStock: 2, ...candidate }));
}

describe('who could supply a network line (D19)', () => {
  it('another shop with the article, enough of it, a rate, and the country on its sheet', () => {
    expect(judge({})).toBeNull();
  });

  it.each<[string, RuledOutReason, VariantOptions, Partial<Demand>]>([
    ['the selling shop itself', 'same_shop', {}, { sellingShopId: 2 }],
    ['a shop that could not ship or refused this line', 'excluded_shop', {}, { excludedShops: [7, 2] }],
    ['a variant that is not linked', 'not_linked', { gtin: null }, {}],
    ['a retired variant', 'variant_retired', { state: 'retired' }, {}],
    ['a shop paid in another currency: nothing is converted', 'currency_differs', { currency: 'SEK' }, {}],
    ['a shop that has paused shipping (D38)', 'paused', { paused: true }, {}],
    ['a shop that does not ship to the country', 'not_shipped_to_country', { countries: ['SE', 'DK'] }, {}],
    ['a shop that ships nowhere', 'not_shipped_to_country', { countries: [] }, {}],
    ['a shop without a split rate agreed', 'no_split_rate', { splitRate: null }, {}],
    ['stock for a part of the line: a line is never split', 'not_enough_stock', { freeStock: 1 }, {}],
  ])('not %s: %s', (_, reason, candidate, demand) => {
    expect(judge(candidate, demand)).toBe(reason);
  });

  it.each([
    ['live', 'live', null],
    ['live', 'dry_run', 'orders_not_live'],
    ['live', 'draining', 'orders_not_live'],
    ['live', 'off', 'orders_not_live'],
    ['dry_run', 'live', null],
    ['dry_run', 'dry_run', null],
    ['dry_run', 'draining', 'orders_not_live'],
    ['dry_run', 'off', 'orders_not_live'],
  ] as const)('an order that is %s, at a shop whose orders are %s: %s', (mode, orders, reason) => {
    expect(judge({ orders }, { mode })).toBe(reason);
  });

  it('stock is checked last: any other reason would remain when stock arrives', () => {
    expect(judge({ freeStock: 0, splitRate: null })).toBe('no_split_rate');
  });
});

describe('who could supply any order of a shop (D16)', () => {
  it('one common destination is enough', () => {
    const countries = new Set(['FI', 'DK']);

    expect(judge({ countries: ['SE', 'DK'] }, { countries })).toBeNull();
    expect(judge({ countries: ['SE', 'NO'] }, { countries })).toBe('not_shipped_to_country');
  });
});
