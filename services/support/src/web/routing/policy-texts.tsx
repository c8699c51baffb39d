import type { Criteria } from '@hub/orders/routing';
import { POLICY_LABELS, type ListedPolicy } from '@hub/desk/routing';
import { criterionLabel } from '@hub/desk/words';
import type { StateLabel } from '../layout/state';

export const ROUTING = '/routing';

export const POLICY_STATES: Record<ListedPolicy['state'], StateLabel> = {
  to_come: { text: POLICY_LABELS.to_come, tone: 'warn' },
  in_force: { text: POLICY_LABELS.in_force, tone: 'good' },
  over: { text: POLICY_LABELS.over, tone: 'quiet' },
  withdrawn: { text: POLICY_LABELS.withdrawn, tone: 'quiet' },
};

/** How a shop is chosen by these criteria. */
export function Ranking({ criteria }: { criteria: Criteria }) {
  return (
    <div class="soft">
      <p>
        Of the shops that can ship a line the best by these criteria is chosen. Each decides among the shops
        that are equal by those before it:
      </p>
      <ol>
        {criteria.map((criterion) => (
          <li>{criterionLabel(criterion)}</li>
        ))}
        <li>the older shop</li>
      </ol>
      <p>
        Without coordinates the distance does not count. Shops that have their orders for the day come after
        all others, and stores that cannot be called now come last.
      </p>
    </div>
  );
}
