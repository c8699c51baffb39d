import { describe, expect, it } from '@jest/globals';
import type { OrderAmounts } from '../money/price-lines';
import { decideShown, type ShownFacts, type ShownLine } from './decide-shown';
import { ROUTING_POLICY } from './decide-routing';

const LINE: ShownLine = {
  orderLineId: 'id-1',
  lineItemId: 'L-1',
  gtin: '00000000000017',
  quantity: 2,
  variantId: 'V-1',
  freeStock: 0,
  splitRate: '0.7',
};
const FACTS: ShownFacts = {
  order: {
    sellingShopId: 1,
    mode: 'live',
    currency: 'EUR',
    country: 'SE',
    coordinates: null,
    shopsWithParcels: new Set(),
  },
  shopId: 2,
  suspended: true,
  consumerVat: '0.25',
  injectionVat: { applies: true, rate: '0.25' },
  lines: [LINE],
};
const ORDER: OrderAmounts = {
  currency: 'EUR',
  lines: [{ lineItemId: 'L-1', quantity: 2, unitPrice: '100' }],
  totalDiscounts: '0',
  shippingCost: '12.5',
};
const decide = (facts: Partial<ShownFacts> = {}, order: Partial<OrderAmounts> = {}) =>
  decideShown({ ...FACTS, ...facts }, { ...ORDER, ...order }, ROUTING_POLICY);

describe('D19: a shop that is known to have lines is recorded, not chosen', () => {
  const shop = {
    shopId: 2,
    variantId: 'V-1',
    freeStock: 0,
    distanceKm: null,
    sameCountry: null,
    load: null,
    alreadyChosen: false,
    suspended: true,
    full: false,
  };

  it('although it has no free stock and its calls are suspended', () => {
    const { lines, policy } = decide().decision;
    const { splitRate: _rate, variantId: _variant, freeStock: _stock, ...line } = LINE;
    expect(policy).toBe(ROUTING_POLICY);
    expect(lines).toEqual([{ ...line, chosen: shop, waitsFor: null, candidates: [shop], ruledOut: [] }]);
  });

  it('D24: with the payout and the shipping of the line', () => {
    // 100 ÷ 1.25 × 0.7 × 1.25 = 70; shipping 12.50 ÷ 1.25 = 10.
    expect([...decide().prices]).toEqual([
      [
        'L-1',
        expect.objectContaining({
          unitPrice: '70.00',
          injectionVatRate: '0.25',
          currency: 'EUR',
          shipping: { paid: '12.5', net: '10.00', share: '10.00' },
        }),
      ],
    ]);
  });

  it('D24: without injection VAT, where none applies', () => {
    const { prices } = decide({ injectionVat: { applies: false, rate: null } });
    expect(prices.get('L-1')).toMatchObject({ unitPrice: '56.00', injectionVatRate: null });
  });

  it.each<[string, Partial<ShownFacts>]>([
    ['no_consumer_vat', { consumerVat: null }],
    ['no_injection_vat', { injectionVat: { applies: true, rate: null } }],
    ['no_split_rate', { lines: [{ ...LINE, splitRate: null }] }],
  ])('except while a rate is missing: %s', (waitsFor, facts) => {
    const { decision, prices } = decide(facts);
    expect(decision.lines).toMatchObject([{ chosen: null, waitsFor, candidates: [shop] }]);
    expect([...prices]).toEqual([]);
  });

  it('a line without a rate keeps no other from being recorded', () => {
    const lines = [LINE, { ...LINE, lineItemId: 'L-2', splitRate: null }];
    const { decision, prices } = decide({ lines });
    expect(decision.lines.map(({ waitsFor }) => waitsFor)).toEqual([null, 'no_split_rate']);
    expect([...prices.keys()]).toEqual(['L-1']);
  });

  it('a payout that no JSON number carries waits for support', () => {
    const unitPrice = '9999999999999999';
    const { decision } = decide({}, { lines: [{ lineItemId: 'L-1', quantity: 2, unitPrice }] });
    expect(decision.lines).toMatchObject([{ chosen: null, waitsFor: 'price_too_large' }]);
  });
});
