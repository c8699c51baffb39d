import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inParts } from './in-parts';

const batchOf = (size: number) => Array.from({ length: size }, (_, index) => index);

describe('a batch that failed is done again in parts', () => {
  it('that are all of it, in its order, and smaller', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 600 }), (size) => {
        const parts = inParts(batchOf(size));
        expect(parts.flat()).toEqual(batchOf(size));
        expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(size);
      }),
    );
  });

  it('of one each, where it is small', () =>
    expect(inParts(batchOf(16))).toEqual(batchOf(16).map((one) => [one])));

  it('that come to single ones in the second step, up to 256', () => {
    for (let size = 2; size <= 256; size += 1)
      for (const part of inParts(batchOf(size)))
        expect(part.length === 1 || inParts(part).every(({ length }) => length === 1)).toBe(true);
  });

  it('so that one bad message of 128 costs 23 transactions more', () => {
    const parts = inParts(batchOf(128));
    expect(parts).toHaveLength(12);
    expect(inParts(parts[0] ?? [])).toHaveLength(11);
  });
});
