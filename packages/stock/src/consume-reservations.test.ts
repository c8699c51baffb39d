import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  claimKeptFalls,
  consumeReservations,
  freeAll,
  type KeptFall,
  type OpenReservation,
  type StockFall,
} from './consume-reservations';

const SECOND = 1_000_000_000n;
/** When the reservations of these tests were placed, packaged or blocked. */
const THEN = 1_800_000_000n * SECOND;

function aReservation(overrides: Partial<OpenReservation> = {}): OpenReservation {
  return {
    id: 'r',
    kind: 'reserved',
    remaining: 3,
    deductedAt: 'order',
    attemptedAt: THEN,
    fallsBefore: 0n,
    consumableFrom: THEN,
    endsWithNextReport: false,
    shippedAt: null,
    unpackaged: 0,
    ...overrides,
  };
}

function aFall(decrease: number, changedAtNs: bigint = THEN + SECOND): StockFall {
  return { decrease, changedAtNs };
}

/** The rest of each reservation, by id. */
function remainders(open: readonly OpenReservation[], ...reports: StockFall[]): Record<string, number> {
  const left = Object.fromEntries(open.map(({ id, remaining }) => [id, remaining]));
  for (const { id, remaining } of consumeReservations(open, reports).changes) left[id] = remaining;
  return left;
}

/** Sent, but it is unknown whether the shop has it. */
function inFlight(overrides: Partial<OpenReservation> = {}): OpenReservation {
  return aReservation({ consumableFrom: null, ...overrides });
}

function aKeptFall(pieces: number, overrides: Partial<KeptFall> = {}): KeptFall {
  return { id: 1n, pieces, changedAtNs: THEN + SECOND, ...overrides };
}

describe('a stock report consumes reservations (D17)', () => {
  it('by the decrease of the shop’s total', () => {
    expect(consumeReservations([aReservation()], [aFall(2)]).changes).toEqual([
      { id: 'r', remaining: 1, freed: 2 },
    ]);
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
  ])('not with %s on the shelf', (_, decrease) => {
    expect(consumeReservations([aReservation()], [aFall(decrease)])).toEqual({ changes: [], kept: [] });
  });

  it.each([
    ['5 s before the attempt: clocks differ', THEN - 5n * SECOND, 1],
    ['more than 5 s before: the shop did not know of it yet', THEN - 5n * SECOND - 1n, 3],
  ])('of a change %s', (_, changedAtNs, remaining) => {
    expect(remainders([aReservation()], aFall(2, changedAtNs))).toEqual({ r: remaining });
  });

  it('not while the shop has not accepted the order: the decrease goes to the next in line', () => {
    const open = [inFlight({ id: 'sent' }), aReservation({ id: 'placed' })];

    expect(remainders(open, aFall(2))).toEqual({ sent: 3, placed: 1 });
  });

  it('several reports of one variant, one after another', () => {
    const early = aReservation({ id: 'early' });
    const late = aReservation({ id: 'late', consumableFrom: THEN + 60n * SECOND });

    expect(remainders([late, early], aFall(1), aFall(4, THEN + 60n * SECOND))).toEqual({ late: 0, early: 1 });
  });

  it('only pieces in a package, if the shop deducts at shipment', () => {
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
  ])('the rest of a shipped line and a block, when stock %s', (_, decrease) => {
    expect(remainders([shipped], aFall(decrease))).toEqual({ r: 0 });
    expect(remainders([block], aFall(decrease))).toEqual({ r: 0 });
  });

  it('not by a report that is older than the package or the refusal', () => {
    expect(remainders([shipped], aFall(3, THEN - 6n * SECOND))).toEqual({ r: 3 });
    expect(remainders([block], aFall(3, THEN - 6n * SECOND))).toEqual({ r: 3 });
  });

  it('a shipped line not by a figure from before its package: its pieces may still count there', () => {
    const left = { ...shipped, shippedAt: THEN + 2n * SECOND };

    expect(remainders([left], aFall(0, THEN + SECOND))).toEqual({ r: 3 });
    expect(remainders([left], aFall(1, THEN + SECOND))).toEqual({ r: 2 });
    expect(remainders([left], aFall(0, THEN + 2n * SECOND))).toEqual({ r: 0 });
  });

  it('a shipped line still takes its share of the decrease before younger ones', () => {
    const open = [{ ...shipped, id: 'shipped' }, aReservation({ id: 'placed' })];

    expect(remainders(open, aFall(4))).toEqual({ shipped: 0, placed: 2 });
  });

  it('a block takes no share of the decrease: its pieces were never found', () => {
    const open = [{ ...block, id: 'block' }, aReservation({ id: 'placed' })];

    expect(remainders(open, aFall(2))).toEqual({ block: 0, placed: 1 });
  });
});

describe('pieces that no placed order takes (D17)', () => {
  const keptOf = (open: OpenReservation[], ...reports: StockFall[]) =>
    consumeReservations(open, reports).kept;

  const unsent = inFlight({ attemptedAt: null, deductedAt: 'shipment', unpackaged: 3 });
  const placedLater = aReservation({ consumableFrom: THEN + 60n * SECOND });

  it('are kept for an order that was sent: its receipt may still be in transit', () => {
    expect(keptOf([inFlight()], aFall(2))).toEqual([{ pieces: 2, changedAtNs: THEN + SECOND }]);
  });

  it('are kept once placed orders took theirs, and no more of them than was sent', () => {
    const open = [aReservation({ id: 'placed', remaining: 1 }), inFlight({ id: 'sent', remaining: 3 })];

    expect(keptOf(open, aFall(3)).map(({ pieces }) => pieces)).toEqual([2]);
    expect(keptOf(open, aFall(30)).map(({ pieces }) => pieces)).toEqual([3]);
  });

  it.each([
    ['nothing was sent', inFlight({ attemptedAt: null })],
    ['what was sent is placed', aReservation({ remaining: 1 })],
    ['it is blocked', aReservation({ kind: 'block', endsWithNextReport: true })],
    ['it is blocked, whatever it was sent', inFlight({ kind: 'block' })],
    ['nothing was sent, and the shop deducts at shipment', unsent],
    ['they left before the attempt that brought the receipt', placedLater],
  ])('are the shop’s own sale if %s', (_, reservation) => {
    expect(keptOf([reservation], aFall(5))).toEqual([]);
  });

  it('are the shop’s own sale if the decrease was more than 5 s before the latest attempt', () => {
    expect(keptOf([inFlight()], aFall(2, THEN - 5n * SECOND))).toHaveLength(1);
    expect(keptOf([inFlight()], aFall(2, THEN - 5n * SECOND - 1n))).toEqual([]);
  });

  it('are kept for pieces in no package yet, if the shop deducts at shipment', () => {
    const open = aReservation({ deductedAt: 'shipment', consumableFrom: null, remaining: 3, unpackaged: 3 });

    expect(keptOf([open], aFall(2))).toHaveLength(1);
    expect(keptOf([{ ...open, unpackaged: 0 }], aFall(2))).toEqual([]);
    // One of three is in a package: its piece is consumed, and those of the two others are kept.
    expect(keptOf([{ ...open, consumableFrom: THEN, unpackaged: 2 }], aFall(9))).toMatchObject([
      { pieces: 2 },
    ]);
  });
});

describe('kept pieces, once the order is placed or its package known (D17)', () => {
  it('are consumed, and the rest stays for the next', () => {
    expect(claimKeptFalls([aReservation()], [aKeptFall(5)], THEN)).toEqual({
      changes: [{ id: 'r', remaining: 0, freed: 3 }],
      used: [aKeptFall(2)],
    });
  });

  it.each([
    ['5 s before the attempt that brought the receipt: clocks differ', THEN - 5n * SECOND, 1],
    ['more than 5 s before it: the shop’s own sale', THEN - 5n * SECOND - 1n, 3],
  ])('of a decrease %s', (_, changedAtNs, remaining) => {
    const { changes } = claimKeptFalls([aReservation()], [aKeptFall(2, { changedAtNs })], THEN);

    expect(changes[0]?.remaining ?? 3).toBe(remaining);
  });

  it('not if reported before the first attempt: the shop could not know of the order', () => {
    const reservation = aReservation({ fallsBefore: 7n });

    expect(claimKeptFalls([reservation], [aKeptFall(2, { id: 7n })], THEN).changes).toEqual([]);
    expect(claimKeptFalls([reservation], [aKeptFall(2, { id: 8n })], THEN).changes).toHaveLength(1);
  });

  it('names only the decreases of which pieces were used', () => {
    const falls = [aKeptFall(2), aKeptFall(2, { id: 2n }), aKeptFall(2, { id: 3n })];

    expect(claimKeptFalls([aReservation()], falls, THEN)).toEqual({
      changes: [{ id: 'r', remaining: 0, freed: 3 }],
      used: [aKeptFall(0), aKeptFall(1, { id: 2n })],
    });
  });

  it('are consumed only by the packaged pieces, if the shop deducts at shipment', () => {
    const reservation = aReservation({ deductedAt: 'shipment', unpackaged: 2 });

    expect(claimKeptFalls([reservation], [aKeptFall(3)], THEN)).toEqual({
      changes: [{ id: 'r', remaining: 2, freed: 1 }],
      used: [aKeptFall(2)],
    });
  });
});

it('D17: what is released is freed in full', () => {
  expect(
    freeAll([aReservation({ id: 'a', remaining: 2 }), aReservation({ id: 'b', kind: 'block' })]),
  ).toEqual([
    { id: 'a', remaining: 0, freed: 2 },
    { id: 'b', remaining: 0, freed: 3 },
  ]);
});

describe('for any reservations and reports', () => {
  it('consumed and kept pieces never exceed the decrease, nothing goes below 0, nothing grows', () => {
    fc.assert(
      fc.property(
        fc.array(someReservation, { maxLength: 6 }),
        fc.array(someFall, { maxLength: 4 }),
        (some, reports) => {
          const open = some.map((reservation, index) => ({ ...reservation, id: String(index) }));
          const { changes, kept } = consumeReservations(open, reports);
          const consumed = changes
            .filter(({ id }) => !open[Number(id)]?.endsWithNextReport)
            .reduce((sum, change) => sum + change.freed, 0);
          const fallen = reports.reduce((sum, report) => sum + Math.max(0, report.decrease), 0);

          const keptPieces = kept.reduce((sum, { pieces }) => sum + pieces, 0);
          expect(consumed + keptPieces).toBeLessThanOrEqual(fallen);
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
  deductedAt: fc.constantFrom('order' as const, 'shipment' as const),
  attemptedAt: fc.option(fc.bigInt({ min: THEN, max: THEN + 10n * SECOND })),
  fallsBefore: fc.constant(0n),
  consumableFrom: fc.option(fc.bigInt({ min: THEN, max: THEN + 10n * SECOND })),
  endsWithNextReport: fc.boolean(),
  shippedAt: fc.option(fc.bigInt({ min: THEN, max: THEN + 10n * SECOND })),
  unpackaged: fc.nat(3),
});

const someFall = fc.record({
  decrease: fc.integer({ min: -9, max: 9 }),
  changedAtNs: fc.bigInt({ min: THEN - 10n * SECOND, max: THEN + 10n * SECOND }),
});
