// The database of the trial's shop: PostgreSQL where DATABASE_URL says so, else SQLite in the file of SQLITE_FILE.
import { postgresStorage, sqliteStorage } from '@hub/store-kit';

const TABLE = 'create table if not exists trial_order (id text primary key)';

/** The shop's own table beside those of the kit. */
export async function openShop() {
  const { DATABASE_URL, SQLITE_FILE } = process.env;
  return DATABASE_URL ? inPostgres(DATABASE_URL) : inSqlite(SQLITE_FILE);
}

async function inPostgres(connectionString) {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString, max: 5 });
  const storage = postgresStorage(pool);
  await storage.createTables();
  await pool.query(TABLE);
  return {
    storage,
    insertOrder: (id, tx) => tx.query('insert into trial_order values ($1)', [id]),
    orders: async () => (await pool.query('select id from trial_order')).rows.map(({ id }) => id),
    close: () => pool.end(),
  };
}

async function inSqlite(file) {
  const database = await openSqlite(file);
  database.prepare('pragma journal_mode = wal').all();
  const storage = sqliteStorage(database);
  await storage.createTables();
  database.prepare(TABLE).run();
  return {
    storage,
    insertOrder: async (id, tx) => void tx.prepare('insert into trial_order values (?)').run(id),
    orders: async () =>
      database
        .prepare('select id from trial_order')
        .all()
        .map(({ id }) => id),
    close: async () => database.close(),
  };
}

/** Node's own driver where there is one (22.5 and later), else `better-sqlite3` where that is installed. */
async function openSqlite(file) {
  try {
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(file);
  } catch {
    const { default: Database } = await import('better-sqlite3');
    return new Database(file);
  }
}
