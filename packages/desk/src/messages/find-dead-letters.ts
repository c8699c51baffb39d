import type { Database, DeadLetterState, Prisma } from '@hub/database';
import { within, type TimeOrder, type TimeSpan } from '../engine/by-time';
import { eventIdentity } from './identity';
import { EVENT_QUEUES } from './read-message';

/** Filter of failed messages, among others by when they last failed; what is left out does not filter. */
export interface DeadLetterFilter extends TimeSpan {
  shopId?: number | undefined;
  type?: string | undefined;
  origin?: string | undefined;
  reason?: string | undefined;
  states?: readonly DeadLetterState[] | undefined;
  /** An order id, an event id or a correlation, exactly. */
  text?: string | undefined;
}

/** A failed message in a list. */
export interface DeadLetterSummary {
  id: string;
  type: string;
  origin: string;
  shopId: number | null;
  /** The shop's slug; null if the shop is unknown. */
  shop: string | null;
  orderId: string | null;
  reason: string;
  /** Of its latest failure. */
  attempts: number;
  /** How often it failed. */
  count: number;
  firstFailedAt: Date;
  lastFailedAt: Date;
  state: DeadLetterState;
  outcome: string | null;
  /** Its replay; null while it is open, or waits for the call to a store that is its effect. */
  replayId: string | null;
}

/** Where a list continues: after this one. */
export type DeadLetterPlace = Pick<DeadLetterSummary, 'lastFailedAt' | 'id'>;

const SUMMARY = {
  id: true,
  type: true,
  origin: true,
  shopId: true,
  orderId: true,
  reason: true,
  attempts: true,
  count: true,
  firstFailedAt: true,
  lastFailedAt: true,
  state: true,
  outcome: true,
  replayId: true,
} as const satisfies Prisma.DeadLetterSelect;

interface DeadLetterListQuery {
  filter?: DeadLetterFilter;
  /** By when they last failed; undefined: the newest first. */
  sort?: TimeOrder | undefined;
  after?: DeadLetterPlace | undefined;
  limit: number;
}

/** Failed messages, the latest failures first by default. A page continues `after` the last one of the page before. */
export async function listDeadLetters(
  db: Database,
  { filter = {}, sort, after, limit }: DeadLetterListQuery,
): Promise<DeadLetterSummary[]> {
  const where = await whereOf(db, filter);
  const direction = sort === 'oldest' ? 'asc' : 'desc';
  const goesOn = sort === 'oldest' ? isBefore : isAfter;
  const rows = await db.deadLetter.findMany({
    select: SUMMARY,
    where: after ? { AND: [where, goesOn(after)] } : where,
    orderBy: [{ lastFailedAt: direction }, { id: direction }],
    take: limit,
  });
  return withShops(db, rows);
}

/** The failed messages of these ids, in no particular order. */
export async function readSummaries(db: Database, ids: readonly string[]): Promise<DeadLetterSummary[]> {
  return withShops(db, await db.deadLetter.findMany({ select: SUMMARY, where: { id: { in: [...ids] } } }));
}

/** How many match now. */
export async function countDeadLetters(db: Database, filter: DeadLetterFilter): Promise<number> {
  return db.deadLetter.count({ where: await whereOf(db, filter) });
}

/** How many are now before `place`, the top of a list that was shown: at most `limit` are counted. */
export async function countNewerDeadLetters(
  db: Database,
  query: { filter: DeadLetterFilter; place: DeadLetterPlace; limit: number },
): Promise<number> {
  const rows = await db.deadLetter.findMany({
    select: { id: true },
    where: { AND: [await whereOf(db, query.filter), isBefore(query.place)] },
    orderBy: [{ lastFailedAt: 'desc' }, { id: 'desc' }],
    take: query.limit,
  });
  return rows.length;
}

/**
 * The ids of all matching failed messages, in order of first failure: the frozen set of a bulk action, so that nothing
 * joins it between view and click.
 */
export async function freezeDeadLetters(db: Database, filter: DeadLetterFilter): Promise<string[]> {
  const rows = await db.deadLetter.findMany({
    select: { id: true },
    where: await whereOf(db, filter),
    orderBy: [{ firstFailedAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ id }) => id);
}

/** Failed messages of one cause: failed in the same queue for the same reason. */
export interface DeadLetterGroup {
  origin: string;
  reason: string;
  failedMessages: number;
  /** Failures of all of them. */
  deaths: number;
  shops: number;
  firstFailedAt: Date;
  lastFailedAt: Date;
}

/** Failed messages by cause, the largest group first. */
export async function groupDeadLetters(db: Database, filter: DeadLetterFilter): Promise<DeadLetterGroup[]> {
  const groups = await db.deadLetter.groupBy({
    by: ['origin', 'reason'],
    where: await whereOf(db, filter),
    _count: { _all: true },
    _sum: { count: true },
    _min: { firstFailedAt: true },
    _max: { lastFailedAt: true },
  });
  const shops = await countShops(db, filter);
  return groups
    .map(({ origin, reason, _count, _sum, _min, _max }) => ({
      origin,
      reason,
      failedMessages: _count._all,
      deaths: _sum.count ?? 0,
      shops: shops.get(`${origin} ${reason}`) ?? 0,
      firstFailedAt: _min.firstFailedAt ?? new Date(0),
      lastFailedAt: _max.lastFailedAt ?? new Date(0),
    }))
    .toSorted(
      (a, b) =>
        b.failedMessages - a.failedMessages ||
        a.origin.localeCompare(b.origin) ||
        a.reason.localeCompare(b.reason),
    );
}

async function countShops(db: Database, filter: DeadLetterFilter): Promise<Map<string, number>> {
  const rows = await db.deadLetter.groupBy({
    by: ['origin', 'reason', 'shopId'],
    where: { AND: [await whereOf(db, filter), { shopId: { not: null } }] },
  });
  const shops = new Map<string, number>();
  for (const { origin, reason } of rows) {
    const group = `${origin} ${reason}`;
    shops.set(group, (shops.get(group) ?? 0) + 1);
  }
  return shops;
}

async function whereOf(db: Database, filter: DeadLetterFilter): Promise<Prisma.DeadLetterWhereInput> {
  const { shopId, type, origin, reason, states, text } = filter;
  const lastFailedAt = within(filter);
  return {
    ...(shopId === undefined ? {} : { shopId }),
    ...(type === undefined ? {} : { type }),
    ...(origin === undefined ? {} : { origin }),
    ...(reason === undefined ? {} : { reason }),
    ...(states === undefined ? {} : { state: { in: [...states] } }),
    ...(lastFailedAt && { lastFailedAt }),
    ...(text === undefined ? {} : { OR: await searchOf(db, text) }),
  };
}

async function searchOf(db: Database, text: string): Promise<Prisma.DeadLetterWhereInput[]> {
  const shops = await db.shop.findMany({ select: { id: true } });
  const identities = shops.map(({ id }) => eventIdentity(id, text));
  return [
    { orderId: text },
    { correlation: text },
    { origin: { in: [...EVENT_QUEUES] }, identity: { in: identities } },
  ];
}

/** The first condition is redundant: with it the index starts at the place instead of reading all before it. */
function isAfter({ lastFailedAt, id }: DeadLetterPlace): Prisma.DeadLetterWhereInput {
  return {
    lastFailedAt: { lte: lastFailedAt },
    OR: [{ lastFailedAt: { lt: lastFailedAt } }, { id: { lt: id } }],
  };
}

function isBefore({ lastFailedAt, id }: DeadLetterPlace): Prisma.DeadLetterWhereInput {
  return {
    lastFailedAt: { gte: lastFailedAt },
    OR: [{ lastFailedAt: { gt: lastFailedAt } }, { id: { gt: id } }],
  };
}

async function withShops(
  db: Database,
  rows: readonly Omit<DeadLetterSummary, 'shop'>[],
): Promise<DeadLetterSummary[]> {
  const slugs = await slugsOf(db, rows);
  return rows.map((row) => ({ ...row, shop: slugs.get(row.shopId ?? 0) ?? null }));
}

async function slugsOf(
  db: Database,
  rows: readonly { shopId: number | null }[],
): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ shopId }) => shopId ?? []))];
  if (ids.length === 0) return new Map();
  const shops = await db.shop.findMany({ where: { id: { in: ids } }, select: { id: true, slug: true } });
  return new Map(shops.map(({ id, slug }) => [id, slug]));
}
