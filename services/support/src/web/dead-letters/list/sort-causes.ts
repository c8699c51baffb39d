import type { DeadLetterGroup } from '@hub/support-desk';
import type { CauseSort } from '../read-filter';

type Order = (one: DeadLetterGroup, other: DeadLetterGroup) => number;

const ORDERS: Record<NonNullable<CauseSort>, Order> = {
  failures: (one, other) => other.deaths - one.deaths,
  latest: (one, other) => other.lastFailedAt.getTime() - one.lastFailedAt.getTime(),
  oldest: (one, other) => one.firstFailedAt.getTime() - other.firstFailedAt.getTime(),
};

/** Sorts causes as requested: they are few, and all in memory. @param causes the most messages first */
export function sortCauses(causes: readonly DeadLetterGroup[], sort: CauseSort): readonly DeadLetterGroup[] {
  return sort === undefined ? causes : causes.toSorted(ORDERS[sort]);
}
