import { randomUUID } from 'node:crypto';
import { applyMigrations, migrationFiles } from '@hub/database';
import { createBareDatabase, openSession, type BareDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

/** D30: the table of routing decisions becomes months while the release before writes to it. */

const FIRST = '20261204010000_decisions_before_months_key';
const LAST = '20261204010400_decisions_by_month';
const all = migrationFiles();
const before = all.slice(
  0,
  all.findIndex(({ name }) => name === FIRST),
);
const steps = all.slice(before.length, all.findIndex(({ name }) => name === LAST) + 1);

let database: BareDatabase;
let session: Awaited<ReturnType<typeof openSession>>;
beforeEach(async () => {
  database = await createBareDatabase();
  session = await openSession(database.url);
  await applyMigrations(session, before);
}, 60_000);
afterEach(async () => {
  await session.end();
  await database.drop();
});

/** As the release before stores an order with its decision. @returns the order's id */
async function decideAsBefore(): Promise<string> {
  const id = randomUUID();
  await session.query(
    `WITH new_order AS (
       INSERT INTO seller_order (id, shop_id, order_id, placed_at, currency, mode, destination_country, shipping_cost, total_discounts, correlation)
       VALUES ('${id}', 1, '${id}', 0, 'EUR', 'live', 'SE', 0, 0, 'C')
     )
     INSERT INTO routing_decision (id, seller_order_id, policy_version, detail) VALUES (gen_random_uuid(), '${id}', 'D19-2', '{}')`,
  );
  return id;
}
const decideAgain = (id: string) =>
  session.query(
    `INSERT INTO routing_decision (id, seller_order_id, policy_version, detail) VALUES (gen_random_uuid(), '${id}', 'D19-2', '{}')`,
  );
const partsOf = async (): Promise<unknown[]> => {
  const { rows } = await session.query(
    `SELECT replace(tableoid::regclass::text, 'ledger.routing_decision_', '') AS part, count(*)::int AS decisions FROM routing_decision GROUP BY 1`,
  );
  return rows;
};
const numbersOf = async (id: string): Promise<unknown[]> => {
  const { rows } = await session.query(
    `SELECT number FROM routing_decision WHERE seller_order_id = '${id}' ORDER BY number`,
  );
  return rows.map(({ number }) => number);
};

describe('D30: routing decisions become months', () => {
  it('the release before writes after each step; no decision is lost or copied, and their numbers go on', async () => {
    const order = await decideAsBefore();
    for (const step of steps) {
      await applyMigrations(session, [...before, ...steps.slice(0, steps.indexOf(step) + 1)]);
      await decideAgain(order);
      await decideAsBefore();
    }
    expect(await numbersOf(order)).toEqual([1, ...steps.map((_, index) => index + 2)]);
    // Until the months begin, all are in the former table.
    expect(await partsOf()).toEqual([{ part: 'before', decisions: 1 + 2 * steps.length }]);
  });

  it('the roles of the release before keep their rights, of columns too', async () => {
    const role = `before_${randomUUID().slice(0, 8)}`;
    await session.query(`CREATE ROLE ${role}`);
    await session.query(`GRANT SELECT, INSERT ON routing_decision TO ${role}`);
    await session.query(`GRANT UPDATE (detail) ON routing_decision TO ${role}`);
    try {
      await applyMigrations(session, [...before, ...steps]);
      const { rows } = await session.query(
        `SELECT has_table_privilege('${role}', 'routing_decision', right_asked) AS has
         FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) right_asked
         UNION ALL SELECT has_column_privilege('${role}', 'routing_decision', 'detail', 'UPDATE')`,
      );
      expect(rows.map(({ has }) => has)).toEqual([true, true, false, false, true]);
    } finally {
      await session.query(`DROP OWNED BY ${role}`);
      await session.query(`DROP ROLE ${role}`);
    }
  });

  it('months follow the former table without a gap, also if a clock was ahead', async () => {
    await decideAsBefore();
    await session.query(`UPDATE routing_decision SET decided_at = '2044-03-31T23:00:00Z'`);
    await applyMigrations(session, [...before, ...steps]);
    const order = await decideAsBefore();
    for (const at of [
      '2044-04-30T23:59:59Z',
      '2044-05-01T00:00:00Z',
      '2044-07-31T00:00:00Z',
      '2044-08-01T00:00:00Z',
    ])
      await session.query(
        `INSERT INTO routing_decision (id, seller_order_id, policy_version, decided_at, detail) VALUES (gen_random_uuid(), '${order}', 'D19-2', '${at}', '{}')`,
      );
    const parts = await partsOf();
    expect(parts).toEqual(
      expect.arrayContaining([
        { part: 'before', decisions: 3 },
        { part: '204405', decisions: 1 },
        { part: '204407', decisions: 1 },
        { part: 'other', decisions: 1 },
      ]),
    );
  });

  it('of a hub without orders this month has a partition at once', async () => {
    await applyMigrations(session, [...before, ...steps]);
    await decideAsBefore();
    expect(await partsOf()).toEqual([{ part: expect.stringMatching(/^\d{6}$/), decisions: 1 }]);
  });
});
