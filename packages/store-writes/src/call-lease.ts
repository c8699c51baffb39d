import { LIMITS } from '@hub/contract';

/** For the two short transactions around the call, and for clocks that differ between machines. */
const MARGIN_MS = 30_000;

/**
 * How long a claimed row is its worker's: the longest a call takes with all its attempts and the waits before each
 * (D23). A row whose lease is over has lost its worker, and another may repeat the call.
 */
export function callLeaseMs(attemptTimeoutMs: number): number {
  return LIMITS.attempts * (attemptTimeoutMs + LIMITS.commandWaitMs) + MARGIN_MS;
}
