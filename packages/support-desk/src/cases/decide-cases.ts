import type { Cause } from './case-cause';

/** A case that is not closed. */
export interface OpenCase {
  id: string;
  key: string;
  openedAt: Date;
  /** How much has ever been in it, and how much of that was reported outside, when. */
  size: number;
  reportedSize: number;
  reportedAt: Date;
  snoozedUntil: Date | null;
  /** How much is in it that was not well until now. */
  members: number;
}

/** What has come into difficulty and is in no case, or in one that a person closed for another cause. */
export interface NewItem {
  item: string;
  subject: string | null;
  sellerOrderId: string | null;
  /** Whose store or people it is about. */
  itemShopId: number | null;
  since: Date;
  cause: Cause;
  key: string;
}

/** What has become of something in a case. */
interface CaseItem {
  item: string;
  caseId: string;
}

/** What differs between the cases and what is in difficulty now. */
export interface CaseFacts {
  open: readonly OpenCase[];
  fresh: readonly NewItem[];
  /** Is well. Of a case that was closed by hand too. */
  ended: readonly CaseItem[];
  /** Has another cause by now, as has all that is still in its case. */
  moved: readonly (CaseItem & { cause: Cause; key: string })[];
}

/** What becomes of cases. */
export interface CaseChanges {
  /** Reopened under the key of another cause: what is in it has that one now. */
  followed: { id: string; cause: Cause; key: string }[];
  /** Another case has that cause already, and goes on with what was in this one. */
  merged: { id: string; into: string }[];
  opened: { cause: Cause; key: string; items: NewItem[] }[];
  joined: { id: string; items: NewItem[] }[];
  ended: readonly CaseItem[];
  /** The last of it is well. */
  closed: string[];
  /** Has grown, and it was said long enough ago how large it is. */
  grown: { id: string; more: number }[];
  /** Nobody wanted to see them until now. */
  woken: string[];
}

/** That a case grows is reported so often at the most. */
export const GROWTH_EVERY_MS = 10 * 60_000;

/**
 * What opens, joins, changes and closes cases. Pure. One cause is one case; what is in a case stays there until it is well,
 * from shop to shop; a case follows what is in it to another cause, into the case of that cause where there is one.
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

/** Takes cases to the causes of what is in them. @param byKey is brought up to date */
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
