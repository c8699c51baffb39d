import { POLICY_LABELS, type ListedPolicy } from '@hub/support-desk';
import type { StateLabel } from '../layout/state';

export const ROUTING = '/routing';

export const POLICY_STATES: Record<ListedPolicy['state'], StateLabel> = {
  to_come: { text: POLICY_LABELS.to_come, tone: 'warn' },
  in_force: { text: POLICY_LABELS.in_force, tone: 'good' },
  over: { text: POLICY_LABELS.over, tone: 'quiet' },
  withdrawn: { text: POLICY_LABELS.withdrawn, tone: 'quiet' },
};

/** How a shop is chosen with bands of that many kilometres. */
export function Ranking({ bandKm }: { bandKm: number }) {
  return (
    <p class="soft">
      Of the shops that can ship a line, the nearest band of {bandKm} km comes first. Within a band a shop
      that already ships another line of the order comes first, then the one with more free stock, then the
      nearer one. Without coordinates the distance does not count. Stores that cannot be called now come last.
    </p>
  );
}
