import { refused } from './refused';
import { disputed } from './disputed';
import { storeAway } from './store-away';
import { placing } from './placing';
import { waiting } from './waiting';
import { notShipped } from './not-shipped';
import { orderHeld } from './order-held';
import { stopUnfinished } from './stop-unfinished';
import { restNotShipped } from './rest-not-shipped';
import { trackingOwed } from './tracking-owed';
import { returnOwed } from './return-owed';
import { returnWaiting } from './return-waiting';
import { eventRefused } from './event-refused';
import { undecided } from './undecided';
import { refusedAtDoor } from './refused-at-door';
import type { Problem } from './problem';

/** The problems of paid orders, by harm. */
const BY_HARM = [
  refused,
  disputed,
  storeAway,
  placing,
  waiting,
  notShipped,
  orderHeld,
  stopUnfinished,
  restNotShipped,
  trackingOwed,
  returnOwed,
  returnWaiting,
  eventRefused,
  undecided,
  refusedAtDoor,
] as const;

export type RiskSituation = (typeof BY_HARM)[number]['name'];

export const PROBLEMS: readonly Problem<RiskSituation>[] = BY_HARM;
export const RISK_SITUATIONS: readonly RiskSituation[] = PROBLEMS.map(({ name }) => name);

const known = new Map<string, Problem<RiskSituation>>(PROBLEMS.map((one) => [one.name, one]));

/** Null for what is no problem of orders. */
export function findProblem(name: string): Problem<RiskSituation> | null {
  return known.get(name) ?? null;
}

/** Throws for a name that is none. */
export function problemOf(name: RiskSituation): Problem<RiskSituation> {
  const found = known.get(name);
  if (!found) throw new Error(`${name} is no problem of orders`);
  return found;
}
