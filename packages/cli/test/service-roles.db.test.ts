import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, openSession, repositoryRoot, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { SERVICES } from '../src';
import { serviceEnvironment } from '../src/services/service-environment';

const Tables = z.array(z.object({ name: z.string(), readable: z.boolean() }));

const ROLES = [...SERVICES, 'command'].map((name) => `hub_${name}`);
let database: TestDatabase;
const sessions = new Map<string, Awaited<ReturnType<typeof openSession>>>();

/** The migration grants the roles their rights. */
beforeAll(async () => {
  database = await createTestDatabase();
  const program = join(repositoryRoot(), 'prisma', 'dist', 'migrate-main.js');
  await promisify(execFile)(process.execPath, [program], {
    env: { DATABASE_URL: database.url, HUB_ROLE_PER_SERVICE: 'true' },
  });
  for (const role of ROLES) {
    const url = new URL(database.url);
    url.username = role;
    sessions.set(role, await openSession(url.href));
  }
}, 60_000);
afterAll(async () => {
  for (const session of sessions.values()) await session.end();
  await database.drop();
});

/** The database's answer to a role's statement: nothing, or its refusal. */
async function saidTo(role: string, sql: string): Promise<string> {
  const session = sessions.get(role);
  if (!session) throw new Error(`no session of ${role}`);
  await session.query('BEGIN');
  try {
    await session.query(sql);
    return 'nothing';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    await session.query('ROLLBACK');
  }
}
const REFUSED = '42501';

describe('a service works under its own role', () => {
  it.each(SERVICES)('%s connects to database and broker with its own user', (service) => {
    const env = {
      DATABASE_URL: 'postgresql://hub:secret@127.0.0.1/hub',
      AMQP_URL: 'amqp://hub:secret@a/%2Fhub,amqp://hub:secret@b/%2Fhub',
    };
    expect(serviceEnvironment(service, { ...env, HUB_ROLE_PER_SERVICE: 'true' })).toEqual({
      DATABASE_URL: `postgresql://hub_${service}:secret@127.0.0.1/hub`,
      AMQP_URL: `amqp://hub_${service}:secret@a/%2Fhub,amqp://hub_${service}:secret@b/%2Fhub`,
    });
    expect(serviceEnvironment(service, env)).toEqual(env);
  });
});

describe('anything else is refused', () => {
  it.each(ROLES)('%s reads no table that none of its statements names', async (role) => {
    const { rows } = await database.db.$transaction(async (tx) => ({
      rows: await tx.$queryRaw`
        SELECT format('%I.%I', relnamespace::regnamespace, relname) AS name,
          has_any_column_privilege(${role}, oid, 'SELECT') AS readable
        FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)`,
    }));
    const tables = Tables.parse(rows);
    const beyond = tables.filter(({ readable }) => !readable);
    expect(beyond.length).toBeGreaterThan(0);
    for (const { name } of beyond)
      expect([name, await saidTo(role, `SELECT FROM ${name} LIMIT 0`)]).toEqual([name, REFUSED]);
  });

  it.each(ROLES)('%s owns nothing: neither tables nor days of the ledger', async (role) => {
    expect(await saidTo(role, 'CREATE TABLE mine (id int)')).toBe(REFUSED);
    expect(await saidTo(role, 'CREATE TABLE ledger.mine (id int)')).toBe(REFUSED);
    expect(await saidTo(role, 'ALTER TABLE outbox DISABLE TRIGGER ALL')).toBe(REFUSED);
    expect(await saidTo(role, 'TRUNCATE outbox')).toBe(REFUSED);
    expect(await saidTo(role, 'DROP TABLE ledger.event_ledger_kept')).toBe(REFUSED);
  });

  it.each([
    ['hub_ingress', 'UPDATE seller_order SET state = state'],
    ['hub_ingress', 'DELETE FROM outbox'],
    ['hub_ingress', 'UPDATE shop_secret SET key_id = key_id'],
    ['hub_catalogue', 'SELECT FROM support_session'],
    ['hub_inventory', 'SELECT FROM "return"'],
    ['hub_routing', 'UPDATE routing_policy SET name = name'],
    ['hub_fulfilment', 'SELECT FROM desk_token'],
    ['hub_cancellation', 'UPDATE vat_rate SET rate = rate'],
    ['hub_returns', 'UPDATE package SET correlation = correlation'],
    ['hub_support', 'UPDATE shop_secret SET key_id = key_id'],
    ['hub_support', 'UPDATE network_quantity SET state = state'],
    ['hub_command', 'INSERT INTO event_ledger SELECT FROM event_ledger'],
  ])('%s: %s', async (role, sql) => {
    expect(await saidTo(role, sql)).toBe(REFUSED);
  });

  it('D30: support creates and drops days of the ledger, only by the functions for it; a worker does not', async () => {
    const day = "('2031-05-06')";
    expect(await saidTo('hub_support', `SELECT ledger.add_day${day}; SELECT ledger.drop_day${day}`)).toBe(
      'nothing',
    );
    expect(await saidTo('hub_support', 'CREATE TABLE ledger.event_ledger_20310506 (LIKE event_ledger)')).toBe(
      REFUSED,
    );
    expect(await saidTo('hub_inventory', `SELECT ledger.add_day${day}`)).toBe(REFUSED);
  });

  it('D30: and months of routing decisions in the same way, and no other table', async () => {
    const [add, drop] = [
      "ledger.add_decision_month('2031-05-01')",
      "ledger.drop_decisions('routing_decision_203105')",
    ];
    expect(await saidTo('hub_support', `SELECT ${add}; SELECT ${drop}`)).toBe('nothing');
    expect(await saidTo('hub_support', "SELECT ledger.drop_decisions('event_ledger_kept')")).toBe('P0001');
    expect(await saidTo('hub_support', 'CREATE TABLE ledger.mine (LIKE routing_decision)')).toBe(REFUSED);
    for (const call of [add, drop]) expect(await saidTo('hub_routing', `SELECT ${call}`)).toBe(REFUSED);
  });
});
