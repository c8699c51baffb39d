import { StartRefused } from '@hub/installation';
import { isDatabaseAway } from '@hub/messaging';
import { ConfigError } from '@hub/runtime';

/** An unexpected error of a command, as text. */
export function plainFault(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message;
  if (isDatabaseAway(error))
    return 'the database cannot be reached: is DATABASE_URL right and PostgreSQL up?';
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'no such file';
  return error instanceof Error ? `failed: ${error.message}` : 'failed';
}
