import type { ArticleFacts, OfferedStock } from '@hub/stock';
import { describe, expect, it } from '@jest/globals';
import { decideTargets, type Offer } from './decide-targets';

const GTIN = '00000000000017';
const COUNTRIES = new Set(['SE']);

/** A live shop's variant of the article, with so many pieces free. */
const aVariant = (shopId: number, freeStock: number): ArticleFacts['variants'][number] => ({
  shopId,
  variantId: `V-${shopId}`,
  gtin: GTIN,
  state: 'active',
  testVariant: false,
  freeStock,
  splitRate: '0.7',
  shop: {
    shopId,
    currency: 'EUR',
    orders: 'live',
    inventory: 'live',
    destinationCountries: COUNTRIES,
    suspended: false,
    heldForLong: false,
    paused: false,
    injection: null,
  },
});
const ARTICLE: ArticleFacts = { gtin: GTIN, variants: [aVariant(1, 0), aVariant(2, 5), aVariant(3, 7)] };
const offered = (shopId: number, pieces: number): OfferedStock => ({
  shopId,
  variantId: `V-${shopId}`,
  pieces,
});
/** What the first shop should show, and how far it may be raised now. */
const first = (offer: Offer) => decideTargets(ARTICLE, offer)[0];

describe('D16: what shops should show of an article', () => {
  it('is all that the others have free, where no line waits for it', () => {
    expect(decideTargets(ARTICLE, 'all')).toEqual([
      { shopId: 1, variantId: 'V-1', target: 12, gtin: GTIN, raisedTo: 12 },
      { shopId: 2, variantId: 'V-2', target: 7, gtin: GTIN, raisedTo: 7 },
      { shopId: 3, variantId: 'V-3', target: 5, gtin: GTIN, raisedTo: 5 },
    ]);
  });

  it('is not raised by stock that no waiting line was offered', () => {
    expect(first([])).toMatchObject({ target: 12, raisedTo: 0 });
  });

  it('is raised by the pieces that were offered to waiting lines, shop by shop', () => {
    expect(first([offered(2, 5)])).toMatchObject({ target: 12, raisedTo: 5 });
    expect(first([offered(2, 2), offered(3, 6)])).toMatchObject({ target: 12, raisedTo: 8 });
  });

  it('counts pieces that were offered again once', () => {
    expect(first([offered(2, 1), offered(2, 4), offered(2, 3)])).toMatchObject({ raisedTo: 4 });
  });

  it('is not raised above what is free now: offered pieces may be sold since', () => {
    expect(first([offered(2, 9), offered(3, 1)])).toMatchObject({ target: 12, raisedTo: 6 });
  });

  it('is not raised by what was offered of another article’s variant', () => {
    expect(first([{ shopId: 2, variantId: 'V-3', pieces: 5 }])).toMatchObject({ raisedTo: 0 });
  });
});
