import { afterEach, describe, expect, it } from '@jest/globals';
import { secretIn } from './secret-in';

afterEach(() => {
  delete process.env['SIGNS'];
});

describe('the secret of hub sign and hub event sign', () => {
  it.each([
    [undefined, 'is not set'],
    ['', 'is not set'],
    ['secret\n', 'must hold text without control characters'],
    ['\tsecret', 'must hold text without control characters'],
  ])('D25: %j is refused, and never shown', (secret, fault) => {
    if (secret !== undefined) process.env['SIGNS'] = secret;
    expect(() => secretIn('SIGNS')).toThrow(`environment variable SIGNS ${fault}`);
  });

  it('is taken as it is', () => {
    process.env['SIGNS'] = 'a secret';
    expect(secretIn('SIGNS')).toBe('a secret');
  });
});
