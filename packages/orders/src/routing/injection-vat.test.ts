import { expect, it } from '@jest/globals';
import { injectionVatOf } from './injection-vat';

const RATES = new Map([['SE', '0.25']]);

it.each([
  ['domestic: applies in the selling shop’s country', 'domestic', 'SE', { applies: true, rate: '0.25' }],
  ['domestic: not across a border', 'domestic', 'NO', { applies: false, rate: null }],
  ['always: applies across a border', 'always', 'NO', { applies: true, rate: '0.25' }],
  ['never: not at home either', 'never', 'SE', { applies: false, rate: null }],
] as const)('injection VAT (D24), %s', (_, injectionVat, sellingCountry, expected) => {
  expect(injectionVatOf({ country: 'SE', injectionVat }, sellingCountry, RATES)).toEqual(expected);
});

it('a missing rate is reported as missing, never left off (D24)', () => {
  const shop = { country: 'XX', injectionVat: 'always' } as const;
  expect(injectionVatOf(shop, 'SE', RATES)).toEqual({ applies: true, rate: null });
});
