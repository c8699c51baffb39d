import { describe, expect, it } from '@jest/globals';
import { maskToken, unmaskToken } from './masked-token';

const TOKEN = '00ff'.repeat(16);

describe('the token of a form', () => {
  it('is another text on each page, and the same token', () => {
    const [one, other] = [maskToken(TOKEN), maskToken(TOKEN)];
    expect(one).not.toBe(other);
    expect([unmaskToken(one), unmaskToken(other)]).toEqual([TOKEN, TOKEN]);
  });

  it.each(['', 'x', 'not hexadecimal', TOKEN, `${TOKEN}0`])('%j does not match', (sent) => {
    expect(unmaskToken(sent)).not.toBe(TOKEN);
  });
});
