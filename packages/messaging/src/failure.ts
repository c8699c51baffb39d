import { databaseFailure, violatedKeyOf } from '@hub/database';

export { isDatabaseAway } from '@hub/database';

/** Thrown by work that found, within its transaction, that it must start over: the next run finds what was missing. */
export class RunAgain extends Error {
  override readonly name: string = 'RunAgain';
}

/** Constraint of each partition of the ledger: another delivery of the event was decided meanwhile. */
const LEDGER_KEY = /^event_ledger\w*_pkey$/;

/** Whether the same transaction can simply be rerun. */
export function isTransientConflict(error: unknown): boolean {
  if (error instanceof RunAgain || databaseFailure(error) === 'conflict') return true;
  return LEDGER_KEY.test(violatedKeyOf(error) ?? '');
}
