import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inParts } from './in-parts';

const batchOf = (size: number) => Array.from({ length: size }, (_, index) => index);

describe('a batch that failed is split and handled again', () => {
  it('the parts hold the whole batch, in its order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 600 }), (size) => {
        const parts = inParts(batchOf(size));
        expect(parts.flat()).toEqual(batchOf(size));
        expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(size);
      }),
    );
  });

  it('a small batch is split into single messages', () =>
    expect(inParts(batchOf(16))).toEqual(batchOf(16).map((one) => [one])));

  it('a batch of up to 256 messages is split into single ones in the second step', () => {
    for (let size = 2; size <= 256; size += 1)
      for (const part of inParts(batchOf(size)))
        expect(part.length === 1 || inParts(part).every(({ length }) => length === 1)).toBe(true);
  });

  it('one bad message of 128 costs 23 more transactions', () => {
    const parts = inParts(batchOf(128));
    expect(parts).toHaveLength(12);
    expect(inParts(parts[0] ?? [])).toHaveLength(11);
  });
});
