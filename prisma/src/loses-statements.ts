import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { connectionSettings } from './connection-settings';
import { sqlStateOf } from './database-failure';

/** Poolers hand out sessions in varying order: the number of tries. */
const ROUNDS = 4;
const CONNECT_WITHIN_MS = 5_000;
/** The statement is unknown, or another one has its name. */
const LOST = new Set(['26000', '42P05', '08P01']);

/**
 * Whether prepared statements are lost between transactions: behind a pooler in transaction mode that does not keep
 * them (PgBouncer before 1.21, or without `max_prepared_statements`). Detected by preparing one, having another
 * connection drop its session's statements, and running it again. Direct connections have separate sessions.
 */
export async function losesStatements(url: string, caFile?: string): Promise<boolean> {
  const settings = { ...connectionSettings(url, caFile), connectionTimeoutMillis: CONNECT_WITHIN_MS };
  const [one, other] = [new Client(settings), new Client(settings)];
  for (const client of [one, other]) client.on('error', () => undefined);
  try {
    await one.connect();
    await other.connect();
    for (let round = 0; round < ROUNDS; round += 1) if (await isLost(one, other)) return true;
    return false;
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

async function isLost(one: Client, other: Client): Promise<boolean> {
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
