import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  consumeReportedBefore,
  consumeReservations,
  type OpenReservation,
  type StockFall,
} from './consume-reservations';

const SECOND = 1_000_000_000n;
/** When the reservations of these tests were sent, packaged or blocked. */
const THEN = 1_800_000_000n * SECOND;

function aReservation(overrides: Partial<OpenReservation> = {}): OpenReservation {
  return {
    id: 'r',
    kind: 'reserved',
    remaining: 3,
    consumableFrom: THEN,
    endsWithNextReport: false,
    unpackaged: 0,
    ...overrides,
  };
}

function aFall(fallenBy: number, changedAtNs: bigint = THEN + SECOND): StockFall {
  return { fallenBy, changedAtNs };
}

/** What remains of each reservation, by id. */
function remainders(open: readonly OpenReservation[], ...reports: StockFall[]): Record<string, number> {
  const left = Object.fromEntries(open.map(({ id, remaining }) => [id, remaining]));
  for (const { id, remaining } of consumeReservations(open, reports)) left[id] = remaining;
  return left;
}

describe('a stock report consumes reservations (D17)', () => {
  it('by as much as the shop’s total fell', () => {
    expect(consumeReservations([aReservation()], [aFall(2)])).toEqual([{ id: 'r', remaining: 1, freed: 2 }]);
  });

  it('by no more than was reserved', () => {
    expect(remainders([aReservation()], aFall(10))).toEqual({ r: 0 });
  });

  it('oldest first', () => {
    const open = [aReservation({ id: 'old' }), aReservation({ id: 'new' })];

    expect(remainders(open, aFall(4))).toEqual({ old: 0, new: 2 });
  });

  it.each([
    ['as many as before', 0],
    ['more than before', -5],
  ])('not with %s on the shelf', (_, fallenBy) => {
    expect(consumeReservations([aReservation()], [aFall(fallenBy)])).toEqual([]);
  });

  it.each([
    ['5 s before the first send: clocks differ', THEN - 5n * SECOND, 1],
    ['more than 5 s before: the shop did not know of it yet', THEN - 5n * SECOND - 1n, 3],
  ])('of a change %s', (_, changedAtNs, remaining) => {
    expect(remainders([aReservation()], aFall(2, changedAtNs))).toEqual({ r: remaining });
  });

  it('not while nothing was sent: the fall goes to the next in line', () => {
    const open = [aReservation({ id: 'planned', consumableFrom: null }), aReservation({ id: 'placed' })];

    expect(remainders(open, aFall(2))).toEqual({ planned: 3, placed: 1 });
  });

  it('several reports of one variant, one after the other', () => {
    const early = aReservation({ id: 'early' });
    const late = aReservation({ id: 'late', consumableFrom: THEN + 60n * SECOND });

    expect(remainders([late, early], aFall(1), aFall(4, THEN + 60n * SECOND))).toEqual({ late: 0, early: 1 });
  });

  it('only pieces in a package, where the shop deducts at shipment', () => {
    expect(remainders([aReservation({ remaining: 5, unpackaged: 3 })], aFall(4))).toEqual({ r: 3 });
  });
});

describe('what the next stock report ends (D17)', () => {
  const shipped = aReservation({ endsWithNextReport: true });
  const block = aReservation({ kind: 'block', endsWithNextReport: true });

  it.each([
    ['fell', 1],
    ['stayed', 0],
    ['rose', -4],
  ])('what is left of a shipped line and a block, when stock %s', (_, fallenBy) => {
    expect(remainders([shipped], aFall(fallenBy))).toEqual({ r: 0 });
    expect(remainders([block], aFall(fallenBy))).toEqual({ r: 0 });
  });

  it('not by a report that is older than the package or the refusal', () => {
    expect(remainders([shipped], aFall(3, THEN - 6n * SECOND))).toEqual({ r: 3 });
    expect(remainders([block], aFall(3, THEN - 6n * SECOND))).toEqual({ r: 3 });
  });

  it('a shipped line still takes its part of the fall before younger ones', () => {
    const open = [{ ...shipped, id: 'shipped' }, aReservation({ id: 'placed' })];

    expect(remainders(open, aFall(4))).toEqual({ shipped: 0, placed: 2 });
  });

  it('a block takes no part of the fall: its pieces were never found', () => {
    const open = [{ ...block, id: 'block' }, aReservation({ id: 'placed' })];

    expect(remainders(open, aFall(2))).toEqual({ block: 0, placed: 1 });
  });
});

describe('a fall reported before its package is known (D17, deducted at shipment)', () => {
  it.each([
    ['of the package’s time', 0, THEN],
    ['of later', 0, THEN + SECOND],
    ['of earlier, when its pieces were still there,', 3, THEN - 1n],
  ])('a figure %s leaves %i', (_, remaining, reportedAt) => {
    const [change] = consumeReportedBefore([aReservation()], new Map([['r', reportedAt]]));

    expect(change?.remaining ?? 3).toBe(remaining);
  });

  it('frees the packaged pieces alone', () => {
    const changes = consumeReportedBefore([aReservation({ unpackaged: 2 })], new Map([['r', THEN]]));

    expect(changes).toEqual([{ id: 'r', remaining: 2, freed: 1 }]);
  });

  it('changes nothing where nothing was reported since', () => {
    expect(consumeReportedBefore([aReservation()], new Map())).toEqual([]);
  });
});

describe('whatever the reservations and reports', () => {
  it('no more is consumed than fell, nothing below 0, nothing grows', () => {
    fc.assert(
      fc.property(
        fc.array(someReservation, { maxLength: 6 }),
        fc.array(someFall, { maxLength: 4 }),
        (some, reports) => {
          const open = some.map((reservation, index) => ({ ...reservation, id: String(index) }));
          const changes = consumeReservations(open, reports);
          const consumed = changes
            .filter(({ id }) => !open[Number(id)]?.endsWithNextReport)
            .reduce((sum, change) => sum + change.freed, 0);
          const fallen = reports.reduce((sum, report) => sum + Math.max(0, report.fallenBy), 0);

          expect(consumed).toBeLessThanOrEqual(fallen);
          for (const { id, remaining, freed } of changes) {
            expect(remaining).toBeGreaterThanOrEqual(0);
            expect(freed).toBeGreaterThan(0);
            expect(remaining + freed).toBe(open[Number(id)]?.remaining);
          }
        },
      ),
    );
  });
});

const someReservation = fc.record({
  kind: fc.constantFrom('reserved' as const, 'block' as const),
  remaining: fc.integer({ min: 1, max: 9 }),
  consumableFrom: fc.option(fc.bigInt({ min: THEN, max: THEN + 10n * SECOND })),
  endsWithNextReport: fc.boolean(),
  unpackaged: fc.nat(3),
});

const someFall = fc.record({
  fallenBy: fc.integer({ min: -9, max: 9 }),
  changedAtNs: fc.bigInt({ min: THEN - 10n * SECOND, max: THEN + 10n * SECOND }),
});
