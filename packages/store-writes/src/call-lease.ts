import { LIMITS } from '@hub/contract';

/** For the two short transactions around the call, and for clock differences between machines. */
const MARGIN_MS = 30_000;

/**
 * How long a worker owns a claimed row: the longest a call takes with all its attempts and the waits before each (D23).
 * A row with an expired lease has lost its worker, and another may repeat the call.
 */
export function callLeaseMs(attemptTimeoutMs: number): number {
  return LIMITS.attempts * (attemptTimeoutMs + LIMITS.commandWaitMs) + MARGIN_MS;
}
