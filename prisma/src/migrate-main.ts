import { migrate } from './migrate';
import { givenDatabase } from './given-database';

/** `node prisma/dist/migrate-main.js`: migrates the database at DATABASE_URL. */
async function main(): Promise<void> {
  const applied = await migrate(givenDatabase(process.env));
  process.stdout.write(applied.length ? `migrated: ${applied.join(', ')}\n` : 'migrated: nothing to do\n');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`migration failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
