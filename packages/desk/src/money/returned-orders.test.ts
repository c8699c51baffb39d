import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { returnedOrders } from './returned-orders';

const line = fc.record({ order: fc.constantFrom('A', 'B', 'C'), quantity: fc.integer({ min: 1, max: 9 }) });

it('D24: each returned order is listed once, by its first report, with every line', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const orders = returnedOrders(lines, ({ order }) => order);
      expect(orders.map(({ first }) => first.order)).toEqual([...new Set(lines.map(({ order }) => order))]);
      for (const { first, lines: own, pieces } of orders) {
        expect(own).toEqual(lines.filter(({ order }) => order === first.order));
        expect(first).toBe(own[0]);
        expect(pieces).toBe(own.reduce((sum, { quantity }) => sum + quantity, 0));
      }
    }),
  );
});
