import { note } from '../output';

/** D25 */
const STORED_NOT_IN_FORCE = 3;

/** Prints which running services do not have a shop's change yet, and sets exit code 3. */
export function warnNotInForce(behind: readonly string[]): void {
  if (behind.length === 0) return;
  note(
    `stored, but not in force everywhere: ${behind.join(', ')} has not taken it up. Look at its health and log.`,
  );
  process.exitCode = STORED_NOT_IN_FORCE;
}
