import { describe, expect, it } from '@jest/globals';
import { parseUrl } from './parse-url';
import { isPublicHttpsUrl } from './public-https-url';

/** Enough calls for the engine to compile the function. */
const MANY = 50_000;

describe('an address', () => {
  it('is read, alone or beside another; anything else is null', () => {
    expect(parseUrl('https://shop.example/a')?.pathname).toBe('/a');
    expect(parseUrl('b', 'https://shop.example/a')?.href).toBe('https://shop.example/b');
    expect(parseUrl('b')).toBeNull();
  });

  it('with letters beyond ASCII is one, however many were read before', () => {
    const refused = Array.from({ length: MANY }, () =>
      isPublicHttpsUrl('https://bücher.example/ä.jpg'),
    ).indexOf(false);
    expect(refused).toBe(-1);
  });
});
