import { describe, expect, it } from '@jest/globals';
import { readSize, sameSize } from '../src/sizes';

const isSame = (one: string, other: string) => sameSize(readSize(one), readSize(other));

describe('a size is compared in any spelling', () => {
  it.each([
    ['Medium', 'M'],
    ['X-Large', 'XL'],
    ['Extra Large', 'xlarge'],
    ['2XL', 'XXL'],
    ['S/M', 'small / medium'],
    ['172cm', '172'],
    ['7,5', '7.5'],
    ['German 36', '36 EU'],
    ['36', 'EU 36'],
    ['One size', 'OS'],
    ['', 'Default Title'],
  ])('%s is %s', (one, other) => expect(isSame(one, other)).toBe(true));

  it.each([
    ['M', 'L'],
    ['S/M', 'S'],
    ['172cm', '173cm'],
    ['36', '36.5'],
    ['EU 36', 'US 36'],
  ])('%s is not %s', (one, other) => expect(isSame(one, other)).toBe(false));

  it('a missing one may be any', () => expect(isSame('M', 'One size')).toBeNull());
});
