import type { Cause } from './case-cause';

/** A case that is not closed. */
export interface OpenCase {
  id: string;
  key: string;
  openedAt: Date;
  /** The most items it has ever had, how many of these were reported outside, and when. */
  size: number;
  reportedSize: number;
  reportedAt: Date;
  snoozedUntil: Date | null;
  /** How many items were unresolved so far. */
  members: number;
}

/** A new failing item that is in no case, or in one that an agent closed for another cause. */
export interface NewItem {
  item: string;
  subject: string | null;
  sellerOrderId: string | null;
  /** The shop whose store or people it is about. */
  itemShopId: number | null;
  since: Date;
  cause: Cause;
  key: string;
}

/** The change of an item of a case. */
interface CaseItem {
  item: string;
  caseId: string;
}

/** The current differences between the cases and the failing items. */
export interface CaseFacts {
  open: readonly OpenCase[];
  fresh: readonly NewItem[];
  /** Resolved. Also in a case that was closed by hand. */
  ended: readonly CaseItem[];
  /** Has another cause now, as have all remaining items of its case. */
  moved: readonly (CaseItem & { cause: Cause; key: string })[];
}

/** The changes of cases. */
export interface CaseChanges {
  /** Reopened under the key of another cause: its items have that one now. */
  followed: { id: string; cause: Cause; key: string }[];
  /** Another case already has that cause, and takes over the items. */
  merged: { id: string; into: string }[];
  opened: { cause: Cause; key: string; items: NewItem[] }[];
  joined: { id: string; items: NewItem[] }[];
  ended: readonly CaseItem[];
  /** Its last item is resolved. */
  closed: string[];
  /** Has grown, and its size was reported long enough ago. */
  grown: { id: string; more: number }[];
  /** Its snooze has ended. */
  woken: string[];
}

/** The minimum interval between reports that a case grows. */
export const GROWTH_EVERY_MS = 10 * 60_000;

/**
 * Decides which cases open, join, change and close. One cause is one case. An item stays in its case until it is
 * resolved, from shop to shop. A case follows its items to another cause, into the case of that cause if there is one.
 */
export function decideCases(facts: CaseFacts, now: number): CaseChanges {
  const byKey = new Map(facts.open.map((one) => [one.key, one.id]));
  const { followed, merged } = follow(facts, byKey);
  const groups = groupBy(facts.fresh, ({ key }) => key);
  const opened: CaseChanges['opened'] = [];
  const joined: CaseChanges['joined'] = [];
  for (const [key, items] of groups) {
    const id = byKey.get(key);
    const [first] = items;
    if (id !== undefined) joined.push({ id, items });
    else if (first) opened.push({ cause: first.cause, key, items });
  }
  const goesOn = new Set([...joined.map(({ id }) => id), ...merged.flatMap(({ id, into }) => [id, into])]);
  const endedOf = groupBy(facts.ended, ({ caseId }) => caseId);
  const isOver = ({ id, members }: OpenCase) => !goesOn.has(id) && (endedOf.get(id)?.length ?? 0) >= members;
  const closed = facts.open.filter(isOver).map(({ id }) => id);
  const isClosed = new Set(closed);
  return {
    followed,
    merged,
    opened,
    joined,
    closed,
    ended: facts.ended,
    grown: grownOf(facts.open, joined, now),
    woken: facts.open
      .filter(({ id, snoozedUntil }) => !isClosed.has(id) && snoozedUntil !== null && +snoozedUntil <= now)
      .map(({ id }) => id),
  };
}

/** Moves cases to the causes of their items. @param byKey is updated */
function follow(
  { open, moved }: CaseFacts,
  byKey: Map<string, string>,
): Pick<CaseChanges, 'followed' | 'merged'> {
  const movedOf = groupBy(moved, ({ caseId }) => caseId);
  const leaving = open
    .filter(({ id }) => movedOf.has(id))
    .toSorted((a, b) => +a.openedAt - +b.openedAt || (a.id < b.id ? -1 : 1));
  for (const { key } of leaving) byKey.delete(key);
  const followed: CaseChanges['followed'] = [];
  const merged: CaseChanges['merged'] = [];
  for (const one of leaving) {
    const [target] = [...groupBy(movedOf.get(one.id) ?? [], ({ key }) => key).values()].toSorted(
      (a, b) => b.length - a.length,
    );
    const [first] = target ?? [];
    if (!first) continue;
    const into = byKey.get(first.key);
    if (into === undefined) {
      byKey.set(first.key, one.id);
      followed.push({ id: one.id, cause: first.cause, key: first.key });
    } else merged.push({ id: one.id, into });
  }
  return { followed, merged };
}

function grownOf(
  open: readonly OpenCase[],
  joined: CaseChanges['joined'],
  now: number,
): CaseChanges['grown'] {
  const joining = new Map(joined.map(({ id, items }) => [id, items.length]));
  return open.flatMap(({ id, size, reportedSize, reportedAt, snoozedUntil }) => {
    const more = size + (joining.get(id) ?? 0) - reportedSize;
    const isQuiet = snoozedUntil !== null && +snoozedUntil > now;
    return more > 0 && !isQuiet && now - +reportedAt >= GROWTH_EVERY_MS ? [{ id, more }] : [];
  });
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
