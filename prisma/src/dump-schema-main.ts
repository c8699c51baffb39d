import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { givenDatabase } from './given-database';
import { schemaScript, withSchemaEngine } from './schema-engine';

/**
 * `DATABASE_URL=<any database> node prisma/dist/dump-schema-main.js`: writes `schema.sql`, the whole schema from nothing (or, with `--print`, to standard output).
 * Its diff after a change of `schema/*.prisma` is what the next migration must do.
 */
async function main(): Promise<void> {
  const sql = await withSchemaEngine(givenDatabase(process.env), schemaScript);
  if (process.argv.includes('--print')) writeFileSync(process.stdout.fd, sql);
  else writeFileSync(join(dirname(__dirname), 'schema.sql'), sql);
}

// Exits explicitly: the engine's lock timer would keep the process alive for ten more seconds.
main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
