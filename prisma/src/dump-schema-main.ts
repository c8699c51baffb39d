import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { schemaScript, withSchemaEngine } from './schema-engine';

/**
 * `DATABASE_URL=<any database> node prisma/dist/dump-schema-main.js`: writes `schema.sql`, the whole schema from nothing (or, with `--print`, to standard output).
 * What its diff shows after a change of `schema/*.prisma` is what the next migration must do.
 */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL: is required (postgres:// URL)');
  const sql = await withSchemaEngine(url, schemaScript);
  if (process.argv.includes('--print')) writeFileSync(process.stdout.fd, sql);
  else writeFileSync(join(dirname(__dirname), 'schema.sql'), sql);
}

// Exits by itself: the engine's lock timer would hold the process for ten more seconds.
main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
