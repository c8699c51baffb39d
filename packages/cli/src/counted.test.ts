import { describe, expect, it } from '@jest/globals';
import { counted } from './counted';

describe('a counted noun', () => {
  it.each([
    [0, '0 pages'],
    [1, '1 page'],
    [2, '2 pages'],
  ])('%i', (count, text) => {
    expect(counted(count, 'page')).toBe(text);
  });

  it('with an irregular plural', () => {
    expect([1, 3].map((count) => counted(count, 'body', 'bodies'))).toEqual(['1 body', '3 bodies']);
  });
});
