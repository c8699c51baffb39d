import { migrate } from './migrate';

/** `node prisma/dist/migrate-main.js`: migrates the database at DATABASE_URL. */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL: is required (postgres:// URL)');
  const applied = await migrate(url);
  process.stdout.write(applied.length ? `migrated: ${applied.join(', ')}\n` : 'migrated: nothing to do\n');
}

// Exits by itself: the engine's lock timer would hold the process for ten more seconds.
main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`migration failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
