import { note } from '../output';

/** D25 */
const STORED_NOT_IN_FORCE = 3;

/** Says which running services have not taken a change of a shop up, and has the command exit with 3. */
export function warnNotInForce(behind: readonly string[]): void {
  if (behind.length === 0) return;
  note(
    `stored, but not in force everywhere: ${behind.join(', ')} has not taken it up. Look at its health and log.`,
  );
  process.exitCode = STORED_NOT_IN_FORCE;
}
