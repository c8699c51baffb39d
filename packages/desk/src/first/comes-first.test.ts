import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstComes, type Urgency } from './comes-first';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW + hours * HOUR_MS);

const one = (of: Partial<Urgency> = {}): Urgency => ({
  key: 'k',
  orders: 1,
  due: null,
  value: 0,
  since: at(-1),
  ...of,
});
/** Few values, so that many of them are equal. */
const Hours = fc.integer({ min: -3, max: 3 });
const Some = fc.record({
  key: fc.string({ minLength: 1, maxLength: 2 }),
  orders: fc.integer({ min: 0, max: 2 }),
  due: fc.option(Hours.map(at)),
  value: fc.integer({ min: 0, max: 3 }),
  since: Hours.map(at),
});
const Several = fc.uniqueArray(Some, { selector: ({ key }) => key, maxLength: 12 });
const sorted = (entries: readonly Urgency[]) => entries.toSorted(firstComes(NOW)).map(({ key }) => key);

describe('what comes first', () => {
  it('is a total order: of any two one comes first, and what comes before a second also comes before a third', () => {
    const compare = firstComes(NOW);
    fc.assert(
      fc.property(Several, (entries) => {
        const order = entries.toSorted(compare);
        const pairs = order.flatMap((a, place) =>
          order.map((b, other) => ({ a, b, expected: place - other })),
        );
        for (const { a, b, expected } of pairs) expect(Math.sign(compare(a, b))).toBe(Math.sign(expected));
      }),
    );
  });

  it('is stable: the same entries are in the same order, however they were read', () => {
    fc.assert(
      fc.property(
        Several.chain((entries) =>
          fc.tuple(
            fc.constant(entries),
            fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
          ),
        ),
        ([entries, shuffled]) => expect(sorted(shuffled)).toEqual(sorted(entries)),
      ),
    );
  });

  it('an entry never falls behind others when its order value grows or its promise ends earlier', () => {
    fc.assert(
      fc.property(Several, Some, fc.nat(3), fc.nat(3), (entries, chosen, more, earlier) => {
        const others = entries.filter(({ key }) => key !== chosen.key);
        const place = (of: Urgency) => sorted([...others, of]).indexOf(of.key);
        const moved = { ...chosen, value: chosen.value + more };
        expect(place(moved)).toBeLessThanOrEqual(place(chosen));
        if (chosen.due === null) return;
        const due = new Date(chosen.due.getTime() - earlier * HOUR_MS);
        expect(place({ ...chosen, due })).toBeLessThanOrEqual(place(chosen));
      }),
    );
  });

  it.each<[string, Partial<Urgency>, Partial<Urgency>]>([
    ['a broken promise before one whose time runs', { due: at(-1) }, { due: at(1), value: 9 }],
    ['of broken promises the largest order value', { due: at(-1), value: 2 }, { due: at(-9), value: 1 }],
    ['of equal values the promise that ended first', { due: at(-9) }, { due: at(-1) }],
    ['of running clocks the one that ends first', { due: at(1) }, { due: at(2), value: 9 }],
    ['a promised time before none', { due: at(9) }, { value: 9 }],
    ['a paid order before a failure without one', { value: 0 }, { orders: 0, since: at(-99) }],
    ['what is equal otherwise by its age', { since: at(-2), key: 'z' }, { since: at(-1), key: 'a' }],
  ])('%s', (_rule, before, after) => {
    const entries = [one({ key: 'b', ...after }), one({ key: 'a', ...before })];
    const [first] = entries.toSorted(firstComes(NOW));
    expect(first).toMatchObject(before);
  });
});
