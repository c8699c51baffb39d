import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { GatheredBytes } from './gathered-bytes';

describe('D36: a body that arrives in pieces', () => {
  it('is the same bytes, whatever the pieces', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 9_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, (all) => {
        const gathered = new GatheredBytes();
        for (const piece of all) gathered.add(Buffer.from(piece));
        const whole = Buffer.concat(all);
        expect(gathered.length).toBe(whole.length);
        expect(gathered.take().equals(whole)).toBe(true);
        expect(gathered.length).toBe(0);
      }),
    );
  });

  it('takes little more memory than its bytes, if it arrives byte by byte', () => {
    const allocated = jest.spyOn(Buffer, 'allocUnsafeSlow');
    const bytes = 300_000;
    const gathered = new GatheredBytes();
    for (let index = 0; index < bytes; index += 1) gathered.add(Buffer.from([index]));
    const sizes = allocated.mock.calls.map(([size]) => size);
    allocated.mockRestore();
    expect(sizes.length).toBeLessThan(20);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(bytes + 64 * 1024);
  });

  it('copies nothing of a body in one piece', () => {
    const gathered = new GatheredBytes();
    const piece = Buffer.from('an event');
    gathered.add(piece);
    expect(gathered.take()).toBe(piece);
  });
});
