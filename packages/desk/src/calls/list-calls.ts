import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { comesAfter, sortedBy, type SortTerm } from '../engine/keyset';

const ListedCall = z.object({
  id: z.bigint().transform(String),
  shop: z.string(),
  shopName: z.string(),
  at: z.date(),
  /** Such as `place_order`. */
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  reference: z.string().nullable(),
  /** Id of the seller order that it was made for, and its label. */
  sellerOrderId: z.string().nullable(),
  order: z.string().nullable(),
  status: z.int().nullable(),
  outcome: z.string(),
  code: z.string().nullable(),
  attempts: z.int(),
  durationMs: z.int(),
});

/** A call to a store in the list of all, without its bodies. */
export type ListedCall = z.output<typeof ListedCall>;

/** Filter of calls; what is not given does not matter. */
export interface CallFilter {
  shopId?: number | undefined;
  operation?: string | undefined;
  /** `422`, `4xx`, `none` (no answer), `failed` (anything but confirmed), an outcome or an error code. */
  answer?: string | undefined;
  reference?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

export interface CallListQuery {
  filter: CallFilter;
  /** Id of the call after which the list continues. */
  after?: string | undefined;
  /** The oldest first. */
  ascending?: boolean;
  limit: number;
}

export interface CallListPage {
  calls: ListedCall[];
  /** Where the list continues; null: there are no more. */
  next: string | null;
  /** Set if the page is not full and the list continues: how far it was read. */
  lookedUntil: Date | null;
}

/** The maximum of calls read for a page. */
const LOOKED_AT = 20_000;
/** Calls that end at one moment are stored in any order: the tolerance in ids around a moment. */
const ID_SLACK = 1_000n;
const End = z.object({ id: z.bigint().transform(String), at: z.date() });

/** Calls to stores from the log: 90 days; confirmed quantity writes are only counted. */
export async function listCalls(db: Database, query: CallListQuery): Promise<CallListPage> {
  const { limit } = query;
  const found = await rows(ListedCall, db.$queryRaw(callListQuery(query)));
  const calls = found.slice(0, limit);
  if (found.length > limit) return { calls, next: calls.at(-1)?.id ?? null, lookedUntil: null };
  const lookedAt = lookedAtOf(query);
  const [end] = await rows(
    End,
    db.$queryRaw(Prisma.sql`
    SELECT c.id, c.at FROM (${looked(query)}) c ORDER BY ${byId(query)} OFFSET ${lookedAt - 1} LIMIT 1`),
  );
  return { calls, next: end?.id ?? null, lookedUntil: end?.at ?? null };
}

/** One page plus one call, if there is one. */
function callListQuery(query: CallListQuery): Prisma.Sql {
  return Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${looked(query)}) c WHERE ${matching(query.filter)} ORDER BY ${byId(query)} LIMIT ${query.limit + 1}
    )
    SELECT c.id, s.slug AS shop, s.name AS "shopName", c.at, c.operation, c.method, c.path, c.reference,
      c.seller_order_id AS "sellerOrderId", coalesce(o.order_number, o.order_id) AS "order", c.status, c.outcome, c.code,
      c.attempts, c.duration_ms AS "durationMs"
    FROM page c JOIN shop s ON s.id = c.shop_id LEFT JOIN seller_order o ON o.id = c.seller_order_id
    ORDER BY ${byId(query)}`;
}

/** The calls to read, by their ids, which increase with time; without their bodies. */
function looked(query: CallListQuery): Prisma.Sql {
  const { filter, after } = query;
  const { shopId, since, until } = filter;
  const first = (from: Date) =>
    Prisma.sql`(SELECT f.id FROM store_call f WHERE f.at >= ${from} ORDER BY f.at LIMIT 1)`;
  const conditions = [
    Prisma.sql`true`,
    ...(shopId === undefined ? [] : [Prisma.sql`c.shop_id = ${shopId}`]),
    ...(since === undefined ? [] : [Prisma.sql`c.at >= ${since} AND c.id >= ${first(since)} - ${ID_SLACK}`]),
    ...(until === undefined
      ? []
      : [
          Prisma.sql`c.at < ${until} AND c.id <= coalesce(${first(until)} + ${ID_SLACK}, 9223372036854775807)`,
        ]),
    ...(after === undefined ? [] : [comesAfter([{ ...term(query), there: Prisma.sql`${BigInt(after)}` }])]),
  ];
  return Prisma.sql`
    SELECT c.id, c.shop_id, c.at, c.operation, c.method, c.path, c.reference, c.seller_order_id, c.status, c.outcome,
      c.code, c.attempts, c.duration_ms
    FROM store_call c WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY ${byId(query)} LIMIT ${lookedAtOf(query)}`;
}

function lookedAtOf({ filter: { operation, answer, reference }, limit }: CallListQuery): number {
  const all = [operation, answer, reference].every((condition) => condition === undefined);
  return all ? limit + 1 : LOOKED_AT;
}

function matching({ operation, answer, reference }: CallFilter): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`true`,
      ...(operation === undefined ? [] : [Prisma.sql`c.operation = ${operation}`]),
      ...(reference === undefined ? [] : [Prisma.sql`c.reference = ${reference}`]),
      ...(answer === undefined ? [] : [answered(answer)]),
    ],
    ' AND ',
  );
}

function answered(answer: string): Prisma.Sql {
  const [, hundreds] = /^([1-5])xx$/i.exec(answer) ?? [];
  if (hundreds !== undefined) return Prisma.sql`c.status / 100 = ${Number(hundreds)}`;
  if (/^\d{3}$/.test(answer)) return Prisma.sql`c.status = ${Number(answer)}`;
  if (answer === 'none') return Prisma.sql`c.status IS NULL`;
  if (answer === 'failed') return Prisma.sql`c.outcome <> 'confirmed'`;
  return Prisma.sql`(c.outcome = ${answer} OR c.code = ${answer})`;
}

function byId(query: CallListQuery): Prisma.Sql {
  return sortedBy([term(query)]);
}

function term({ ascending = false }: CallListQuery): SortTerm {
  return { of: Prisma.sql`c.id`, descending: !ascending };
}
