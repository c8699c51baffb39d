import { describe, expect, it } from '@jest/globals';
import { isSamePhone } from './same-phone';

describe('D30: a telephone number is found whichever way it is written', () => {
  it.each([
    ['+46 70 998 87 76', '+46709988776'],
    ['+46 70 998 87 76', '0046 70 998 87 76'],
    ['+46 70 998 87 76', '070-998 87 76'],
    ['0046709988776', '(070) 998 87 76'],
    ['+46 (0)70 998 87 76', '0709988776'],
    ['46709988776', '+46 70 998 87 76'],
  ])('%s is %s', (one, other) => {
    expect(isSamePhone(one, other, ['SE'])).toBe(true);
    expect(isSamePhone(other, one, ['SE'])).toBe(true);
  });

  it.each<[string, string, string[]]>([
    ['070-998 87 76', '+47 709 98 87 76', ['SE']],
    ['070-998 87 76', '+46 70 998 87 76', ['DE']],
    ['070-998 87 76', '070-998 87 77', ['SE']],
    ['88776', '+46 70 998 87 76', ['SE']],
    ['no number', 'none', ['SE', 'XX']],
  ])('%s is not %s', (one, other, countries) => {
    expect(isSamePhone(one, other, countries)).toBe(false);
  });
});
