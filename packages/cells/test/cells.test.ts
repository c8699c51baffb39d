import { describe, expect, it } from '@jest/globals';
import type { Rules } from '../src/cell';
import * as orders from '../src/order';
import { hear } from '../src/order';
import * as promises from '../src/promises';
import { type Promised, release, type ShopStock } from '../src/promises';
import { runHistories } from '../src/run';

const SEED = 20_261_123;

describe('cells, links and clocks fail', () => {
  it('no piece is promised twice, no order shipped twice, no cancelled one shipped; in the end every order is settled', () => {
    const shipped: number[] = [];
    const lost: number[] = [];
    runHistories({
      runs: 300,
      seed: SEED,
      onEnd: ({ taken }) => {
        shipped.push(taken.get('ship') ?? 0);
        lost.push(taken.get('lose') ?? 0);
      },
    });
    expect(Math.max(...shipped)).toBeGreaterThan(3);
    expect(Math.max(...lost)).toBeGreaterThan(3);
  });

  it('the same seed gives the same histories', () => {
    const ends = (): string[] => {
      const told: string[] = [];
      runHistories({ runs: 20, seed: SEED, onEnd: ({ taken }) => told.push(JSON.stringify([...taken])) });
      return told;
    };
    expect(ends()).toEqual(ends());
  });
});

type Breach = [without: string, found: RegExp, rules: Partial<Rules>];
const NEEDED: Breach[] = [
  [
    'the owner judges by what is free when it is asked',
    /has promised more than it has/,
    {
      reserve: (stock, { ref, pieces }) =>
        stock.promised.has(ref) ? stock : written(stock, ref, { standing: 'held', pieces }),
    },
  ],
  [
    'what is sold in the shop leaves what is promised',
    /has promised more than it has/,
    { changeStock: (stock, by) => ({ ...stock, onHand: stock.onHand + by, version: stock.version + 1 }) },
  ],
  [
    'a try that was never heard of is released too, and remembered',
    /goes nowhere|which does not want them/,
    { release: (stock, ref) => (stock.promised.has(ref) ? release(stock, ref) : stock) },
  ],
  [
    'what has left the house is not released',
    /promised, or shipped, twice|is cancelled, and a shop ships it/,
    { release: (stock, ref) => written(stock, ref, { standing: 'released', pieces: 0 }) },
  ],
  [
    'an order asks nobody else before a silent owner has said how it stands',
    /promised, or shipped, twice/,
    { wait: (order) => ({ ...order, current: null }) },
  ],
  [
    'what is told of a try that is over changes nothing',
    /promised, or shipped, twice|goes nowhere|which does not want them/,
    { hear: (order, _ref, standing) => hear(order, order.current?.ref ?? '', standing) },
  ],
  [
    'a cancelled order lets go of its pieces only when their owner says so',
    /is cancelled, and a shop ships it/,
    { cancel: (order) => ({ ...order, isCancelled: true, current: null }) },
  ],
];

describe('each rule is needed: without it the simulation finds a violation', () => {
  it.each(NEEDED)('%s', (_without, found, broken) => {
    const rules = { ...promises, ...orders, ...broken };
    expect(() => runHistories({ runs: 2_000, seed: SEED, rules })).toThrow(found);
  });
});

function written(stock: ShopStock, ref: string, as: Promised): ShopStock {
  return { ...stock, promised: new Map(stock.promised).set(ref, as), version: stock.version + 1 };
}
