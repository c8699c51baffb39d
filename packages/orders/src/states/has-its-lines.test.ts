import type { OrderLineState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { hasItsLines, openPieces, type PlacedLines } from './has-its-lines';

const aShippingOrder = (number: number, ...lines: string[]) => ({
  number,
  lines: lines.map((orderLineId) => ({ orderLineId, quantity: 5, packaged: 2 })),
});

function anOrder(
  states: Record<string, OrderLineState>,
  ...shippingOrders: PlacedLines['shippingOrders']
): PlacedLines {
  return { lines: Object.entries(states).map(([id, state]) => ({ id, state })), shippingOrders };
}

const first = aShippingOrder(1, 'a', 'b');
const ALLOCATED = { a: 'allocated', b: 'allocated' } as const;

describe('D18: a shipping order holds lines that are allocated and that no later one has', () => {
  it('all of its lines, if it is the only one', () => {
    expect(hasItsLines(anOrder(ALLOCATED, first), first)).toBe(true);
  });

  it.each<OrderLineState>(['own', 'waiting', 'shipped', 'stopped', 'unfulfillable'])(
    'not all of them, if one is %s',
    (state) => {
      expect(hasItsLines(anOrder({ ...ALLOCATED, b: state }, first), first)).toBe(false);
    },
  );

  it('not all of them, once a later shipping order has one: the later one holds it', () => {
    const later = aShippingOrder(2, 'b');
    const order = anOrder(ALLOCATED, later, first);

    expect(hasItsLines(order, first)).toBe(false);
    expect(hasItsLines(order, later)).toBe(true);
  });

  it('whatever an earlier one had, or a later one has of other lines', () => {
    const order = anOrder(
      { ...ALLOCATED, c: 'allocated' },
      aShippingOrder(1, 'a', 'b'),
      aShippingOrder(2, 'a', 'b'),
      aShippingOrder(3, 'c'),
    );

    expect(hasItsLines(order, aShippingOrder(2, 'a', 'b'))).toBe(true);
  });
});

describe('D12: the open pieces of a shipping order are in no package, of lines that it still holds', () => {
  it('those of all its lines', () => {
    expect(openPieces(anOrder(ALLOCATED, first), first)).toBe(6);
  });

  it('without the lines that another shop has, or that have ended', () => {
    expect(openPieces(anOrder(ALLOCATED, first, aShippingOrder(2, 'b')), first)).toBe(3);
    expect(openPieces(anOrder({ a: 'unfulfillable', b: 'allocated' }, first), first)).toBe(3);
  });
});
