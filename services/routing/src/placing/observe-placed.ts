import type { PlacingClaim } from '@hub/orders/placements';
import { histogram } from '@hub/runtime';

const placed = histogram({
  name: 'hub_placing_seconds',
  help: 'Time from routing a shipping order to the receipt of its store. `store`: `up` took the first call; `away` did not.',
  labelNames: ['store'],
  // The target is a minute.
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 1_800, 7_200],
});

/**
 * Counts a shipping order that its store has. The store was up where the first attempt that reached it brought the
 * receipt: all the time before that is the hub's.
 * @param end.attempts of the call
 * @param end.now milliseconds since the epoch
 */
export function observePlaced(
  { decidedAt, failedBefore }: Pick<PlacingClaim, 'decidedAt' | 'failedBefore'>,
  { attempts, now }: { attempts: number; now: number },
): void {
  const store = failedBefore || attempts > 1 ? 'away' : 'up';
  placed.observe({ store }, Math.max(0, now - decidedAt.getTime()) / 1_000);
}
