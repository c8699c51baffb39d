import { describe, expect, it } from '@jest/globals';
import { counted } from './counted';

describe('a count is shown with its noun', () => {
  it.each([
    [1, 'order', '1 order'],
    [0, 'order', '0 orders'],
    [2698, 'failed message', '2\u00a0698 failed messages'],
    [2, 'pair of shops', '2 pairs of shops'],
    [3, 'shop with undecided pairs', '3 shops with undecided pairs'],
    [2, 'order at risk', '2 orders at risk'],
    [2, 'entry', '2 entries'],
    [2, 'day', '2 days'],
  ])('%d of “%s”: %s', (count, one, text) => {
    expect(counted(count, one)).toBe(text);
  });
});
