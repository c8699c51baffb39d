import { expect, it } from '@jest/globals';
import { percentText } from './vat-list';

it.each([
  ['0', '0'],
  ['0.25', '25'],
  ['0.255', '25.5'],
  ['0.081', '8.1'],
  ['0.2', '20'],
  ['0.000000001', '0.0000001'],
  ['0.2500', '25'],
])('a rate of %s is %s per cent, exactly', (rate, percent) => {
  expect(percentText(rate)).toBe(percent);
});
