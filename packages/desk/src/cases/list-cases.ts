import { Prisma, rows, type Database, type Sql } from '@hub/database';
import { z } from 'zod';
import type { TimeOrder, TimeSpan } from '../engine/by-time';
import { comesAfter, sortedBy, type SortTerm } from '../engine/keyset';

const CASE_STATES = ['open', 'snoozed', 'closed'] as const;

const CaseRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    /** Slug and name of the responsible shop. */
    shop: z.string().nullable(),
    shopName: z.string().nullable(),
    about: z.string(),
    state: z.enum(CASE_STATES),
    openedAt: z.date(),
    closedAt: z.date().nullable(),
    /** Null: it closed automatically. */
    closedBy: z.string().nullable(),
    /** The case that took over its items. */
    mergedInto: z.string().nullable(),
    owner: z.string().nullable(),
    snoozedUntil: z.date().nullable(),
    ticketUrl: z.string().nullable(),
    /** Orders that are, or were, in it; items without a known order count as one each. */
    orders: z.int(),
    /** How many of them have problems. */
    inDifficulty: z.int(),
    /** Since when the oldest of these is. */
    since: z.date().nullable(),
  })
  .readonly();
/** A case with the number of its items. */
export type ListedCase = z.output<typeof CaseRow>;

const IdRow = z.object({ id: z.string() });
const CountRow = z.object({ open: z.int(), snoozed: z.int(), left: z.int() });

/** Filter of cases, among others by when they were opened; what is left out does not filter. */
export interface CaseFilter extends TimeSpan {
  state?: ListedCase['state'] | undefined;
  /** Name of who works on it; null: none does. */
  owner?: string | null | undefined;
  /** Name of a colleague mentioned in a note. */
  mentions?: string | undefined;
  shopId?: number | undefined;
  /** Closed by hand, with unresolved items. */
  left?: boolean | undefined;
}

/** Where a list of cases continues: after this one. */
export type CasePlace = Pick<ListedCase, 'openedAt' | 'id'>;

export interface CaseListQuery {
  filter?: CaseFilter;
  /** By when they were opened; undefined: the newest first. */
  sort?: TimeOrder | undefined;
  after?: CasePlace | undefined;
  limit: number;
  now: number;
}

/** Cases, the latest first by default. A page continues `after` the last one of the page before. */
export function listCases(db: Database, query: CaseListQuery): Promise<ListedCase[]> {
  const { filter = {}, sort, after, limit, now } = query;
  const [opened, id] = byOpening(sort);
  const where = [
    ...conditionsOf(filter, now),
    ...(after
      ? [
          comesAfter([
            { ...opened, there: Prisma.sql`${after.openedAt}` },
            { ...id, there: Prisma.sql`${after.id}::uuid` },
          ]),
        ]
      : []),
  ];
  return readCases(db, { where: joined(where), sort, limit, now });
}

function byOpening(sort: TimeOrder | undefined): [SortTerm, SortTerm] {
  const descending = sort !== 'oldest';
  return [
    { of: Prisma.sql`c.opened_at`, descending },
    { of: Prisma.sql`c.id`, descending },
  ];
}

/** One case. Null: there is none, or it is no longer kept. */
export async function findCase(sql: Sql, id: string, now: number): Promise<ListedCase | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await readCases(sql, { where: Prisma.sql`c.id = ${id}::uuid`, limit: 1, now });
  return found ?? null;
}

/** The open case that an alert is in. Null: none. */
export async function findCaseOfAlert(
  db: Database,
  { id, subject }: { id: string; subject: string },
): Promise<string | null> {
  const [found] = await rows(
    IdRow,
    db.$queryRaw`
    SELECT c.id FROM support_case_item i JOIN support_case c ON c.id = i.case_id AND c.closed_at IS NULL
    WHERE i.ended_at IS NULL AND (i.item = ${`alert:${id}`} OR ${subject} = ANY (i.subjects))
    ORDER BY i.id LIMIT 1`,
  );
  return found?.id ?? null;
}

/** How many cases are open, how many snoozed, and how many were closed by hand with unresolved items. */
export async function countCases(db: Database, now: number): Promise<z.output<typeof CountRow>> {
  const [found] = await rows(
    CountRow,
    db.$queryRaw(Prisma.sql`
    SELECT (count(*) FILTER (WHERE c.state = 'open'))::int AS open,
      (count(*) FILTER (WHERE c.state = 'snoozed'))::int AS snoozed,
      (count(*) FILTER (WHERE c.state = 'closed'))::int AS "left"
    FROM (SELECT ${stateOf(now)} AS state FROM support_case c WHERE c.closed_at IS NULL OR ${IS_LEFT}) c`),
  );
  return found ?? { open: 0, snoozed: 0, left: 0 };
}

const IS_LEFT = Prisma.sql`(c.closed_by IS NOT NULL AND EXISTS (
  SELECT FROM support_case_item i WHERE i.case_id = c.id AND i.ended_at IS NULL))`;

function conditionsOf(
  { state, owner, mentions, shopId, since, until, left }: CaseFilter,
  now: number,
): Prisma.Sql[] {
  return [
    ...(state === undefined ? [] : [Prisma.sql`${stateOf(now)} = ${state}`]),
    ...(state === undefined ? [] : [state === 'closed' ? CLOSED : NOT_CLOSED]),
    ...(owner === undefined ? [] : [owner === null ? UNOWNED : Prisma.sql`c.owner = ${owner}`]),
    ...(mentions === undefined
      ? []
      : [
          Prisma.sql`EXISTS (
            SELECT FROM support_case_entry e WHERE e.case_id = c.id AND ${mentions} = ANY (e.mentions))`,
        ]),
    ...(shopId === undefined
      ? []
      : [
          Prisma.sql`(c.shop_id = ${shopId} OR EXISTS (
            SELECT FROM support_case_item i WHERE i.case_id = c.id AND i.shop_id = ${shopId}))`,
        ]),
    ...(since === undefined ? [] : [Prisma.sql`c.opened_at >= ${since}`]),
    ...(until === undefined ? [] : [Prisma.sql`c.opened_at < ${until}`]),
    ...(left ? [IS_LEFT] : []),
  ];
}

const CLOSED = Prisma.sql`c.closed_at IS NOT NULL`;
const NOT_CLOSED = Prisma.sql`c.closed_at IS NULL`;
const UNOWNED = Prisma.sql`c.owner IS NULL`;

function stateOf(now: number): Prisma.Sql {
  return Prisma.sql`CASE WHEN c.closed_at IS NOT NULL THEN 'closed'
    WHEN c.snoozed_until > ${new Date(now)} THEN 'snoozed' ELSE 'open' END`;
}

function joined(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], ' AND ');
}

function readCases(
  sql: Sql,
  query: { where: Prisma.Sql; sort?: TimeOrder | undefined; limit: number; now: number },
): Promise<ListedCase[]> {
  const { where, limit, now } = query;
  const order = sortedBy(byOpening(query.sort));
  return rows(
    CaseRow,
    sql.$queryRaw(Prisma.sql`
    SELECT c.id, c.cause_kind AS kind, s.slug AS shop, s.name AS "shopName", c.about, ${stateOf(now)} AS state,
      c.opened_at AS "openedAt", c.closed_at AS "closedAt", c.closed_by AS "closedBy", c.merged_into AS "mergedInto",
      c.owner, c.snoozed_until AS "snoozedUntil", c.ticket_url AS "ticketUrl",
      i.orders, i."inDifficulty", i.since
    FROM (SELECT * FROM support_case c WHERE ${where} ORDER BY ${order} LIMIT ${limit}) c
    LEFT JOIN shop s ON s.id = c.shop_id
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT coalesce(i.seller_order_id::text, i.item))::int AS orders,
        (count(DISTINCT coalesce(i.seller_order_id::text, i.item)) FILTER (WHERE i.ended_at IS NULL))::int
          AS "inDifficulty",
        min(i.since) FILTER (WHERE i.ended_at IS NULL) AS since
      FROM support_case_item i WHERE i.case_id = c.id) i
    ORDER BY ${order}`),
  );
}
