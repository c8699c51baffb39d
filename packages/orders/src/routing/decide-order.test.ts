import { describe, expect, it } from '@jest/globals';
import type { OrderAmounts } from '../money/price-lines';
import { decideOrder } from './decide-order';
import { ROUTING_POLICY } from './decide-routing';
import type { CandidateFacts, RoutingFacts, RoutingLine } from './routing-facts';

const aLine = (lineItemId: string, gtin: string | null): RoutingLine => ({
  orderLineId: `id-${lineItemId}`,
  lineItemId,
  gtin,
  quantity: 1,
  excludedShops: [],
});

function aCandidate(shopId: number, variantId: string, splitRate: string): CandidateFacts {
  return {
    variant: {
      shopId,
      variantId,
      gtin: 'A',
      state: 'active',
      testVariant: false,
      freeStock: 1,
      splitRate,
      shop: {
        shopId,
        currency: 'EUR',
        orders: 'live',
        inventory: 'live',
        destinationCountries: new Set(['SE']),
        suspended: false,
        heldForLong: false,
        paused: false,
        injection: null,
      },
    },
    stock: [],
    injectionVat: { applies: true, rate: '0.2' },
    sameCountry: true,
    load: null,
    full: false,
  };
}

const ORDER: OrderAmounts = {
  currency: 'EUR',
  lines: ['L-1', 'L-2'].map((lineItemId) => ({ lineItemId, quantity: 1, unitPrice: '125' })),
  totalDiscounts: '0',
  shippingCost: '25',
};
const FACTS: RoutingFacts = {
  order: {
    sellingShopId: 1,
    mode: 'live',
    currency: 'EUR',
    country: 'SE',
    coordinates: null,
    shopsWithParcels: new Set(),
  },
  lines: [aLine('L-1', 'A')],
  candidates: new Map([['A', [aCandidate(2, 'V-1', '0.5')]]]),
  consumerVat: '0.25',
};
const decide = (facts: Partial<RoutingFacts> = {}, order: Partial<OrderAmounts> = {}) =>
  decideOrder({ ...FACTS, ...facts }, { ...ORDER, ...order }, ROUTING_POLICY);
const candidates = (...given: CandidateFacts[]) => ({ candidates: new Map([['A', given]]) });

describe('D19, D24: an order is decided and priced together', () => {
  it('at the rates of the variant that is chosen, and of no other', () => {
    const { variant, ...rest } = aCandidate(2, 'V-2', '0.5');
    const best = { ...rest, variant: { ...variant, freeStock: 5 } };
    const { decision, prices } = decide(
      candidates(aCandidate(3, 'V-2', '0.1'), aCandidate(2, 'V-1', '0.2'), best),
    );
    expect(decision.lines).toMatchObject([{ chosen: { shopId: 2, variantId: 'V-2' }, waitsFor: null }]);
    // 125 ÷ 1.25 × 0.5 × 1.2 = 60; shipping 25 ÷ 1.25 = 20, half of it for each of two lines.
    expect([...prices]).toEqual([
      [
        'L-1',
        expect.objectContaining({
          splitRate: '0.5',
          injectionVatRate: '0.2',
          unitPrice: '60.00',
          currency: 'EUR',
          shipping: { paid: '25', net: '20.00', share: '10.00' },
        }),
      ],
    ]);
  });

  it('a line without a shop has no price, and keeps none from another', () => {
    const lines = [aLine('L-1', 'A'), aLine('L-2', null)];
    const { decision, prices } = decide({ lines });
    expect(decision.lines.map(({ lineItemId, waitsFor }) => [lineItemId, waitsFor])).toEqual([
      ['L-2', 'not_linked'],
      ['L-1', null],
    ]);
    expect([...prices.keys()]).toEqual(['L-1']);
  });

  it('nothing is priced while the VAT of the destination is not known', () => {
    const { decision, prices } = decide({ consumerVat: null });
    expect(decision.lines).toMatchObject([{ chosen: null, waitsFor: 'no_consumer_vat' }]);
    expect([...prices]).toEqual([]);
  });

  it('a line whose payout no JSON number carries waits for support', () => {
    const lines = [{ lineItemId: 'L-1', quantity: 1, unitPrice: '9999999999999999' }];
    const { decision, prices } = decide({}, { lines });
    expect(decision.lines).toMatchObject([{ chosen: null, waitsFor: 'price_too_large' }]);
    expect([...prices]).toEqual([]);
  });
});
