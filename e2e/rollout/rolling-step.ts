import type { RolloutStrategy } from './deployment';

/** Copies of one version that were sent no stop signal. */
export interface Copies {
  count: number;
  /** Those of them that are ready. */
  available: number;
}

/** What a rollout does next: copies of the new version to start, copies to stop. */
export interface RollingStep {
  start: number;
  /** Of the old version, not available: they go first, because no traffic depends on them. */
  stopUnavailable: number;
  /** Of the old version, available. */
  stopAvailable: number;
}

/**
 * The next step of a rolling update, as the Deployment controller of Kubernetes decides it: never more copies than
 * `copies + maxSurge`, and no available copy of the old version goes while fewer than `copies - maxUnavailable` would
 * be left.
 */
export function rollingStep(
  { copies, maxSurge, maxUnavailable }: RolloutStrategy,
  { updated, outdated }: { updated: Copies; outdated: Copies },
): RollingStep {
  const total = updated.count + outdated.count;
  const start = Math.max(0, Math.min(copies + maxSurge - total, copies - updated.count));
  const least = copies - maxUnavailable;
  const stillStarting = updated.count - updated.available;
  const mayGo = Math.max(0, total - least - stillStarting);
  const stopUnavailable = Math.min(mayGo, outdated.count - outdated.available);
  const spare = updated.available + outdated.available - least;
  const stopAvailable = Math.max(0, Math.min(mayGo - stopUnavailable, spare, outdated.available));
  return { start, stopUnavailable, stopAvailable };
}

/** Whether nothing is left to do. */
export function isRolledOut(
  { copies }: RolloutStrategy,
  { updated, outdated }: { updated: Copies; outdated: Copies },
): boolean {
  return updated.available === copies && updated.count === copies && outdated.count === 0;
}
