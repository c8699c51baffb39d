import { databaseFailure } from '@hub/database';

export { isDatabaseAway } from '@hub/database';

/** Thrown by work that found, within its transaction, that it must begin again: it finds what was missing the next time. */
export class RunAgain extends Error {
  override readonly name: string = 'RunAgain';
}

/** Whether the same transaction may simply be run again. */
export function isTransientConflict(error: unknown): boolean {
  return error instanceof RunAgain || databaseFailure(error) === 'conflict';
}
