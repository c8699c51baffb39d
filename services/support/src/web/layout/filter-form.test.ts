import { describe, expect, it } from '@jest/globals';
import { filtersLabel } from './filter-form';

describe('the label of a collapsed filter form', () => {
  it.each([
    ['nothing is set', {}, 'Filters'],
    ['what is empty is not set', { shop: '', state: undefined }, 'Filters'],
    ['how many are set', { shop: 'nordic', state: 'open', reason: undefined }, 'Filters (2)'],
    ['sorting narrows nothing', { shop: 'nordic', sort: 'oldest' }, 'Filters (1)'],
  ])('%s', (_what, asked, label) => {
    expect(filtersLabel(asked)).toBe(label);
  });
});
