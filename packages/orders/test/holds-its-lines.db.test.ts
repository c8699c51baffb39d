import { randomUUID } from 'node:crypto';
import { inTransaction, OrderLineState, type Database } from '@hub/database';
import { aShippingOrder, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasItsLines } from '../src/states/has-its-lines';
import { readHoldsItsLines } from '../src/states/holds-its-lines';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());

const STATES = Object.values(OrderLineState);
const START = Date.parse('2026-11-22T12:00:00Z');
/** The lines of an order by their states, and its shipping orders: their numbers, when they were made, and with which lines. */
const anyOrder = fc.record({
  lines: fc.array(fc.constantFrom('allocated' as const, ...STATES), { minLength: 1, maxLength: 3 }),
  shippingOrders: fc.array(
    fc.record({
      number: fc.integer({ min: 1, max: 4 }),
      madeAt: fc.integer({ min: 0, max: 3 }),
      lines: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

describe('a shipping order holds its lines while they are allocated and no later one has them (D18, D19)', () => {
  it('the same for rows and for an order that was read', async () => {
    const { sellerOrderId } = await aShippingOrder(db);
    await fc.assert(
      fc.asyncProperty(anyOrder, async ({ lines, shippingOrders }) => {
        const stored = await store(sellerOrderId, lines, shippingOrders);
        const inSql = await inTransaction(db, (tx) =>
          Promise.all(stored.shippingOrders.map(({ id }) => readHoldsItsLines(tx, id))),
        );
        expect(inSql).toEqual(stored.shippingOrders.map((one) => hasItsLines(stored, one)));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['it is the only one', 'allocated', [1], [true]],
    ['another shop has them since', 'allocated', [1, 2], [false, true]],
    ['another shop had them before, by a clock that was ahead', 'allocated', [2, 1], [true, false]],
    ['they wait for a shop again', 'waiting', [1], [false]],
    ['they have shipped', 'shipped', [1], [false]],
  ] as const)('%s', async (_, state, numbers, holds) => {
    const { sellerOrderId } = await aShippingOrder(db);
    const made = numbers.map((number, madeAt) => ({ number, madeAt, lines: [0] }));
    const stored = await store(sellerOrderId, [state], made);
    expect(stored.shippingOrders.map((one) => hasItsLines(stored, one))).toEqual(holds);
  });
});

type Made = { number: number; madeAt: number; lines: number[] };

async function store(sellerOrderId: string, states: readonly OrderLineState[], made: readonly Made[]) {
  await db.shippingOrderLine.deleteMany({ where: { shippingOrder: { sellerOrderId } } });
  await db.shippingOrder.deleteMany({ where: { sellerOrderId } });
  await db.orderLine.deleteMany({ where: { sellerOrderId } });
  const lines = states.map((state, position) => ({ id: randomUUID(), state, position }));
  await db.orderLine.createMany({
    data: lines.map((line) => ({
      ...line,
      sellerOrderId,
      lineItemId: line.id,
      variantId: 'V-1',
      quantity: 1,
      unitPrice: 1,
    })),
  });
  const shippingOrders = made.map((one) => ({
    id: randomUUID(),
    number: one.number,
    createdAt: new Date(START + one.madeAt),
    lines: one.lines.flatMap((index) => {
      const line = lines[index];
      return line ? [{ orderLineId: line.id }] : [];
    }),
  }));
  for (const { id, number, createdAt, lines: given } of shippingOrders)
    await db.shippingOrder.create({
      data: {
        id,
        sellerOrderId,
        decisionId: randomUUID(),
        shopId: 1,
        externalRef: id,
        number,
        createdAt,
        lines: {
          create: given.map(({ orderLineId }, position) => ({
            id: randomUUID(),
            orderLineId,
            position,
            externalRef: randomUUID(),
            variantId: 'V-1',
            quantity: 1,
            unitPrice: 1,
            calculation: {},
          })),
        },
      },
    });
  return { lines, shippingOrders };
}
