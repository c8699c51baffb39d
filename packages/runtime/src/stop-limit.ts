/** One attempt at a store (30 s, D23), or the longest wait for a verdict (D5). */
const LONGEST_WORK_MS = 30_000;
/** From the end of the work to the end of the process: rows, acknowledgements, connections. */
const END_WITHIN_MS = 5_000;

/**
 * The maximum time a service takes to stop: the drain, the longest work in flight, and its end. The orchestrator waits
 * longer (the manifests' `terminationGracePeriodSeconds`).
 */
export function stopLimitMs(config: {
  DRAIN_MS?: number | undefined;
  STORE_TIMEOUT_MS?: number | undefined;
}): number {
  return (config.DRAIN_MS ?? 0) + (config.STORE_TIMEOUT_MS ?? LONGEST_WORK_MS) + END_WITHIN_MS;
}
