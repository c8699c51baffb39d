import { databaseFailure } from '@hub/database';

export { isDatabaseAway } from '@hub/database';

/** Whether the same transaction may simply be run again. */
export function isTransientConflict(error: unknown): boolean {
  return databaseFailure(error) === 'conflict';
}
