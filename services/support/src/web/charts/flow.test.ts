import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { largest, layOut, type Link } from './flow';

const aLink = fc.record({
  from: fc.constantFrom('a', 'b', 'c'),
  to: fc.constantFrom('a', 'x', 'y', 'z'),
  count: fc.nat({ max: 1e9 }),
});
const total = (links: readonly { count: number }[]) => links.reduce((sum, { count }) => sum + count, 0);

describe('a flow', () => {
  it('of nothing is empty', () => {
    expect(layOut([])).toEqual({ height: 0, left: [], right: [], ribbons: [] });
    expect(layOut([{ from: 'a', to: 'b', count: 0 }]).ribbons).toEqual([]);
  });

  it('loses nothing: what leaves arrives, and each ribbon lies on its nodes', () => {
    fc.assert(
      fc.property(fc.array(aLink, { maxLength: 20 }), (links) => {
        const { left, right, ribbons, height } = layOut(links);
        for (const side of [left, right, ribbons]) expect(total(side)).toBe(total(links));
        for (const node of left)
          expect(total(ribbons.filter(({ from }) => from === node.name))).toBe(node.count);
        for (const node of [...left, ...right])
          expect(node.y + node.height).toBeLessThanOrEqual(height + 0.1);
      }),
    );
  });

  it('has the largest at the top', () => {
    const { left, right } = layOut([
      { from: 'small', to: 'x', count: 1 },
      { from: 'large', to: 'y', count: 9 },
    ]);
    expect([left, right].map((side) => side.map(({ name }) => name))).toEqual([
      ['large', 'small'],
      ['y', 'x'],
    ]);
  });

  it('of a thousand shops shows the largest, and combines the others', () => {
    const links = Array.from({ length: 1_000 }, (_, n): Link => ({
      from: `s${n}`,
      to: 'x',
      count: 1_000 - n,
    }));
    const shown = largest(links, { side: 'from', keep: 3, others: (count) => `${count} others` });
    expect(layOut(shown).left.map(({ name }) => name)).toEqual(['997 others', 's0', 's1', 's2']);
    expect(total(shown)).toBe(total(links));
  });

  it('does not combine a single one', () => {
    const links = [1, 2].map((n): Link => ({ from: `s${n}`, to: 'x', count: n }));
    expect(largest(links, { side: 'from', keep: 1, others: String })).toEqual(links);
  });
});
