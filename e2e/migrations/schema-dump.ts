import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openSession } from '@hub/testing';

/** Differ from one dump to the next of the same database. */
const RANDOM = /^\\(un)?restrict .*\n/gm;
const MOST = 64 * 2 ** 20;

/** Everything in a database, and which of its migrations count as done. */
export async function dumpOf(url: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'pg_dump',
    ['--exclude-table-data=_prisma_migrations', '--dbname', url],
    { maxBuffer: MOST },
  );
  const session = await openSession(url);
  try {
    const { rows } = await session.query(
      'SELECT migration_name, checksum, finished_at IS NOT NULL AS done FROM _prisma_migrations ORDER BY 1, 3',
    );
    return `${stdout.replace(RANDOM, '')}\n${JSON.stringify(rows, null, 1)}`;
  } finally {
    await session.end();
  }
}
