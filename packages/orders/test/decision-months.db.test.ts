import { randomUUID } from 'node:crypto';
import { inTransaction, rows } from '@hub/database';
import { aShippingOrder, createTestDatabase, eventually, openSession, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  addDecisionMonths,
  dropDecisionMonths,
  pruneDecisionsWithoutMonth,
} from '../src/records/decision-months';

/** D30: routing decisions are kept by the month, and go by the month. */

const at = (text: string) => Date.parse(text);
/** No migration has created these months, whatever today is. */
const JANUARY = at('2040-01-15T10:00:00Z');

let database: TestDatabase;
let sellerOrderId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ sellerOrderId } = await aShippingOrder(database.db));
}, 60_000);
afterAll(() => database.drop());

const add = (now: number, months: number) =>
  inTransaction(database.db, (tx) => addDecisionMonths(tx, now, months));
const drop = (now: number, months = 13) =>
  inTransaction(database.db, (tx) => dropDecisionMonths(tx, now, months));

async function decide(decidedAt: number): Promise<string> {
  const id = randomUUID();
  await database.db.routingDecision.create({
    data: { id, sellerOrderId, policyVersion: 'D19-2', decidedAt: new Date(decidedAt), detail: {} },
  });
  return id;
}

const Part = z.object({ part: z.string() });
const partOf = async (id: string) => {
  const [found] = await rows(
    Part,
    database.db.$queryRaw`
    SELECT replace(tableoid::regclass::text, 'ledger.routing_decision_', '') AS part FROM routing_decision WHERE id = ${id}::uuid`,
  );
  return found?.part ?? null;
};

describe('D30: the months of routing decisions', () => {
  it('are created ahead of time, once; a decision of the last moment is in its month', async () => {
    expect(await add(JANUARY, 3)).toBe(3);
    expect(await add(JANUARY, 3)).toBe(0);
    expect(await partOf(await decide(at('2040-01-31T23:59:59.999Z')))).toBe('204001');
    expect(await partOf(await decide(at('2040-02-01T00:00:00Z')))).toBe('204002');
  });

  it('without a partition lose no decision: it is kept apart, and pruned once it is old', async () => {
    const id = await decide(at('2045-06-10T00:00:00Z'));
    expect(await partOf(id)).toBe('other');
    // Its month cannot be attached beside it any more; the next one can.
    expect(await add(at('2045-06-11T00:00:00Z'), 2)).toBe(1);
    expect(await partOf(await decide(at('2045-06-12T00:00:00Z')))).toBe('other');
    expect(await partOf(await decide(at('2045-07-01T00:00:00Z')))).toBe('204507');

    const prune = (now: number) =>
      inTransaction(database.db, (tx) => pruneDecisionsWithoutMonth(tx, { months: 13, limit: 10, now }));
    expect(await prune(at('2046-07-09T23:00:00Z'))).toBe(0);
    expect(await prune(at('2046-07-11T00:00:00Z'))).toBe(1);
    expect(await partOf(id)).toBeNull();
  });

  it('go once all of their decisions are older than what is kept; the younger ones stay', async () => {
    await add(at('2050-01-15T00:00:00Z'), 2);
    const [january, february] = [
      await decide(at('2050-01-01T00:00:00Z')),
      await decide(at('2050-02-01T00:00:00Z')),
    ];
    // What other tests made is over as well.
    await drop(at('2051-02-28T23:59:59Z'));
    expect([await partOf(january), await partOf(february)]).toEqual(['205001', '205002']);
    expect(await drop(at('2051-03-01T00:00:00Z'))).toBe(1);
    expect([await partOf(january), await partOf(february)]).toEqual([null, '205002']);
    expect(await drop(at('2051-03-01T00:00:00Z'))).toBe(0);
  });

  it('wait for a long reader to end, and intake does not wait for them', async () => {
    await add(at('2060-01-15T00:00:00Z'), 1);
    const id = await decide(at('2060-01-16T00:00:00Z'));
    const reader = await openSession(database.url);
    await reader.query('BEGIN; SELECT count(*) FROM routing_decision');
    await expect(drop(at('2070-01-01T00:00:00Z'))).rejects.toThrow(/lock/);
    await decide(at('2060-01-17T00:00:00Z'));
    await reader.end();
    expect(await eventually(() => drop(at('2070-01-01T00:00:00Z')))).toBeGreaterThan(0);
    expect(await partOf(id)).toBeNull();
  });

  it('two copies of support at once create each once', async () => {
    const added = await Promise.all([1, 2].map(() => add(at('2075-01-15T00:00:00Z'), 3)));
    expect(added.toSorted()).toEqual([0, 3]);
  });
});

describe('D18: the later decision of an order has the greater number', () => {
  it('across months', async () => {
    const order = await aShippingOrder(database.db);
    const first = new Date('2080-01-31T23:00:00Z');
    await database.db.sellerOrder.update({ where: { id: order.sellerOrderId }, data: { receivedAt: first } });
    await add(first.getTime(), 2);
    for (const decidedAt of [first, new Date('2080-02-01T01:00:00Z'), new Date('2080-02-03T00:00:00Z')])
      await database.db.routingDecision.create({
        data: {
          id: randomUUID(),
          sellerOrderId: order.sellerOrderId,
          policyVersion: 'D19-2',
          decidedAt,
          detail: {},
        },
      });
    const decisions = await database.db.routingDecision.findMany({
      where: { sellerOrderId: order.sellerOrderId },
      orderBy: { decidedAt: 'asc' },
    });
    expect(decisions.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});

describe('statements about decisions', () => {
  const Plan = z.object({ 'QUERY PLAN': z.string() });
  const planOf = async (sql: string) => {
    const session = await openSession(database.url);
    try {
      await session.query('SET enable_seqscan = off');
      const { rows: lines } = await session.query(`EXPLAIN ${sql}`);
      return z
        .array(Plan)
        .parse(lines)
        .map((line) => line['QUERY PLAN']);
    } finally {
      await session.end();
    }
  };

  it('of an order read each month by its index', async () => {
    const plan = await planOf(
      `SELECT * FROM routing_decision WHERE seller_order_id = '${randomUUID()}' ORDER BY number`,
    );
    const scans = plan.filter((line) => /Scan/.test(line) && !/Bitmap Index Scan/.test(line));
    expect(scans.length).toBeGreaterThan(3);
    expect(scans.filter((line) => !/Index Scan|Bitmap Heap Scan/.test(line))).toEqual([]);
  });

  it('of a period leave out the other months', async () => {
    await add(at('2090-01-15T00:00:00Z'), 3);
    const plan = await planOf(`
      SELECT id FROM routing_decision
      WHERE (decided_at, id) > ('2090-02-02', '00000000-0000-0000-0000-000000000000')
        AND decided_at >= '2090-02-02' AND decided_at < '2090-02-20' ORDER BY decided_at, id LIMIT 500`);
    expect(plan.filter((line) => /Scan/.test(line))).toEqual([
      expect.stringContaining('routing_decision_209002'),
    ]);
  });
});
