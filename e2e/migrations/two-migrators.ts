import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { applyMigrations, migrationFiles } from '@hub/database';
import { createBareDatabase, eventually, openSession, repositoryRoot } from '@hub/testing';
import { dumpOf } from './schema-dump';

type Session = Awaited<ReturnType<typeof openSession>>;

const PROGRAM = join(repositoryRoot(), 'prisma', 'dist', 'migrate-main.js');
const DONE = '0';

/** The program that migrates, run twice at once on one database; and killed while the other waits for it. Compared with one run alone. */
export async function twoMigrators(): Promise<string[]> {
  const alone = await migrated((url) => ends(start(url)));
  const both = await migrated((url) => ends(start(url), start(url)));
  const killed = await migrated(killedInTheMiddle);
  return [
    ...faults('one', alone.ends, [DONE]),
    ...faults('two at once', both.ends, [DONE, DONE]),
    ...faults('the first of two killed', killed.ends, ['SIGKILL', DONE]),
    ...(both.dump === alone.dump ? [] : ['two at once: the end is another than of one alone']),
    ...(killed.dump === alone.dump ? [] : ['the first of two killed: the end is another than of one alone']),
  ];
}

const faults = (what: string, ended: readonly string[], as: readonly string[]): string[] =>
  ended.join() === as.join() ? [] : [`${what}: ended with ${ended.join(', ')}`];

async function migrated(work: (url: string) => Promise<string[]>): Promise<{ ends: string[]; dump: string }> {
  const database = await createBareDatabase();
  try {
    return { ends: await work(database.url), dump: await dumpOf(database.url) };
  } finally {
    await database.drop();
  }
}

/** A transaction writes orders, and the first waits for it; the second waits for the first. */
async function killedInTheMiddle(url: string): Promise<string[]> {
  const [writer, looking] = [await openSession(url), await openSession(url)];
  try {
    await applyMigrations(looking, migrationFiles().slice(0, 1));
    await writer.query('BEGIN; LOCK TABLE seller_order IN ROW EXCLUSIVE MODE');
    const first = start(url);
    await sessions(looking, { count: 1, waiting: true });
    const second = start(url);
    const ended = ends(first, second);
    await sessions(looking, { count: 2, waiting: false });
    first.kill('SIGKILL');
    await once(first, 'exit');
    await writer.query('COMMIT');
    return await ended;
  } finally {
    await Promise.all([writer.end(), looking.end()]);
  }
}

/** Waits until this many migrators are connected, or wait for a lock. */
async function sessions(
  session: Session,
  { count, waiting }: { count: number; waiting: boolean },
): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await session.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'migrate'
       ${waiting ? "AND wait_event_type = 'Lock'" : ''}`,
    );
    if (rowCount !== count) throw new Error(`${rowCount} migrators, not ${count}`);
  });
}

const start = (url: string): ChildProcess =>
  spawn(process.execPath, [PROGRAM], { env: { DATABASE_URL: url }, stdio: ['ignore', 'ignore', 'inherit'] });

/** Exit codes, or the signals that ended them. */
function ends(...children: readonly ChildProcess[]): Promise<string[]> {
  return Promise.all(
    children.map(async (child) => {
      await once(child, 'exit');
      return child.signalCode ?? String(child.exitCode);
    }),
  );
}
