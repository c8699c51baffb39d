import { caseTitle } from '@hub/desk/cases';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { gatherNotices, type CaseMessage, type UnsentEntry } from './gather-notices';

const AloneRow = z.object({ alone: z.boolean() });
const Detail = z.object({
  to: z.string().optional().catch(undefined),
  until: z.string().optional().catch(undefined),
  more: z.number().optional().catch(undefined),
});
const UnsentRow = z.object({
  id: z.string(),
  caseId: z.string(),
  kind: z.string(),
  actor: z.string().nullable(),
  mentions: z.array(z.string()),
  detail: Detail,
  at: z.date(),
  leased: z.boolean(),
  causeKind: z.string(),
  about: z.string(),
  shopName: z.string().nullable(),
  orders: z.int(),
  inDifficulty: z.int(),
});

/** A copy that claimed entries and has not sent them after this time is considered dead. */
const LEASE_MS = 60_000;
/** Entries unsent for this long are history: a newly configured channel starts with the present. */
const SAID_WITHIN_MS = 24 * 60 * 60_000;
const AT_ONCE = 1_000;

/** One channel for cases, the moment (milliseconds since the epoch), and where browsers reach the desk. */
export interface Sending {
  channel: string;
  now: number;
  deskUrl?: string | undefined;
}

/**
 * Claims the next message that is due on a channel, so that no other copy of the service sends it too: one at a time,
 * however long a channel takes with the others. If this copy dies before it has sent it, a later one does: better twice
 * than never. Null: nothing is due.
 */
export async function claimMessage(tx: Tx, sending: Sending): Promise<CaseMessage | null> {
  const { channel, now } = sending;
  if (!(await isAlone(tx, channel))) return null;
  const { messages, silent } = gatherNotices(await findUnsent(tx, sending), sending);
  if (silent.length > 0) await markSent(tx, silent, sending);
  const [message] = messages;
  if (!message) return null;
  await tx.$executeRaw`
    INSERT INTO support_case_notice (entry_id, channel, sending_until)
    SELECT id, ${channel}, ${new Date(now + LEASE_MS)} FROM unnest(${message.ids}::bigint[]) AS id
    ON CONFLICT (entry_id, channel) DO UPDATE SET sending_until = excluded.sending_until`;
  return message;
}

/** Only one copy of the service at a time claims for a channel; claiming is quick. */
async function isAlone(tx: Tx, channel: string): Promise<boolean> {
  const [lock] = await rows(
    AloneRow,
    tx.$queryRaw`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`support_case_notice ${channel}`}, 0)) AS alone`,
  );
  return lock?.alone ?? false;
}

async function findUnsent(tx: Tx, { channel, now }: Sending): Promise<UnsentEntry[]> {
  const found = await rows(
    UnsentRow,
    tx.$queryRaw`
    WITH e AS MATERIALIZED (
      SELECT * FROM support_case_entry e
      WHERE e.reported AND e.at > ${new Date(now - SAID_WITHIN_MS)} AND NOT EXISTS (
        SELECT FROM support_case_notice n WHERE n.entry_id = e.id AND n.channel = ${channel} AND n.sent_at IS NOT NULL)
      ORDER BY e.id LIMIT ${AT_ONCE}),
    counted AS (
      SELECT i.case_id, count(DISTINCT coalesce(i.seller_order_id::text, i.item))::int AS orders,
        (count(DISTINCT coalesce(i.seller_order_id::text, i.item)) FILTER (WHERE i.ended_at IS NULL))::int
          AS "inDifficulty"
      FROM support_case_item i WHERE i.case_id IN (SELECT case_id FROM e) GROUP BY i.case_id)
    SELECT e.id::text AS id, e.case_id AS "caseId", e.kind, e.actor, e.mentions, e.detail, e.at,
      coalesce(n.sending_until > ${new Date(now)}, false) AS leased, c.cause_kind AS "causeKind", c.about,
      s.name AS "shopName", coalesce(i.orders, 0) AS orders, coalesce(i."inDifficulty", 0) AS "inDifficulty"
    FROM e
    JOIN support_case c ON c.id = e.case_id
    LEFT JOIN shop s ON s.id = c.shop_id
    LEFT JOIN support_case_notice n ON n.entry_id = e.id AND n.channel = ${channel}
    LEFT JOIN counted i ON i.case_id = e.case_id
    ORDER BY e.id`,
  );
  return found.map(({ detail, causeKind, about, shopName, ...entry }) => ({
    ...entry,
    ...detail,
    title: caseTitle({ kind: causeKind, about, shopName }),
    shop: shopName,
  }));
}

export async function markSent(
  tx: Tx,
  ids: readonly string[],
  { channel, now }: Pick<Sending, 'channel' | 'now'>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO support_case_notice (entry_id, channel, sent_at)
    SELECT id, ${channel}, ${new Date(now)} FROM unnest(${[...ids]}::bigint[]) AS id
    ON CONFLICT (entry_id, channel) DO UPDATE SET sent_at = excluded.sent_at, sending_until = NULL`;
}
