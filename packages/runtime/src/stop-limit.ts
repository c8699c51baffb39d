/** One attempt at a store (30 s, D23), or the longest a verdict is waited for (D5). */
const LONGEST_WORK_MS = 30_000;
/** From the end of the work to the end of the process: rows, acknowledgements, connections. */
const END_WITHIN_MS = 5_000;

/**
 * How long a service that is told to stop may take at the most: the drain, the longest work in hand, and its end. Who
 * stops it waits longer (the manifests' `terminationGracePeriodSeconds`).
 */
export function stopLimitMs(config: {
  DRAIN_MS?: number | undefined;
  STORE_TIMEOUT_MS?: number | undefined;
}): number {
  return (config.DRAIN_MS ?? 0) + (config.STORE_TIMEOUT_MS ?? LONGEST_WORK_MS) + END_WITHIN_MS;
}
