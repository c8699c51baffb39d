import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { sqlStateOf } from './database-failure';
import { openPool, type Limits } from './open-pool';

const SettingRows = z.array(z.object({ name: z.string(), setting: z.string() }));

/** Poolers hand out sessions in varying order: the number of tries. */
const ROUNDS = 4;
/**
 * A server or pooler that is silent for longer is given up, so that the check always ends. No setting of a server or
 * role has these values by chance.
 */
const LIMITS: Limits = { connectMs: 5_000, statementMs: 4_987, silenceMs: 5_000, idleMs: 4_993 };
const PROTOCOL_VIOLATION = '08P01';
/** The statement is unknown, or another one has its name. */
const LOST = new Set(['26000', '42P05', PROTOCOL_VIOLATION]);

/** What a session loses to a pooler: its time limits, or its prepared statements. */
export type PoolerLoss = 'limits' | 'statements';

/**
 * Checks whether sessions keep their time limits and prepared statements, on which a process relies unless
 * `DATABASE_PREPARED` is `off`. PgBouncer refuses a session that states its time limits, or drops them
 * (`ignore_startup_parameters`). In transaction mode it loses prepared statements, unless it keeps them
 * (`max_prepared_statements`, from 1.21 on). Rejects if the database does not answer.
 *
 * @returns null if nothing is lost, as on a direct connection
 */
export async function lostToPooler(url: string, caFile?: string): Promise<PoolerLoss | null> {
  const pool = openPool({ url, caFile, size: 2, limits: LIMITS });
  const clients: PoolClient[] = [];
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    // What is asked of a lost connection fails; without a listener this process would.
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  try {
    const [one, other] = [await connect(), await connect()];
    if (!(await keepsLimits(one))) return 'limits';
    for (let round = 0; round < ROUNDS; round += 1) if (await isLost(one, other)) return 'statements';
    return null;
  } catch (error) {
    if (refusesLimits(error)) return 'limits';
    throw error;
  } finally {
    // Not back to the pool: a pooler may have mixed up their statements.
    for (const client of clients) client.release(true);
    await pool.end();
  }
}

/** PgBouncer's answer to a session that asks for a setting that it does not know. */
const refusesLimits = (error: unknown): boolean =>
  error instanceof Error &&
  sqlStateOf(error) === PROTOCOL_VIOLATION &&
  /unsupported startup parameter/i.test(error.message);

async function keepsLimits(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')",
  );
  const set = new Map(SettingRows.parse(rows).map(({ name, setting }) => [name, Number(setting)]));
  return (
    set.get('statement_timeout') === LIMITS.statementMs &&
    set.get('idle_in_transaction_session_timeout') === LIMITS.idleMs
  );
}

/**
 * One session prepares a statement, the other drops those of its own: if both share a session of the server behind a
 * pooler, the statement is gone.
 */
async function isLost(one: PoolClient, other: PoolClient): Promise<boolean> {
  const name = `hub_probe_${randomUUID()}`;
  const run = () => one.query({ name, text: 'SELECT 1' });
  await run();
  await other.query('DEALLOCATE ALL');
  return run().then(
    () => false,
    (error: unknown) => {
      if (LOST.has(sqlStateOf(error) ?? '')) return true;
      throw error;
    },
  );
}
