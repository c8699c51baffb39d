import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  claimKeptFalls,
  consumeReservations,
  type KeptFall,
  type OpenReservation,
} from './consume-reservations';

const SECOND = 1_000_000_000n;
const THEN = 1_800_000_000n * SECOND;

/** The messages that reach the hub about one variant of a shop: in any order, as nothing depends on queues. */
type Happening = { what: 'fall'; pieces: number; atS: number } | { what: 'known'; order: number };

/** A variant at its shop, as reports and receipts (or packages) arrive one after another. */
class Shelf {
  private kept: KeptFall[] = [];
  private falls = 0n;
  readonly fallen: number[] = [];

  constructor(readonly open: OpenReservation[]) {}

  happen(happening: Happening): void {
    if (happening.what === 'fall') this.report(happening.pieces, happening.atS);
    else this.learn(happening.order);
  }

  get committed(): number {
    return this.open.reduce((sum, { remaining }) => sum + remaining, 0);
  }

  private report(pieces: number, atS: number): void {
    const changedAtNs = THEN + BigInt(atS) * SECOND;
    const { changes, kept } = consumeReservations(this.open, [{ decrease: pieces, changedAtNs }]);
    this.write(changes);
    for (const fall of kept) this.kept.push({ id: (this.falls += 1n), ...fall });
    this.fallen.push(pieces);
  }

  /** Its receipt, or its package, is known. */
  private learn(order: number): void {
    const reservation = this.open[order];
    if (!reservation || reservation.consumableFrom !== null || reservation.attemptedAt === null) return;
    const known = { ...reservation, consumableFrom: reservation.attemptedAt, unpackaged: 0 };
    this.open[order] = known;
    const { changes, used } = claimKeptFalls([known], this.kept, reservation.attemptedAt);
    this.write(changes);
    const left = new Map(used.map((fall) => [fall.id, fall.pieces]));
    this.kept = this.kept
      .map((fall) => ({ ...fall, pieces: left.get(fall.id) ?? fall.pieces }))
      .filter(({ pieces }) => pieces > 0);
  }

  private write(changes: readonly { id: string; remaining: number }[]): void {
    for (const { id, remaining } of changes) {
      const at = this.open.findIndex((reservation) => reservation.id === id);
      const before = this.open[at];
      if (before) this.open[at] = { ...before, remaining };
    }
  }
}

/** Orders of one shop that were sent at the same moment; for none is it known whether the shop has it. */
function sent(quantities: readonly number[], deductedAt: 'order' | 'shipment'): OpenReservation[] {
  return quantities.map((remaining, index) => ({
    id: String(index),
    kind: 'reserved',
    remaining,
    deductedAt,
    attemptedAt: THEN,
    fallsBefore: 0n,
    consumableFrom: null,
    endsWithNextReport: false,
    shippedAt: null,
    unpackaged: deductedAt === 'shipment' ? remaining : 0,
  }));
}

const someOrders = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
const someFalls = fc.array(
  fc.record({ what: fc.constant('fall' as const), pieces: fc.integer({ min: 1, max: 6 }), atS: fc.nat(20) }),
  { maxLength: 5 },
);
const someMode = fc.constantFrom('order' as const, 'shipment' as const);

/** Decreases before the attempt are the shop's own sales, later ones may belong to the orders. */
const someSales = fc.array(
  fc.record({
    what: fc.constant('fall' as const),
    pieces: fc.integer({ min: 1, max: 6 }),
    atS: fc.integer({ min: -60, max: -6 }),
  }),
  { maxLength: 5 },
);

describe('D17: each piece of a decrease counts once, in whatever order receipts, packages and reports arrive', () => {
  it('once all orders are known, the reserved pieces are what was reserved less the decrease', () => {
    fc.assert(
      fc.property(
        someOrders,
        someFalls,
        someMode,
        fc.infiniteStream(fc.nat()),
        (orders, falls, mode, order) => {
          const shelf = new Shelf(sent(orders, mode));
          const known = orders.map((_, index) => ({ what: 'known' as const, order: index }));

          for (const happening of shuffled([...falls, ...known], order)) shelf.happen(happening);

          const reserved = orders.reduce((sum, quantity) => sum + quantity, 0);
          const fallen = falls.reduce((sum, { pieces }) => sum + pieces, 0);
          expect(shelf.committed).toBe(Math.max(0, reserved - fallen));
        },
      ),
    );
  });

  it('a shop’s own sales consume nothing, before and after it accepts the orders', () => {
    fc.assert(
      fc.property(
        someOrders,
        someSales,
        someMode,
        fc.infiniteStream(fc.nat()),
        (orders, sales, mode, order) => {
          const shelf = new Shelf(sent(orders, mode));
          const known = orders.map((_, index) => ({ what: 'known' as const, order: index }));

          for (const happening of shuffled([...sales, ...known], order)) shelf.happen(happening);

          expect(shelf.open.map(({ remaining }) => remaining)).toEqual(orders);
        },
      ),
    );
  });

  it('an order that the shop has not accepted stays fully reserved', () => {
    fc.assert(
      fc.property(someOrders, someFalls, someMode, (orders, falls, mode) => {
        const shelf = new Shelf(sent(orders, mode));

        for (const fall of falls) shelf.happen(fall);

        expect(shelf.open.map(({ remaining }) => remaining)).toEqual(orders);
      }),
    );
  });
});

function shuffled<T>(all: readonly T[], numbers: fc.Stream<number>): T[] {
  const left = [...all];
  const order: T[] = [];
  for (const number of numbers) {
    const [next] = left.splice(number % Math.max(1, left.length), 1);
    if (next === undefined) return order;
    order.push(next);
  }
  return order;
}
