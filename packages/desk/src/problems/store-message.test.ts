import { describe, expect, it } from '@jest/globals';
import { storeMessageOf } from './store-message';

describe("a store's own messages", () => {
  it.each<[string, unknown, string | null]>([
    [
      'code and message',
      { error: { code: 'insufficient_stock', message: '0 left' } },
      'insufficient_stock: 0 left',
    ],
    ['a message alone', { error: { message: 'closed  for\nholidays' } }, 'closed for holidays'],
    ['an error that is a text', { error: 'no' }, 'no'],
    ['a body that is a text', 'Bad gateway', 'Bad gateway'],
    ['fields of another kind', { error: { code: 7, message: ['x'] } }, null],
    ['nothing', null, null],
    ['a list', [1], null],
  ])('%s', (_, response, words) => {
    expect(storeMessageOf(response)).toBe(words);
  });

  it('are truncated', () => {
    expect(storeMessageOf({ message: 'x'.repeat(5_000) })).toHaveLength(301);
  });
});
