import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { listAlertsWhere, type AlertSummary } from '../alerts/alerts';
import { readRisks, type AtRisk } from '../problems/orders-at-risk';
import { riskRows, subjectOfFailedMessage } from '../problems/risk-rows';
import { eventOfQueue } from '../messages/read-message';
import { ALERTS_OF_ORDERS, itemOfRisk } from './items-in-difficulty';
import { findCase, type ListedCase } from './list-cases';

/** The maximum shown of each section of a case. */
export const CASE_SHOWS = 100;

const ItemRow = z.object({
  item: z.string(),
  subjects: z.array(z.string()),
  sellerOrderId: z.string().nullable(),
});
const WellRow = z.object({
  sellerOrderId: z.string(),
  orderId: z.string(),
  orderNumber: z.string().nullable(),
  shop: z.string(),
  shopName: z.string(),
  endedAt: z.date(),
});
const FailedMessageRow = z.object({
  id: z.string(),
  type: z.string(),
  origin: z.string(),
  reason: z.string(),
  state: z.enum(['open', 'replaying']),
  orderId: z.string().nullable(),
  /** The customer's own number of the order, if it is one of the case. */
  orderNumber: z.string().nullable(),
  lastFailedAt: z.date(),
  replayId: z.string().nullable(),
});
const EntryRow = z.object({
  id: z.bigint(),
  at: z.date(),
  kind: z.string(),
  actor: z.string().nullable(),
  text: z.string().nullable(),
  mentions: z.array(z.string()),
  detail: z.unknown(),
});

/** A failed message of a case. */
export type CaseFailedMessage = z.output<typeof FailedMessageRow> & {
  /** An event from a shop: an edit may fix it. A command names only rows. */
  isEvent: boolean;
};
/** An entry of a case's history. */
export type CaseEntry = z.output<typeof EntryRow>;
/** An order of a case whose problem is resolved. */
export type WellOrder = z.output<typeof WellRow>;

/** A case with its items. */
export interface ShownCase {
  case: ListedCase;
  /** Open items of orders, in progress too; the oldest first. */
  risks: AtRisk[];
  /** Orders whose problems are resolved, the latest first. */
  well: WellOrder[];
  failedMessages: CaseFailedMessage[];
  alerts: AlertSummary[];
  /** Its history, the newest first. */
  entries: CaseEntry[];
}

/** Null: there is none, or it is no longer kept. */
export async function showCase(db: Database, id: string, now: number): Promise<ShownCase | null> {
  const found = await findCase(db, id, now);
  if (!found) return null;
  const items = await rows(
    ItemRow,
    db.$queryRaw`
    SELECT item, subjects, seller_order_id AS "sellerOrderId" FROM support_case_item
    WHERE case_id = ${found.id}::uuid AND ended_at IS NULL ORDER BY since, id LIMIT ${CASE_SHOWS}`,
  );
  const [risks, well, alerts, entries] = await Promise.all([
    readRisksOf(db, items, now),
    readWell(db, found.id),
    readAlerts(db, items),
    readEntries(db, found.id),
  ]);
  const failedMessages = await readFailedMessages(db, {
    items,
    orderIds: risks.flatMap(({ orderId }) => orderId ?? []),
  });
  return { case: found, risks, well, failedMessages, alerts, entries };
}

type Items = readonly z.output<typeof ItemRow>[];

async function readRisksOf(db: Database, items: Items, now: number): Promise<AtRisk[]> {
  if (items.length === 0) return [];
  const orders = items.flatMap(({ sellerOrderId }) => sellerOrderId ?? []);
  const scope = { now, sellerOrderIds: orders, withUnknown: orders.length < items.length };
  return readRisks(
    db,
    Prisma.sql`
    SELECT r.* FROM (${await riskRows(db, scope)}) r
    WHERE ${itemOfRisk('r')} = ANY (${items.map(({ item }) => item)}::text[])`,
  );
}

function readWell(db: Database, id: string): Promise<WellOrder[]> {
  return rows(
    WellRow,
    db.$queryRaw`
    SELECT i.seller_order_id AS "sellerOrderId", o.order_id AS "orderId", o.order_number AS "orderNumber",
      s.slug AS shop, s.name AS "shopName", max(i.ended_at) AS "endedAt"
    FROM support_case_item i
    JOIN seller_order o ON o.id = i.seller_order_id JOIN shop s ON s.id = o.shop_id
    WHERE i.case_id = ${id}::uuid
    GROUP BY i.seller_order_id, o.order_id, o.order_number, s.slug, s.name HAVING bool_and(i.ended_at IS NOT NULL)
    ORDER BY max(i.ended_at) DESC, i.seller_order_id LIMIT ${CASE_SHOWS}`,
  );
}

/** Those about its items, and those that are items themselves. */
function readAlerts(db: Database, items: Items): Promise<AlertSummary[]> {
  const subjects = items.flatMap(({ subjects: of }) => of);
  return listAlertsWhere(
    db,
    {
      state: { in: ['open', 'taken'] },
      OR: [
        { subject: { in: subjects }, kind: { in: [...ALERTS_OF_ORDERS] } },
        { id: { in: idsOf(items, 'alert:') } },
      ],
    },
    CASE_SHOWS,
  );
}

async function readFailedMessages(
  db: Database,
  { items, orderIds }: { items: Items; orderIds: readonly string[] },
): Promise<CaseFailedMessage[]> {
  const subjects = items.flatMap(({ subjects: of }) => of);
  const sellerOrderIds = items.flatMap(({ sellerOrderId }) => sellerOrderId ?? []);
  const failedMessages = await rows(
    FailedMessageRow,
    db.$queryRaw(Prisma.sql`
    SELECT d.id, d.type, d.origin, d.reason, d.state::text AS state, d.order_id AS "orderId",
      d.last_failed_at AS "lastFailedAt", d.replay_id::text AS "replayId",
      (SELECT min(o.order_number) FROM seller_order o WHERE o.id = ANY (${sellerOrderIds}::uuid[]) AND o.order_id = d.order_id)
        AS "orderNumber"
    FROM dead_letter d
    WHERE d.state IN ('open', 'replaying') AND (d.id = ANY (${idsOf(items, 'dead_letter:')}::uuid[])
      OR (d.order_id = ANY (${[...orderIds]}::text[]) AND ${subjectOfFailedMessage('d')} = ANY (${subjects}::text[])))
    ORDER BY d.last_failed_at, d.id LIMIT ${CASE_SHOWS}`),
  );
  return failedMessages.map((failedMessage) => ({
    ...failedMessage,
    isEvent: eventOfQueue(failedMessage.origin) !== null,
  }));
}

function idsOf(items: Items, prefix: string): string[] {
  return items.flatMap(({ item }) => (item.startsWith(prefix) ? [item.slice(prefix.length)] : []));
}

function readEntries(db: Database, id: string): Promise<CaseEntry[]> {
  return rows(
    EntryRow,
    db.$queryRaw`
    SELECT id, at, kind, actor, text, mentions, detail FROM support_case_entry
    WHERE case_id = ${id}::uuid ORDER BY id DESC LIMIT ${CASE_SHOWS}`,
  );
}
