import { SHOWN_BY_ORDERS } from '@hub/alerts';
import { Prisma, type Database } from '@hub/database';
import { reachability } from '@hub/orders/support';
import { riskRows, subjectOfFailedMessage } from '../problems/risk-rows';
import { causeOfAlert, causeOfFailedMessage, causeOfRisk, keyOfCause } from './case-cause';

/** How long failed messages and alerts about resolved items are left to be resolved automatically. */
const RECOVERING_MS = 10 * 60_000;

/** Alerts covered by an order at risk: an order that was too large is refused at the door. */
export const ALERTS_OF_ORDERS: readonly string[] = [...SHOWN_BY_ORDERS, 'order_too_large'];

/** The key of a row of orders at risk: a line keeps it from shop to shop. @param alias of the row */
export function itemOfRisk(alias: string): Prisma.Sql {
  const r = Prisma.raw(alias);
  return Prisma.sql`coalesce(${r}.id || '/' || ${r}."lineItemId", ${r}.subject, ${r}.part::text)`;
}

/**
 * Everything that can be in a case: open items of orders, from the view of orders at risk, and failed messages and
 * alerts that are not about them. `opens`: it is failing, so that it opens a case; otherwise it only keeps one open
 * until it is resolved. A failed message or an alert about something in progress makes that a failing item.
 */
export async function itemsInDifficulty(db: Pick<Database, '$queryRaw'>, now: number): Promise<Prisma.Sql> {
  return Prisma.sql`
    WITH risk AS MATERIALIZED (${await riskRows(db, { now })}),
    failed AS MATERIALIZED (
      SELECT d.id, d.origin, d.reason, d.shop_id, d.first_failed_at, ${subjectOfFailedMessage('d')} AS subject
      FROM dead_letter d
      -- One whose replay was handled waits for the call to its store (D23): that is the order's own state.
      WHERE d.state = 'open' OR (d.state = 'replaying' AND d.replay_id IS NOT NULL)),
    raised AS MATERIALIZED (
      SELECT a.id, a.kind, a.subject, a.shop_id, a.seller_order_id, a.first_at, a.detail,
        a.kind = ANY (${[...ALERTS_OF_ORDERS]}::text[]) AS "ofOrder"
      FROM alert a WHERE a.state IN ('open', 'taken') AND a.kind <> 'dead_letter'),
    reported AS (
      SELECT subject, min(reason) AS reason FROM (
        SELECT subject, reason FROM failed WHERE subject IS NOT NULL
        UNION ALL SELECT subject, NULL FROM raised WHERE "ofOrder") o
      GROUP BY subject),
    known AS (SELECT DISTINCT subject FROM risk WHERE subject IS NOT NULL),
    recovering AS (
      SELECT DISTINCT unnest(subjects) AS subject FROM support_case_item
      WHERE ended_at IS NULL OR ended_at > ${new Date(now - RECOVERING_MS)})
    SELECT found.*, ${keyOfCause('found')} AS key FROM (
      SELECT ${itemOfRisk('r')} AS item, r.subject, r.id AS "sellerOrderId", coalesce(r.store, r.seller) AS "itemShopId",
        r.since, r."atRisk" OR p.subject IS NOT NULL AS opens,
        ${causeOfRisk('r', { storeIs: reachability('store'), reason: Prisma.sql`coalesce(r.reason, p.reason)` })}
      FROM risk r
      LEFT JOIN shop store ON store.id = r.store
      LEFT JOIN reported p ON p.subject = r.subject
      UNION ALL
      SELECT 'dead_letter:' || d.id, NULL, NULL, d.shop_id, d.first_failed_at, true,
        ${causeOfFailedMessage('d', reachability('shop'))}
      FROM failed d
      LEFT JOIN shop ON shop.id = d.shop_id
      LEFT JOIN known ON known.subject = d.subject
      LEFT JOIN recovering ON recovering.subject = d.subject
      WHERE known.subject IS NULL AND recovering.subject IS NULL
      UNION ALL
      SELECT 'alert:' || a.id, NULL, a.seller_order_id, a.shop_id, a.first_at, true,
        ${causeOfAlert('a', reachability('shop'))}
      FROM raised a
      LEFT JOIN shop ON shop.id = a.shop_id
      LEFT JOIN known ON known.subject = a.subject AND a."ofOrder"
      LEFT JOIN recovering ON recovering.subject = a.subject AND a."ofOrder"
      WHERE known.subject IS NULL AND recovering.subject IS NULL
    ) found`;
}
