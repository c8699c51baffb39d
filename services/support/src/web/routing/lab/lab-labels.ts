import type { Criteria } from '@hub/orders/routing';
import { criteriaName } from '@hub/desk/routing';
import type { ListedLabRun } from '@hub/desk/routing/lab';
import type { StateLabel } from '../../layout/state';

export const LAB = '/routing/lab';

export const LAB_STATES: Record<ListedLabRun['state'], StateLabel> = {
  running: { text: 'running', tone: 'warn' },
  stopped: { text: 'stopped', tone: 'quiet' },
  finished: { text: 'finished', tone: 'good' },
};

/** Such as `wide, bands of 80 km`. */
export function policyName({ name, criteria }: { name: string; criteria: Criteria }): string {
  return `${name}, ${criteriaName(criteria)}`;
}
