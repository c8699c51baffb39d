import { caseReason } from '../cases/case-labels';
import { CASES } from '../cases/case-state';
import { caseTitle } from '../cases/causes';
import { findProblem } from '../problems/problems';
import { DecimalSum } from '../money/decimal-sum';
import { ROUNDING_PLACES } from '../money/settle';
import type { Urgency } from './comes-first';
import type { ReadEntry } from '../cases/read-first';
import type { AwayStore, OutOfSyncShop } from './read-stores';

/** An entry of the first page: one cause. */
export interface FirstEntry extends Urgency {
  title: string;
  /** Why, or what it means; null: the title says it all. */
  reason: string | null;
  href: string;
  /** Its case; null: it has none yet. */
  caseId: string | null;
  isClosed: boolean;
  owner: string | null;
  shop: string | null;
  shopName: string | null;
  order: ReadEntry['order'];
  alerts: number;
  messages: number;
  amounts: Readonly<Record<string, string>>;
}

/** What is open, one entry for each cause: all that waits for a store that cannot be called is one. */
export function firstEntries(found: {
  read: readonly ReadEntry[];
  away: readonly AwayStore[];
  outOfSync: readonly OutOfSyncShop[];
}): FirstEntry[] {
  const { read, away, outOfSync } = found;
  const isAway = new Set(away.map(({ shop }) => shop));
  const isBehind = ({ kind, caseId, shop }: ReadEntry) =>
    shop !== null &&
    isAway.has(shop) &&
    (kind === 'store_away' || (caseId === null && findProblem(kind)?.behindStore === true));
  const isSaid = new Set([
    ...isAway,
    ...read.flatMap(({ kind, shop }) => (kind === 'stock_out_of_step' && shop !== null ? [shop] : [])),
  ]);
  return [
    ...read.filter((one) => !isBehind(one)).map(entryOf),
    ...away.flatMap((store) => {
      const parts = read.filter((one) => one.shop === store.shop && isBehind(one));
      return store.snoozed && parts.length === 0 ? [] : [storeEntry(store, parts)];
    }),
    ...outOfSync.filter(({ shop }) => !isSaid.has(shop)).map(quantitiesEntry),
  ];
}

function entryOf(one: ReadEntry): FirstEntry {
  const { caseId, kind, shop, shopName, openedAt, since, closedBy, ...rest } = one;
  const key = caseId ?? `${kind} ${shop ?? ''}`;
  return {
    ...rest,
    key,
    caseId,
    shop,
    shopName,
    title: caseTitle(one),
    reason: caseId === null ? null : caseReason(one),
    href: caseId === null ? `/at-risk?situation=${kind}` : `${CASES}/${caseId}`,
    isClosed: closedBy !== null,
    value: largest(one.amounts),
    since: since ?? openedAt,
  };
}

function storeEntry(store: AwayStore, parts: readonly ReadEntry[]): FirstEntry {
  const { shop, shopName, since, refuses } = store;
  const entries = parts.map(entryOf);
  const [first] = entries.toSorted((a, b) => rank(a) - rank(b));
  const oldest = entries.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  const sum = (of: (entry: FirstEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0);
  const times = entries.flatMap(({ due }) => due?.getTime() ?? []);
  const amounts = sumOf(entries.map((entry) => entry.amounts));
  return {
    key: first?.key ?? `store ${shop}`,
    title: refuses ? `${shopName} refuses our credentials` : `${shopName} does not answer`,
    reason: refuses
      ? 'Calls are suspended, with one probe every 5 minutes.'
      : 'Five calls in a row failed. Calls are paused; one is tried every 30 s.',
    href: first?.caseId ? first.href : `/shops/${shop}`,
    caseId: first?.caseId ?? null,
    isClosed: first?.isClosed ?? false,
    owner: first?.owner ?? null,
    shop,
    shopName,
    order: oldest.find((one) => one.order !== null)?.order ?? null,
    orders: sum(({ orders }) => orders),
    alerts: sum(({ alerts }) => alerts),
    messages: sum(({ messages }) => messages),
    amounts,
    value: largest(amounts),
    due: times.length === 0 ? null : new Date(Math.min(...times)),
    since,
  };
}

/** An open case counts before one that was closed by hand, and that before none. */
function rank({ caseId, isClosed }: FirstEntry): number {
  return caseId === null ? 2 : Number(isClosed);
}

function quantitiesEntry({ shop, shopName, count, oldestAt }: OutOfSyncShop): FirstEntry {
  return {
    key: `quantities ${shop}`,
    title:
      count === 1
        ? `1 network quantity of ${shopName} is out of sync`
        : `${count} network quantities of ${shopName} are out of sync`,
    reason: 'The store shows other quantities than the network has. They are written again every sync cycle.',
    href: `/shops/${shop}#out-of-step`,
    caseId: null,
    isClosed: false,
    owner: null,
    shop,
    shopName,
    order: null,
    orders: 0,
    alerts: 0,
    messages: 0,
    amounts: {},
    value: 0,
    due: null,
    since: oldestAt,
  };
}

function sumOf(all: readonly FirstEntry['amounts'][]): FirstEntry['amounts'] {
  const [only = {}, ...others] = all;
  if (others.length === 0) return only;
  const sums = new Map<string, DecimalSum>();
  for (const [currency, paid] of all.flatMap((amounts) => Object.entries(amounts)))
    sums.set(currency, (sums.get(currency) ?? new DecimalSum()).add(paid));
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, sum.text(ROUNDING_PLACES)]));
}

function largest(amounts: FirstEntry['amounts']): number {
  return Math.max(0, ...Object.values(amounts).map(Number));
}
