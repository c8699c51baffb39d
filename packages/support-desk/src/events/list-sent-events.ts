import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { ledgerConditions, sentConditions, type SentEventFilter } from './sent-event-filter';

/** Something a shop sent, with what it was answered. What is not known is null. */
const ListedEvent = z.object({
  /** Where it stands among those of its moment: with `receivedAt` the place at which a list goes on. */
  key: z.string(),
  /** Of what was kept by itself (D33); null: the ledger alone has it. */
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
  /** Of a `401` the class of the reason; else what the shop was told. */
  reason: z.string().nullable(),
  bytes: z.int().nullable(),
});
export type ListedEvent = z.output<typeof ListedEvent>;

const ListedRow = ListedEvent.extend({ shopId: z.int() });
const KeptRow = ListedRow.pick({ shopId: true, bytes: true }).extend({
  eventId: z.string(),
  sentId: z.string(),
});

/** Where a list goes on: after this one. */
export type EventPlace = Pick<ListedEvent, 'receivedAt' | 'key'>;

export interface SentEventQuery {
  filter: SentEventFilter;
  after?: EventPlace | undefined;
  limit: number;
}

/**
 * What shops sent and were answered, the newest first: the ledger, and each refusal, those of the ingress among the others
 * (D33). A refusal that both have is listed as often as it was given.
 */
export async function listSentEvents(db: Database, query: SentEventQuery): Promise<ListedEvent[]> {
  const { filter, limit } = query;
  const shop = filter.shopId === undefined ? Prisma.sql`true` : Prisma.sql`s.id = ${filter.shopId}`;
  const listed = await rows(
    ListedRow,
    db.$queryRaw`
    SELECT s.slug AS shop, s.name AS "shopName", s.id AS "shopId", x.* FROM shop s CROSS JOIN LATERAL (
      (${ledgerRows(query)}) UNION ALL (${sentRows(query)})
    ) x WHERE ${shop}
    ORDER BY x."receivedAt" DESC, x.key COLLATE "C" DESC LIMIT ${limit}`,
  );
  const kept = await readKept(db, listed);
  return listed.map(({ shopId, ...row }) => ({ ...row, ...(row.sentId ? {} : kept(shopId, row)) }));
}

function ledgerRows({ filter, after, limit }: SentEventQuery): Prisma.Sql {
  const key = Prisma.sql`'ledger:' || l.event_id`;
  return Prisma.sql`
    SELECT ${key} AS key, NULL::uuid AS "sentId", l.received_at AS "receivedAt", l.event, l.event_id AS "eventId",
      l.subject AS about, l.status, l.outcome, l.code, l.field, l.message AS reason, NULL::int AS bytes
    FROM event_ledger l
    WHERE ${ledgerConditions(filter)} AND ${goesOn(after, { row: Prisma.sql`l`, key })}
      AND (l.status IS NULL OR l.status = 200 OR NOT EXISTS (SELECT FROM sent_event e
        WHERE e.event_id = l.event_id AND e.shop_id = l.shop_id AND e.status = l.status AND e.code = l.code))
    ORDER BY l.received_at DESC, (${key}) COLLATE "C" DESC LIMIT ${limit}`;
}

function sentRows({ filter, after, limit }: SentEventQuery): Prisma.Sql {
  const key = Prisma.sql`'sent:' || e.id`;
  return Prisma.sql`
    SELECT ${key} AS key, e.id AS "sentId", e.received_at AS "receivedAt", e.event, e.event_id AS "eventId", e.about, e.status,
      e.outcome, e.code, e.field, e.reason, e.bytes
    FROM sent_event e
    WHERE ${sentConditions(filter)} AND ${goesOn(after, { row: Prisma.sql`e`, key })}
    ORDER BY e.received_at DESC, (${key}) COLLATE "C" DESC LIMIT ${limit}`;
}

function goesOn(
  after: EventPlace | undefined,
  { row, key }: { row: Prisma.Sql; key: Prisma.Sql },
): Prisma.Sql {
  if (after === undefined) return Prisma.sql`true`;
  return Prisma.sql`(${row}.received_at <= ${after.receivedAt} AND (${row}.received_at < ${after.receivedAt}
    OR (${key}) COLLATE "C" < ${after.key}))`;
}

/** What is kept besides of what the ledger has: how long it was, and under which id. */
async function readKept(
  db: Database,
  listed: readonly { shopId: number; sentId: string | null; eventId: string | null }[],
) {
  const wanted = listed.filter(({ sentId }) => sentId === null);
  const found = await rows(
    KeptRow,
    db.$queryRaw`
    SELECT DISTINCT ON (e.shop_id, e.event_id) e.shop_id AS "shopId", e.event_id AS "eventId", e.id AS "sentId", e.bytes
    FROM sent_event e WHERE e.event_id = ANY (${wanted.map(({ eventId }) => eventId)}::text[])
    ORDER BY e.shop_id, e.event_id, e.received_at`,
  );
  const byEvent = new Map(found.map(({ shopId, eventId, ...kept }) => [`${shopId} ${eventId}`, kept]));
  return (shopId: number, { eventId }: { eventId: string | null }) =>
    byEvent.get(`${shopId} ${eventId}`) ?? {};
}
