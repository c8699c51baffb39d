import { rows } from '@hub/database';
import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { retention } from '../src/retention/retention';
import { STORED_TABLES } from '../src/retention/tables';

/** D30: what grows is bounded. Every table of the database is named, with what removes its rows. */

/** Rules that change rows and remove none. */
const REMOVE_NOTHING = [
  'days of the ledger to come',
  'orders open for long',
  'personal data of orders',
  'distances of blanked orders',
  'distances in lab runs of blanked orders',
  'personal data of returns',
  'reasons of cancellations',
  'reasons of cancellations of unknown orders',
  'months of routing decisions to come',
];
const ALL = Object.entries(STORED_TABLES);
const Name = z.object({ name: z.string() });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const namesOf = async (query: Promise<unknown>) => (await rows(Name, query)).map(({ name }) => name);

describe('every table that the database has', () => {
  it('is named with how it grows and what bounds it, and none that it does not have', async () => {
    const found = await namesOf(database.db.$queryRaw`
      SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`);
    expect(ALL.map(([name]) => name).toSorted()).toEqual(found.toSorted());
  });

  it('is in the schema public, or a partition of one that is', async () => {
    const others = await namesOf(database.db.$queryRaw`
      SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema$)' AND n.nspname <> 'public'
        AND NOT EXISTS (
          SELECT FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent
          WHERE i.inhrelid = c.oid AND p.relnamespace = 'public'::regnamespace)`);
    expect(others).toEqual([]);
  });

  it.each(ALL.filter(([, table]) => 'why' in table))(
    'says how large its rows are, if they are kept permanently: %s',
    (_, { bytes }) => {
      expect(bytes).toBeGreaterThan(0);
    },
  );
});

describe('every rule of retention', () => {
  const rules = retention({ ROUTING_DECISION_MONTHS: 13 }).map(({ name }) => name.replace('retention: ', ''));
  const named = ALL.flatMap(([, table]) => ('rules' in table ? table.rules : []));

  it('that a table names exists', () => {
    expect(named.filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  it('is named by a table, unless it removes nothing', () => {
    expect(rules.filter((rule) => !named.includes(rule))).toEqual(REMOVE_NOTHING);
  });
});
