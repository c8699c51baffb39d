import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Database } from './database';
import { rows } from './rows';

const ThereRow = z.object({ there: z.boolean() });
const NameRow = z.object({ name: z.string() });

/** In this package's folder, beside `src` and `dist`. */
export const MIGRATIONS = join(dirname(__dirname), 'migrations');

/** Names of the migrations that this program was built with, in order. */
export function ownMigrations(): string[] {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

/** Those of them that the database lacks: not begun, not finished, or failed. It may have others. */
export async function missingMigrations(db: Database): Promise<string[]> {
  const [kept] = await rows(
    ThereRow,
    db.$queryRaw`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  );
  if (!kept?.there) return ownMigrations();
  const applied = await rows(
    NameRow,
    db.$queryRaw`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const names = new Set(applied.map(({ name }) => name));
  return ownMigrations().filter((name) => !names.has(name));
}
