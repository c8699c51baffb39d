import type { AlertState } from '@hub/database';
import { Live } from '../layout/live';
import { alertsAddress, type AlertListFilter } from './read-alert-filter';

export interface AlertCountsProps {
  filter: AlertListFilter;
  counts: Record<AlertState, number>;
}

const STATES = ['open', 'taken', 'resolved'] as const satisfies readonly AlertState[];
const TONES: Record<AlertState, string> = { open: 'bad', taken: 'warn', resolved: 'quiet' };

/** How many there are in each state: the figures refresh themselves, the list does not move. */
export function AlertCounts({ filter, counts }: AlertCountsProps) {
  return (
    <Live id="counts" href={alertsAddress('/alerts/counts', filter)}>
      <dl class="counts">
        {STATES.map((state) => (
          <div class={counts[state] > 0 ? TONES[state] : 'quiet'}>
            <dt>
              <a href={alertsAddress('/alerts', { ...filter, state })}>{state}</a>
            </dt>
            <dd class="figure">{counts[state]}</dd>
          </div>
        ))}
      </dl>
    </Live>
  );
}
