import { migrate } from './migrate';
import { givenDatabase } from './given-database';

/**
 * `node prisma/dist/migrate-main.js`: migrates the database at DATABASE_URL. With HUB_ROLE_PER_SERVICE=true it also
 * makes a role for each service.
 */
async function main(): Promise<void> {
  const applied = await migrate({
    ...givenDatabase(process.env),
    rolePerService: process.env['HUB_ROLE_PER_SERVICE'] === 'true',
  });
  process.stdout.write(applied.length ? `migrated: ${applied.join(', ')}\n` : 'migrated: nothing to do\n');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`migration failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
