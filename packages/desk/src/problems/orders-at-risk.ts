import { Prisma, rows, type Database, type Sql } from '@hub/database';
import { toShipBy } from '@hub/orders/placements';
import { reachability, Reachability } from '@hub/orders/support';
import { z } from 'zod';
import { amountOf, riskRows, type RiskScope } from './risk-rows';
import { problemOf, RISK_SITUATIONS, type RiskSituation } from './problems';
import type { Actor } from './problem';

const RiskRow = z.object({
  situation: z.enum(RISK_SITUATIONS),
  /** Why it waits, or its outcome. */
  reason: z.string().nullable(),
  /** No longer retried: its last attempt failed permanently. */
  gaveUp: z.boolean(),
  /** Of the seller order; null: it is not stored. */
  id: z.string().nullable(),
  /** Slug of the selling shop, and its own id of the order; null: it could not be read. */
  shop: z.string(),
  shopName: z.string(),
  orderId: z.string().nullable(),
  /** The customer's own number of it. */
  orderNumber: z.string().nullable(),
  /** Of a line; null: it is about the order, a package, a return or a stop. */
  lineItemId: z.string().nullable(),
  /** Id of its row: line, shipping order, package, return, stop, failed message or sent event. */
  part: z.string(),
  /** The subject of alerts about it. */
  subject: z.string().nullable(),
  /** The shop whose store has to be called, or whose people have to act; null: none. */
  storeSlug: z.string().nullable(),
  storeName: z.string().nullable(),
  reference: z.string().nullable(),
  /** Whether that store's `POST /orders` can be called. */
  storeIs: Reachability.nullable(),
  since: z.date(),
  /** Overdue: past the time in which it is normally done. */
  overdue: z.boolean(),
  /** False: it is in progress. */
  atRisk: z.boolean(),
  /** What the customer paid for it, as a decimal; null: not known. */
  amountText: z.string().nullable(),
  currency: z.string().nullable(),
  /** Of that store's sheet. */
  timeZone: z.string().nullable(),
  shipWithin: z.string().nullable(),
  closedDays: z.array(z.string()).nullable(),
  promisedBy: z.date().nullable(),
});
const risk = <Row extends z.output<typeof RiskRow>>(found: Row) => {
  const { storeSlug, amountText, timeZone, shipWithin, closedDays, promisedBy, ...row } = found;
  const isToShip = row.situation === 'not_shipped' && timeZone !== null && shipWithin !== null;
  const terms = isToShip ? { timeZone, shipWithin, closedDays: closedDays ?? [] } : null;
  return {
    ...row,
    store: storeSlug,
    amount: amountText,
    /** When its shop should have shipped it (D38); null: it is at risk for something else. */
    shipBy: terms && toShipBy({ placedAt: row.since, createdAt: row.since, promisedBy }, terms),
  };
};
const AtRisk = RiskRow.transform(risk);

/** Something of a paid order that is not done. */
export type AtRisk = z.output<typeof AtRisk>;

/** Who must act. */
export function whoMustAct(one: Pick<AtRisk, 'situation' | 'reason' | 'gaveUp'>): Actor {
  return problemOf(one.situation).whoMustAct(one);
}

const CountRow = z.object({ count: z.int() });
const RisksOfShop = z.object({ shop: z.string(), count: z.int() });

export interface AtRiskQuery extends RiskScope {
  /** Only those that wait for the store or the people of this shop, by its slug. */
  store?: string | undefined;
  situations?: readonly RiskSituation[] | undefined;
  /** Includes those in progress. */
  withOnItsWay?: boolean | undefined;
  limit: number;
}

/** Some of the rows, with shops by their slugs and amounts: rows left out before cost neither. */
const nameRisks = (found: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT r.*, seller.slug AS shop, seller.name AS "shopName", store.slug AS "storeSlug", store.name AS "storeName",
    CASE WHEN store.id IS NOT NULL THEN ${reachability('store')} END AS "storeIs",
    store.time_zone AS "timeZone", store.ship_within AS "shipWithin", store.closed_days AS "closedDays",
    CASE WHEN r.situation = 'not_shipped' THEN (
      SELECT s.promised_by FROM shipping_order s WHERE s.id = r.part) END AS "promisedBy",
    trim_scale(round(${amountOf('r')}, 6))::text AS "amountText", coalesce(o.currency, seller.currency) AS currency,
    o.order_number AS "orderNumber"
  FROM (${found}) r
  JOIN shop seller ON seller.id = r.seller
  LEFT JOIN shop store ON store.id = r.store
  LEFT JOIN seller_order o ON o.id = r.id`;

const OLDEST_FIRST = Prisma.sql`r.since, r.id, r.part, r."lineItemId"`;

/** What is at risk, the longest waiting first. */
export async function listAtRisk(db: Pick<Database, '$queryRaw'>, query: AtRiskQuery): Promise<AtRisk[]> {
  const { store, situations, withOnItsWay = false, limit } = query;
  const conditions = [
    ...(withOnItsWay ? [] : [Prisma.sql`r."atRisk"`]),
    ...(store === undefined ? [] : [Prisma.sql`r.store = (SELECT id FROM shop WHERE slug = ${store})`]),
    ...(situations === undefined ? [] : [Prisma.sql`r.situation = ANY (${[...situations]}::text[])`]),
  ];
  const where = conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ');
  return readRisks(
    db,
    Prisma.sql`SELECT * FROM (${await riskRows(db, query)}) r WHERE ${where} ORDER BY ${OLDEST_FIRST} LIMIT ${limit}`,
  );
}

/** The rows that a query chooses, the oldest first. */
export async function readRisks(db: Pick<Database, '$queryRaw'>, chosen: Prisma.Sql): Promise<AtRisk[]> {
  return rows(AtRisk, db.$queryRaw(Prisma.sql`${nameRisks(chosen)} ORDER BY ${OLDEST_FIRST}`));
}

const SituationRow = z.object({ situation: z.enum(RISK_SITUATIONS), count: z.int() });

/** The number of items of each situation. */
export async function countSituations(sql: Sql, now: number): Promise<z.output<typeof SituationRow>[]> {
  return rows(
    SituationRow,
    sql.$queryRaw(Prisma.sql`
    SELECT r.situation, count(*)::int AS count FROM (${await riskRows(sql, { now })}) r WHERE r."atRisk" GROUP BY 1`),
  );
}

/** The maximum counted for the navigation of every page. */
const COUNTED = 1_000;

/** How many items are at risk, a thousand at most. */
export async function countAtRisk(db: Database, now: number): Promise<number> {
  const [row] = await rows(
    CountRow,
    db.$queryRaw(Prisma.sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM (${await riskRows(db, { now })}) r WHERE r."atRisk" LIMIT ${COUNTED}) c`),
  );
  return row?.count ?? 0;
}

/** How many items at risk wait for the store or the people of each shop, by its slug. */
export async function countRisksByShop(db: Database, now: number): Promise<Map<string, number>> {
  const found = await rows(
    RisksOfShop,
    db.$queryRaw(Prisma.sql`
    SELECT s.slug AS shop, count(*)::int AS count FROM (${await riskRows(db, { now })}) r JOIN shop s ON s.id = r.store
    WHERE r."atRisk" GROUP BY s.slug`),
  );
  return new Map(found.map(({ shop, count }) => [shop, count]));
}
