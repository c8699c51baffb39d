import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseConfig } from '@hub/database';
import { environment } from '../environment';
import { CommandFailure } from '../failure';
import { PROJECT_ROOT } from '../project-root';

const PROGRAM = join(PROJECT_ROOT, 'prisma', 'dist', 'migrate-main.js');

/**
 * Applies the migrations that the database lacks and says which; makes a role for each service if configured. In a
 * separate process: the migration engine would stay in memory for as long as this one runs. Throws `CommandFailure`.
 */
export async function migrateDatabase(config: DatabaseConfig): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], {
      env: {
        DATABASE_URL: config.DATABASE_URL,
        DATABASE_CA_FILE: config.DATABASE_CA_FILE,
        HUB_ROLE_PER_SERVICE: environment()['HUB_ROLE_PER_SERVICE'],
      },
    });
    return stdout.trim();
  } catch (error) {
    const said =
      error !== null && typeof error === 'object' && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new CommandFailure([said || 'the database cannot be migrated']);
  }
}
