import { databaseFailure, violatedKeyOf } from '@hub/database';

export { isDatabaseAway } from '@hub/database';

/** Thrown by work that found, within its transaction, that it must begin again: it finds what was missing the next time. */
export class RunAgain extends Error {
  override readonly name: string = 'RunAgain';
}

/** Of each part of the ledger: another delivery of the event was decided meanwhile. */
const LEDGER_KEY = /^event_ledger\w*_pkey$/;

/** Whether the same transaction may simply be run again. */
export function isTransientConflict(error: unknown): boolean {
  if (error instanceof RunAgain || databaseFailure(error) === 'conflict') return true;
  return LEDGER_KEY.test(violatedKeyOf(error) ?? '');
}
