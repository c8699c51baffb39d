import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import type { SqliteDatabase } from '../src/storage/sqlite-storage';

/** A database in a separate file, by a driver that needs no compiler, under the names of the drivers that stores use. */
export function aSqliteDatabase(): { database: SqliteDatabase; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'store-kit-'));
  const opened = new Database(join(folder, 'store.db'));
  return {
    database: {
      prepare: (text) => ({
        all: (...values) => opened.all(text, values),
        run: (...values) => opened.run(text, values),
      }),
    },
    remove: () => {
      opened.close();
      rmSync(folder, { recursive: true });
    },
  };
}
