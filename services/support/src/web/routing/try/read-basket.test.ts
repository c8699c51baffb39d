import { describe, expect, it } from '@jest/globals';
import { readBasket } from './read-basket';

const form = { shop: 'nordic', country: 'se', articles: 'V-1' };

describe('a basket as typed', () => {
  it.each([
    ['V-1', { article: 'V-1', quantity: 1, unitPrice: null }],
    ['4006381333931 3', { article: '4006381333931', quantity: 3, unitPrice: null }],
    ['A tent 2 49.90', { article: 'A tent', quantity: 2, unitPrice: '49.90' }],
    [' V-1  2 ', { article: 'V-1', quantity: 2, unitPrice: null }],
  ])('%j is read', (articles, line) => {
    expect(readBasket({ ...form, articles })).toMatchObject({ country: 'SE', lines: [line] });
  });

  it('is not a fault while the form is empty', () => {
    expect(readBasket({})).toBeNull();
  });

  it.each([
    ['no shop', { shop: '' }, 'Choose the shop'],
    ['no country', { country: 'Sweden' }, 'A destination is'],
    ['no code of ISO 3166-1', { country: 'UK' }, 'GB (not UK)'],
    ['no article', { articles: ' \n' }, 'Name from 1 to 20'],
    ['too many', { articles: 'V-1\n'.repeat(21) }, 'Name from 1 to 20'],
    ['no piece', { articles: 'V-1 0' }, 'Name from 1 to 20'],
    ['half a place', { latitude: '59' }, 'both or neither'],
    ['no place on earth', { latitude: '95', longitude: '18' }, 'both or neither'],
    ['no band', { band_km: '0' }, 'a band has'],
  ])('%s is reported in a sentence', (_, wrong, says) => {
    expect(readBasket({ ...form, ...wrong })).toEqual({ fault: expect.stringContaining(says) });
  });
});
