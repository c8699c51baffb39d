import type { Migration } from '@hub/database';
import { eventually, openSession } from '@hub/testing';
import { sqlStatements } from './sql-statements';

const DIES = 'SELECT pg_terminate_backend(pg_backend_pid());';
/** The migrator is killed as it reports that a migration is done. */
const DIES_ON_ENTRY = `
  CREATE FUNCTION pg_temp_dies() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$;
  CREATE TRIGGER dies AFTER INSERT ON _prisma_migrations FOR EACH ROW EXECUTE FUNCTION pg_temp_dies()`;
const LIVES = 'DROP FUNCTION pg_temp_dies() CASCADE';
const CONCURRENTLY =
  /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+"(\w+)"\s+ON\s+((?:"?\w+"?\.)?"?\w+"?)/i;

/** A moment at which a migrator is killed. */
export interface Death {
  at: string;
  /** What the migrator is given in place of the migration. */
  migration: Migration;
  /** Kills it, where the migration does not do so itself. @returns undoes what it took; null: the moment never comes */
  arrange?: (url: string) => Promise<(() => Promise<void>) | null>;
}

/** Every moment at which dying makes a difference: before, between and after its statements, and as it is entered. */
export function deathsOf(migration: Migration): Death[] {
  const onEntry = { at: 'as it is entered', migration, arrange: dyingOnEntry };
  const [, index, table] = CONCURRENTLY.exec(migration.sql.replace(/--[^\n]*/g, '')) ?? [];
  if (index !== undefined && table !== undefined) {
    const arrange = (url: string) => dyingAsItBuilds(url, { index, table });
    return [{ at: 'while its index is built', migration, arrange }, onEntry];
  }
  const statements = sqlStatements(migration.sql);
  const between = Array.from({ length: statements.length + 1 }, (_, done) => ({
    at: `after ${done} of ${statements.length} statements`,
    migration: {
      name: migration.name,
      sql: [...statements.slice(0, done), DIES, ...statements.slice(done)].join('\n'),
    },
  }));
  return [...between, onEntry];
}

async function dyingOnEntry(url: string): Promise<() => Promise<void>> {
  await execute(url, DIES_ON_ENTRY);
  return () => execute(url, LIVES);
}

/** A transaction writes to the table, for whose end the index waits, half built. One that an earlier migration made is not built. */
async function dyingAsItBuilds(
  url: string,
  { index, table }: { index: string; table: string },
): Promise<(() => Promise<void>) | null> {
  const writer = await openSession(url);
  const { rowCount } = await writer.query('SELECT 1 FROM pg_class WHERE relname = $1', [index]);
  if (rowCount !== 0) {
    await writer.end();
    return null;
  }
  await writer.query(`BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
  const killing = killOnceHalfBuilt(url);
  return async () => {
    await killing;
    await writer.end();
  };
}

async function killOnceHalfBuilt(url: string): Promise<void> {
  const looking = await openSession(url);
  try {
    await eventually(async () => {
      const { rowCount } = await looking.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index
         WHERE datname = current_database() AND EXISTS (SELECT 1 FROM pg_index WHERE NOT indisvalid)`,
      );
      if (rowCount === 0) throw new Error('no index is being built');
    });
  } finally {
    await looking.end();
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const session = await openSession(url);
  try {
    await session.query(sql);
  } finally {
    await session.end();
  }
}
