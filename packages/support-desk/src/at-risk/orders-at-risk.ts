import { Prisma, rows, type Database } from '@hub/database';
import { reachability, Reachability } from '@hub/orders';
import { z } from 'zod';
import { riskRows, type RiskScope } from './risk-rows';
import { RISK_SITUATIONS, RiskFacts, type RiskSituation } from './situations';

export const AtRisk = RiskFacts.extend({
  /** Of the seller order; null: it is not stored. */
  id: z.string().nullable(),
  /** Slug of the selling shop, and its own id of the order; null: it could not be read. */
  shop: z.string(),
  orderId: z.string().nullable(),
  /** Of a line; null: it is about the order, a package, a return or a stop. */
  lineItemId: z.string().nullable(),
  /** Of the row that it is about: line, shipping order, package, return, stop, failed message or sent event. */
  part: z.string(),
  /** The subject of alerts about it. */
  subject: z.string().nullable(),
  /** The shop whose store has to be called, or whose people have to act; null: none. */
  store: z.string().nullable(),
  reference: z.string().nullable(),
  /** Whether that store's `POST /orders` can be called. */
  storeIs: Reachability.nullable(),
  since: z.date(),
  /** Past the time in which it is done where nothing is wrong. */
  overdue: z.boolean(),
  /** False: it is on its way. */
  atRisk: z.boolean(),
  /** What the customer paid for it, as a decimal; null: not known. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
});

/** Something of a paid order that is not done. */
export type AtRisk = z.output<typeof AtRisk>;

const Grouped = AtRisk.extend({ total: z.int(), lateCount: z.int() });
const CountRow = z.object({ count: z.int() });
const BehindStore = z.object({ shop: z.string(), orders: z.int() });

/** What of one situation there is, the oldest first. */
export interface RiskGroup {
  situation: RiskSituation;
  total: number;
  overdue: number;
  items: AtRisk[];
}

export interface AtRiskQuery extends RiskScope {
  /** Only what the store or the people of this shop have to do with, by its slug. */
  store?: string | undefined;
  situations?: readonly RiskSituation[] | undefined;
  /** What is only on its way too. */
  withOnItsWay?: boolean | undefined;
  limit: number;
}

/** The rows with shops by their slugs. */
export const namedRisks = (query: RiskScope): Prisma.Sql => Prisma.sql`
  SELECT r.situation, r.id, seller.slug AS shop, r."orderId", r."lineItemId", r.part, r.subject, r.reason,
    store.slug AS store, r.reference, CASE WHEN store.id IS NOT NULL THEN ${reachability('store')} END AS "storeIs", r.since, r.overdue, r."atRisk", r."gaveUp",
    trim_scale(round(r.amount, 6))::text AS amount, coalesce(o.currency, seller.currency) AS currency
  FROM (${riskRows(query)}) r
  JOIN shop seller ON seller.id = r.seller
  LEFT JOIN shop store ON store.id = r.store
  LEFT JOIN seller_order o ON o.id = r.id`;

/** What is at risk, the longest waiting first. */
export function listAtRisk(db: Database, query: AtRiskQuery): Promise<AtRisk[]> {
  const { store, situations, withOnItsWay = false, limit } = query;
  const conditions = [
    ...(withOnItsWay ? [] : [Prisma.sql`n."atRisk"`]),
    ...(store === undefined ? [] : [Prisma.sql`n.store = ${store}`]),
    ...(situations === undefined ? [] : [Prisma.sql`n.situation = ANY (${[...situations]}::text[])`]),
  ];
  const where = conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ');
  return rows(
    AtRisk,
    db.$queryRaw(Prisma.sql`
    SELECT n.* FROM (${namedRisks(query)}) n WHERE ${where}
    ORDER BY n.since, n.id, n.part, n."lineItemId" LIMIT ${limit}`),
  );
}

/** Of each situation how much there is, and the oldest of it; the worst situation first. */
export async function groupAtRisk(
  db: Database,
  query: { now: number; itemsOfEach: number },
): Promise<RiskGroup[]> {
  const found = await rows(
    Grouped,
    db.$queryRaw(Prisma.sql`
    SELECT * FROM (
      SELECT n.*, row_number() OVER (PARTITION BY n.situation ORDER BY n.since, n.id, n.part, n."lineItemId") AS place,
        (count(*) OVER (PARTITION BY n.situation))::int AS total,
        (count(*) FILTER (WHERE n.overdue) OVER (PARTITION BY n.situation))::int AS "lateCount"
      FROM (${namedRisks(query)}) n WHERE n."atRisk"
    ) g WHERE g.place <= ${query.itemsOfEach} ORDER BY g.place`),
  );
  return RISK_SITUATIONS.flatMap((situation): RiskGroup[] => {
    const ofIt = found.filter((one) => one.situation === situation);
    const [first] = ofIt;
    if (!first) return [];
    return [{ situation, total: first.total, overdue: first.lateCount, items: ofIt }];
  });
}

/** So many are counted for the navigation of every page. */
const COUNTED = 1_000;

/** How much is at risk, a thousand at the most. */
export async function countAtRisk(db: Database, now: number): Promise<number> {
  const [row] = await rows(
    CountRow,
    db.$queryRaw(Prisma.sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM (${riskRows({ now })}) r WHERE r."atRisk" LIMIT ${COUNTED}) c`),
  );
  return row?.count ?? 0;
}

/** How many paid orders wait for a store that cannot be called, by its shop. */
export function countBehindStores(db: Database, now: number): Promise<z.output<typeof BehindStore>[]> {
  return rows(
    BehindStore,
    db.$queryRaw(Prisma.sql`
    SELECT n.store AS shop, count(DISTINCT n.id)::int AS orders FROM (${namedRisks({ now })}) n
    WHERE n.store IS NOT NULL AND n."storeIs" = 'suspended' AND n.situation IN ('store_away', 'tracking_owed', 'return_owed', 'stop_unfinished')
    GROUP BY n.store`),
  );
}
