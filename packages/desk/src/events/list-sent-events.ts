import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { comesAfter, sortedBy, type SortTerm } from '../engine/keyset';
import {
  isOfRefused,
  KEPT,
  ledgerConditions,
  sentConditions,
  type SentEventFilter,
} from './sent-event-filter';

/** An event from a shop, with its answer. Unknown fields are null. */
const ListedEvent = z.object({
  /** Its position among those of its moment: with `receivedAt` the place at which a list continues. */
  key: z.string(),
  /** Id of its separate record (D33); null: only the ledger has it. */
  sentId: z.string().nullable(),
  shop: z.string(),
  shopName: z.string(),
  receivedAt: z.date(),
  event: z.string().nullable(),
  eventId: z.string().nullable(),
  about: z.string().nullable(),
  /** Null: it is unfinished (D12). */
  status: z.int().nullable(),
  outcome: z.string().nullable(),
  code: z.string().nullable(),
  field: z.string().nullable(),
  /** Of a `401` the class of the reason; otherwise the answer to the shop. */
  reason: z.string().nullable(),
  bytes: z.int().nullable(),
});
export type ListedEvent = z.output<typeof ListedEvent>;

const ListedRow = ListedEvent.extend({ shopId: z.int() });
type ListedRow = z.output<typeof ListedRow>;
const KeptRow = ListedRow.pick({ shopId: true, bytes: true }).extend({
  eventId: z.string(),
  sentId: z.string(),
});

/**
 * How events are sorted: by time of receipt; by shop name; by answer, refused ones first. Within a shop or an answer
 * the newest come first.
 */
export type EventSort = 'newest' | 'oldest' | 'shop' | 'answer';

/** Where a list continues: after this one. Shop and answer matter to a list sorted by them. */
export type EventPlace = Pick<ListedEvent, 'receivedAt' | 'key'> &
  Partial<Pick<ListedEvent, 'shop' | 'status'>>;

export interface SentEventQuery {
  filter: SentEventFilter;
  sort?: EventSort | undefined;
  after?: EventPlace | undefined;
  limit: number;
}

/**
 * Events from shops with their answers, the newest first by default: the ledger, and each refusal, the ingress's
 * included (D33). A refusal that both have is listed as often as it was given.
 */
export async function listSentEvents(db: Database, query: SentEventQuery): Promise<ListedEvent[]> {
  const listed = await listFiltered(db, query);
  const kept = await readKept(db, listed);
  return listed.map(({ shopId, ...row }) => ({ ...row, ...(row.sentId ? {} : kept(shopId, row)) }));
}

/** If only refused events are requested, their index serves, in any order. */
function listFiltered(db: Database, query: SentEventQuery): Promise<ListedRow[]> {
  if (isOfRefused(query.filter.answer)) return listRows(db, { ...query, refused: true });
  return query.sort === 'answer' ? listByAnswer(db, query) : listRows(db, query);
}

/** Refused events and then all others, each through its index by time: a page reads as much as it shows. */
async function listByAnswer(db: Database, query: SentEventQuery): Promise<ListedRow[]> {
  const { after, limit } = query;
  const inFirst = after === undefined || isRefused(after.status ?? null);
  const refused = inFirst ? await listRows(db, { ...query, refused: true }) : [];
  const left = limit - refused.length;
  if (left === 0) return refused;
  const others = { ...query, after: inFirst ? undefined : after, limit: left, refused: false };
  return [...refused, ...(await listRows(db, others))];
}

function isRefused(status: number | null): boolean {
  return status !== null && status !== 200;
}

/** `refused`: only those, or all but those. */
type RowsQuery = SentEventQuery & { refused?: boolean };

function listRows(db: Database, query: RowsQuery): Promise<ListedRow[]> {
  const { filter, sort, after, limit } = query;
  const byShop = sort === 'shop' ? byShopName(after) : { terms: [], shops: Prisma.sql`true` };
  const shop = filter.shopId === undefined ? Prisma.sql`true` : Prisma.sql`s.id = ${filter.shopId}`;
  const terms = [
    ...byShop.terms,
    ...byTime(sort, { at: Prisma.sql`x."receivedAt"`, key: Prisma.sql`x.key` }),
  ];
  return rows(
    ListedRow,
    db.$queryRaw(Prisma.sql`
    SELECT s.slug AS shop, s.name AS "shopName", s.id AS "shopId", x.* FROM shop s CROSS JOIN LATERAL (
      (${ledgerRows(query)}) UNION ALL (${sentRows(query)})
    ) x WHERE ${shop} AND ${byShop.shops}
    ORDER BY ${sortedBy(terms)} LIMIT ${limit}`),
  );
}

/** Shops `s` by name, from that of the place on. */
function byShopName(after: EventPlace | undefined) {
  const name: SortTerm = { of: Prisma.sql`s.name`, descending: false };
  const slug: SortTerm = { of: Prisma.sql`s.slug`, descending: false };
  const terms = [name, slug];
  if (after?.shop === undefined) return { terms, shops: Prisma.sql`true` };
  const later = comesAfter([
    { ...name, there: Prisma.sql`(SELECT t.name FROM shop t WHERE t.slug = ${after.shop})` },
    { ...slug, there: Prisma.sql`${after.shop}` },
  ]);
  return { terms, shops: Prisma.sql`(s.slug = ${after.shop} OR ${later})` };
}

interface TimeColumns {
  at: Prisma.Sql;
  key: Prisma.Sql;
}

function byTime(sort: EventSort | undefined, { at, key }: TimeColumns): [SortTerm, SortTerm] {
  const descending = sort !== 'oldest';
  return [
    { of: at, descending },
    { of: Prisma.sql`(${key}) COLLATE "C"`, descending },
  ];
}

/** Of an accepted event the field that was left out, or the fault in it (D7), if its body is kept. */
function leftOut(column: 'field' | 'reason'): Prisma.Sql {
  return Prisma.sql`SELECT e.${Prisma.raw(column)} FROM sent_event e
    WHERE l.status = 200 AND e.event_id = l.event_id AND e.shop_id = l.shop_id AND e.status = 200 LIMIT 1`;
}

function ledgerRows({ filter, sort, after, limit, refused }: RowsQuery): Prisma.Sql {
  const columns = { at: Prisma.sql`l.received_at`, key: Prisma.sql`'ledger:' || l.event_id` };
  return Prisma.sql`
    SELECT ${columns.key} AS key, NULL::uuid AS "sentId", l.received_at AS "receivedAt", l.event, l.event_id AS "eventId",
      l.subject AS about, l.status, l.outcome, l.code, coalesce(l.field, (${leftOut('field')})) AS field,
      coalesce(l.message, (${leftOut('reason')})) AS reason, NULL::int AS bytes
    FROM event_ledger l
    WHERE ${ledgerConditions(filter)} AND ${ledgerAnswer(refused)} AND ${goesOn({ sort, after }, columns)}
      AND (l.status IS NULL OR l.status = 200 OR NOT EXISTS (SELECT FROM sent_event e
        WHERE e.event_id = l.event_id AND e.shop_id = l.shop_id AND e.status = l.status AND e.code = l.code))
    ORDER BY ${sortedBy(byTime(sort, columns))} LIMIT ${limit}`;
}

function sentRows({ filter, sort, after, limit, refused }: RowsQuery): Prisma.Sql {
  const columns = { at: Prisma.sql`e.received_at`, key: Prisma.sql`'sent:' || e.id` };
  return Prisma.sql`
    SELECT ${columns.key} AS key, e.id AS "sentId", e.received_at AS "receivedAt", e.event, e.event_id AS "eventId", e.about, e.status,
      e.outcome, e.code, e.field, e.reason, e.bytes
    FROM sent_event e
    WHERE ${sentConditions(filter)} AND ${refused ?? true} AND ${goesOn({ sort, after }, columns)}
    ORDER BY ${sortedBy(byTime(sort, columns))} LIMIT ${limit}`;
}

/**
 * For refused events only the part of the ledger not pruned by day is read, through an index: other refusals are among
 * the sent events, which are kept as long.
 */
function ledgerAnswer(refused: boolean | undefined): Prisma.Sql {
  if (refused === undefined) return Prisma.sql`true`;
  return refused
    ? Prisma.sql`l.status <> 200 AND l.day = ${KEPT}`
    : Prisma.sql`(l.status IS NULL OR l.status = 200)`;
}

/** In a list sorted by shop the place applies only within its own shop: those of later shops all follow. */
function goesOn({ sort, after }: Pick<SentEventQuery, 'sort' | 'after'>, columns: TimeColumns): Prisma.Sql {
  if (after === undefined) return Prisma.sql`true`;
  const [at, key] = byTime(sort, columns);
  const later = comesAfter([
    { ...at, there: Prisma.sql`${after.receivedAt}` },
    { ...key, there: Prisma.sql`${after.key}` },
  ]);
  if (sort !== 'shop') return later;
  const from = Prisma.sql`CASE WHEN s.slug = ${after.shop} THEN ${after.receivedAt}::timestamptz ELSE 'infinity' END`;
  return Prisma.sql`(${columns.at} <= ${from} AND (s.slug <> ${after.shop} OR ${later}))`;
}

/** What is stored in addition to the ledger: its length, and its id. */
async function readKept(
  db: Database,
  listed: readonly { shopId: number; sentId: string | null; eventId: string | null }[],
) {
  const unsent = listed.filter(({ sentId }) => sentId === null);
  const found = await rows(
    KeptRow,
    db.$queryRaw`
    SELECT DISTINCT ON (e.shop_id, e.event_id) e.shop_id AS "shopId", e.event_id AS "eventId", e.id AS "sentId", e.bytes
    FROM sent_event e WHERE e.event_id = ANY (${unsent.map(({ eventId }) => eventId)}::text[])
    ORDER BY e.shop_id, e.event_id, e.received_at`,
  );
  const byEvent = new Map(found.map(({ shopId, eventId, ...kept }) => [`${shopId} ${eventId}`, kept]));
  return (shopId: number, { eventId }: { eventId: string | null }) =>
    byEvent.get(`${shopId} ${eventId}`) ?? {};
}
