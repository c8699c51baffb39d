/** What the order of the first page depends on. */
export interface Urgency {
  /** Unique. */
  key: string;
  /** How many paid orders it holds up. */
  orders: number;
  /** When the first promise to one of their customers ends (D18, D38); null: none names a time. */
  due: Date | null;
  /** What their customers paid, as a figure. Nothing is converted: of several currencies the largest figure. */
  value: number;
  since: Date;
}

/** The groups, the first one first. */
const GROUPS = ['broken', 'running', 'orders', 'other'] as const;
type Group = (typeof GROUPS)[number];

/**
 * What comes first: in the order in which customers are harmed and clocks run out.
 *
 * 1. A promise to a customer that is broken: the largest order value first, then the promise that ended first.
 * 2. A promise whose time runs: the one that ends first comes first, then the largest order value.
 * 3. Paid orders without a promised time: the largest order value first.
 * 4. Failures without a paid order.
 *
 * What is equal by that goes by age, the oldest first, and at last by its key: no two entries are equal, so that the list
 * does not move while nothing changes.
 * @param now milliseconds since the epoch
 */
export function firstComes(now: number): (a: Urgency, b: Urgency) => number {
  return (a, b) => {
    const group = groupOf(a, now);
    return (
      GROUPS.indexOf(group) - GROUPS.indexOf(groupOf(b, now)) ||
      within(group, a, b) ||
      a.since.getTime() - b.since.getTime() ||
      (a.key < b.key ? -1 : Number(a.key > b.key))
    );
  };
}

function groupOf(one: Urgency, now: number): Group {
  if (one.orders === 0) return 'other';
  if (one.due === null) return 'orders';
  return one.due.getTime() <= now ? 'broken' : 'running';
}

function within(group: Group, a: Urgency, b: Urgency): number {
  const byValue = b.value - a.value;
  const byDue = (a.due?.getTime() ?? 0) - (b.due?.getTime() ?? 0);
  if (group === 'broken') return byValue || byDue;
  if (group === 'running') return byDue || byValue;
  return group === 'orders' ? byValue : 0;
}
