import { Prisma, rows, type Database } from '@hub/database';
import { toShipBy } from '@hub/orders/placements';
import { z } from 'zod';
import { amountOf, riskRows, subjectOfFailedMessage } from '../problems/risk-rows';
import { PROMISE_MS } from '../problems/risk-labels';
import { ALERTS_OF_ORDERS, itemOfRisk } from './items-in-difficulty';
import { PROBLEMS } from '../problems/problems';

/** The most cases, items of orders and failed messages that are compared: those that have waited longest. */
const COMPARED = { cases: 1_000, items: 5_000, messages: 5_000 } as const;

const FirstRow = z.object({
  /** Null: its items are in no case yet. */
  caseId: z.string().nullable(),
  /** Of the case's cause; otherwise the situation of its items. */
  kind: z.string(),
  about: z.string(),
  shop: z.string().nullable(),
  shopName: z.string().nullable(),
  owner: z.string().nullable(),
  /** Closed by hand, with unresolved items. */
  closedBy: z.string().nullable(),
  openedAt: z.date(),
  since: z.date().nullable(),
  /** How many paid orders, alerts and failed messages are in it. */
  orders: z.int(),
  alerts: z.int(),
  messages: z.int(),
  /** What customers paid for it, by currency. */
  amounts: z.record(z.string(), z.string()),
  /** The paid order that has waited longest. */
  order: z.object({ id: z.string().nullable(), name: z.string(), shopName: z.string() }).nullable(),
  dueInTime: z.date().nullable(),
  promisedBy: z.date().nullable(),
  placedAt: z.date().nullable(),
  timeZone: z.string().nullable(),
  shipWithin: z.string().nullable(),
  closedDays: z.array(z.string()).nullable(),
});

const Read = FirstRow.transform((row) => {
  const { dueInTime, promisedBy, placedAt, timeZone, shipWithin, closedDays, ...entry } = row;
  const terms = timeZone !== null &&
    shipWithin !== null && { timeZone, shipWithin, closedDays: closedDays ?? [] };
  const shipBy =
    placedAt && terms ? toShipBy({ placedAt, createdAt: placedAt, promisedBy: null }, terms) : null;
  const [due = null] = [dueInTime, promisedBy, shipBy]
    .filter((at) => at !== null)
    .toSorted((a, b) => a.getTime() - b.getTime());
  return { ...entry, due };
});

/** One cause with all that it touches: a case, or items at risk that are in none yet. */
export type ReadEntry = z.output<typeof Read>;

const named = (due: string) => PROBLEMS.filter((one) => one.due === due).map(({ name }) => name);
const [IN_AN_HOUR, IN_A_DAY, BY_SHOP] = [named('in_an_hour'), named('in_a_day'), named('by_shop')];

/**
 * What is open, one row for each cause: cases that are neither snoozed nor resolved, those closed by hand with unresolved items
 * too, and items at risk that no sweep has put into a case. One statement over indexes of open rows, bounded by `COMPARED`.
 * @param ofCases only these cases
 */
export async function readFirst(
  db: Pick<Database, '$queryRaw'>,
  now: number,
  ofCases?: readonly string[],
): Promise<ReadEntry[]> {
  const ids = ofCases && Prisma.sql`${[...ofCases]}::uuid[]`;
  const shown = ids
    ? Prisma.sql`SELECT * FROM support_case WHERE id = ANY (${ids})`
    : Prisma.sql`
      SELECT * FROM support_case WHERE closed_at IS NULL AND (snoozed_until IS NULL OR snoozed_until <= ${new Date(now)})
      UNION ALL
      SELECT * FROM support_case WHERE closed_at IS NOT NULL AND closed_by IS NOT NULL
        AND id IN (SELECT case_id FROM support_case_item WHERE ended_at IS NULL)`;
  return rows(
    Read,
    db.$queryRaw(Prisma.sql`
    WITH risk AS MATERIALIZED (
      SELECT r.*, ${itemOfRisk('r')} AS item FROM (${await riskRows(db, { now })}) r
      ORDER BY r."atRisk" DESC, r.since LIMIT ${COMPARED.items}),
    shown AS MATERIALIZED (
      SELECT c.* FROM (${shown}) c ORDER BY c.opened_at LIMIT ${COMPARED.cases}),
    part AS MATERIALIZED (
      SELECT i.case_id::text AS key, i.item, i.subjects, i.seller_order_id, i.since, r.situation, r.seller, r."orderId",
        CASE WHEN r.item IS NOT NULL THEN ${amountOf('r')} END AS amount, s.promised_by
      FROM shown c
      JOIN support_case_item i ON i.case_id = c.id AND i.ended_at IS NULL
      LEFT JOIN risk r ON r.item = i.item
      LEFT JOIN shipping_order s ON r.situation = ANY (${BY_SHOP}::text[]) AND s.id = r.part
      UNION ALL
      SELECT r.situation || ' ' || coalesce(r.store, r.seller), r.item, '{}', r.id, r.since, r.situation, r.seller,
        r."orderId", ${amountOf('r')}, s.promised_by
      FROM risk r
      LEFT JOIN shipping_order s ON r.situation = ANY (${BY_SHOP}::text[]) AND s.id = r.part
      WHERE ${ids === undefined} AND r."atRisk"
        AND NOT EXISTS (SELECT FROM support_case_item i WHERE i.item = r.item AND i.ended_at IS NULL)),
    counted AS (
      SELECT p.key, min(p.since) AS since,
        count(DISTINCT coalesce(p.seller_order_id::text, p.item)) FILTER (
          WHERE p.situation IS NOT NULL OR p.seller_order_id IS NOT NULL)::int AS orders,
        count(*) FILTER (WHERE p.item LIKE 'alert:%')::int AS alerts,
        count(*) FILTER (WHERE p.item LIKE 'dead\\_letter:%')::int AS messages,
        least(min(p.since) FILTER (WHERE p.situation = ANY (${IN_AN_HOUR}::text[])) + ${PROMISE_MS.in_an_hour} * interval '1 ms',
          min(p.since) FILTER (WHERE p.situation = ANY (${IN_A_DAY}::text[])) + ${PROMISE_MS.in_a_day} * interval '1 ms') AS due,
        min(p.promised_by) AS promised_by,
        min(p.since) FILTER (WHERE p.situation = ANY (${BY_SHOP}::text[]) AND p.promised_by IS NULL) AS placed_at
      FROM part p GROUP BY p.key),
    paid AS (
      SELECT key, jsonb_object_agg(currency, amount) AS amounts FROM (
        SELECT p.key, coalesce(o.currency, seller.currency) AS currency, trim_scale(round(sum(p.amount), 6))::text AS amount
        FROM part p JOIN shop seller ON seller.id = p.seller LEFT JOIN seller_order o ON o.id = p.seller_order_id
        WHERE p.amount IS NOT NULL GROUP BY 1, 2) sums
      GROUP BY key),
    oldest AS (
      SELECT DISTINCT ON (p.key) p.key, jsonb_build_object('id', o.id, 'shopName', seller.name,
        'name', coalesce(o.order_number, o.order_id, p."orderId")) AS "order"
      FROM part p
      LEFT JOIN seller_order o ON o.id = p.seller_order_id
      JOIN shop seller ON seller.id = coalesce(o.shop_id, p.seller)
      WHERE coalesce(o.order_id, p."orderId") IS NOT NULL
      ORDER BY p.key, p.since, p.item),
    about AS (SELECT DISTINCT p.key, unnest(p.subjects) AS subject FROM part p),
    raised AS (
      SELECT about.key, count(*)::int AS alerts
      FROM about JOIN alert a ON a.subject = about.subject
      WHERE a.state <> 'resolved' AND a.kind = ANY (${[...ALERTS_OF_ORDERS]}::text[]) GROUP BY about.key),
    failed AS (
      SELECT about.key, count(*)::int AS messages FROM about JOIN (
        SELECT ${subjectOfFailedMessage('d')} AS subject FROM (
          SELECT * FROM dead_letter WHERE state = 'open' ORDER BY last_failed_at, id LIMIT ${COMPARED.messages}) d) d
        ON d.subject = about.subject AND about.subject NOT LIKE 'dead\\_letter:%'
      GROUP BY about.key)
    SELECT c.id AS "caseId", coalesce(c.cause_kind, split_part(n.key, ' ', 1)) AS kind, coalesce(c.about, '') AS about,
      shop.slug AS shop, shop.name AS "shopName", c.owner, CASE WHEN c.closed_at IS NOT NULL THEN c.closed_by END AS "closedBy",
      coalesce(c.opened_at, n.since) AS "openedAt", n.since, coalesce(n.orders, 0) AS orders,
      coalesce(n.alerts, 0) + coalesce(raised.alerts, 0) AS alerts,
      coalesce(n.messages, 0) + coalesce(failed.messages, 0) AS messages, coalesce(paid.amounts, '{}') AS amounts,
      oldest."order", n.due AS "dueInTime", n.promised_by AS "promisedBy", n.placed_at AS "placedAt",
      shop.time_zone AS "timeZone", shop.ship_within AS "shipWithin", shop.closed_days AS "closedDays"
    FROM shown c
    FULL JOIN counted n ON n.key = c.id::text
    LEFT JOIN shop ON shop.id = coalesce(c.shop_id, CASE WHEN c.id IS NULL THEN split_part(n.key, ' ', 2)::int END)
    LEFT JOIN paid ON paid.key = n.key
    LEFT JOIN oldest ON oldest.key = n.key
    LEFT JOIN raised ON raised.key = n.key
    LEFT JOIN failed ON failed.key = n.key`),
  );
}
