import { createHash } from 'node:crypto';
import { Verdict, type EventName } from '@hub/contract';
import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';

const ClaimedKey = z.object({ shop_id: z.int(), event_id: z.string() });

/** Identity of an event and the bytes sent under it (D6). */
export interface LedgerKey {
  shopId: number;
  eventId: string;
  event: EventName;
  bodySha256: Buffer;
}

/** What the ledger holds of an event; `verdict` null: accepted for work that is not finished (D12). */
export interface LedgerEntry {
  bodySha256: Buffer;
  verdict: Verdict | null;
}

const LedgerRow = z.object({
  body_sha256: z.instanceof(Uint8Array),
  status: z.int().nullable(),
  outcome: z.string().nullable(),
  code: z.string().nullable(),
  field: z.string().nullable(),
  message: z.string().nullable(),
});
type LedgerRow = z.output<typeof LedgerRow>;

export function bodySha256(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}

/** The only event whose rows are dropped by the day (D30). */
export const STOCK_EVENT: EventName = 'inventory.updated';

/** The `day` of what is kept permanently (D30): all events but those of stock. */
export const KEPT = Prisma.sql`DATE '9999-12-31'`;

/**
 * Whether no day has the event `d`. Each day is queried separately: as a join, a plan made while the ledger was small
 * would read all of it when it is large.
 */
export const IS_NEW = Prisma.sql`
  (SELECT count(*) FROM event_ledger l WHERE l.shop_id = d.shop_id AND l.event_id = d.event_id) = 0`;

/**
 * Claims the events that are not decided yet; a concurrent delivery of one of them waits here for the other's commit.
 * @returns for each key whether it is ours; of a duplicate key only the first is
 */
export async function claimEvents(tx: Sql, keys: readonly LedgerKey[]): Promise<boolean[]> {
  const sorted = inKeyOrder(keys, (key) => key);
  const found = await rows(
    ClaimedKey,
    tx.$queryRaw(Prisma.sql`
    INSERT INTO event_ledger (shop_id, event_id, event, body_sha256)
    SELECT d.* FROM unnest(${sorted.map((k) => k.shopId)}::int[], ${sorted.map((k) => k.eventId)}::text[],
      ${sorted.map((k) => k.event)}::text[], ${sorted.map((k) => k.bodySha256.toString('hex')).map((h) => `\\x${h}`)}::bytea[])
      AS d (shop_id, event_id, event, body_sha256)
    WHERE ${IS_NEW}
    ON CONFLICT DO NOTHING
    RETURNING shop_id, event_id`),
  );
  const free = new Set(found.map((row) => `${row.shop_id} ${row.event_id}`));
  return keys.map((key) => free.delete(`${key.shopId} ${key.eventId}`));
}

/** Reads and locks the record of an event; null if its claim was released meanwhile. */
export async function findLedgerEntry(tx: Sql, key: LedgerKey): Promise<LedgerEntry | null> {
  const [row] = await rows(
    LedgerRow,
    tx.$queryRaw(Prisma.sql`
    SELECT body_sha256, status, outcome, code, field, message FROM event_ledger
    WHERE shop_id = ${key.shopId} AND event_id = ${key.eventId} FOR UPDATE`),
  );
  return row ? { bodySha256: Buffer.from(row.body_sha256), verdict: toVerdict(row) } : null;
}

/** One decided event; `verdict` null releases the claim: nothing is recorded, the resend is handled from scratch. */
export interface LedgerDecision {
  key: { shopId: number; eventId: string };
  subject: string | null;
  verdict: Verdict | null;
}

/** Records the final verdicts, `4xx` included (D6). */
export async function recordVerdicts(tx: Sql, decisions: readonly LedgerDecision[]): Promise<void> {
  const decided = decisions.map(({ key, subject, verdict }) => ({
    ...key,
    subject,
    ...verdictColumns(verdict),
  }));
  if (decided.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    UPDATE event_ledger AS l SET subject = d.subject, status = d.status, outcome = d.outcome, code = d.code,
      field = d.field, message = d.message, decided_at = now()
    FROM unnest(${decided.map((r) => r.shopId)}::int[], ${decided.map((r) => r.eventId)}::text[],
      ${decided.map((r) => r.subject)}::text[], ${decided.map((r) => r.status)}::smallint[],
      ${decided.map((r) => r.outcome)}::text[], ${decided.map((r) => r.code)}::text[],
      ${decided.map((r) => r.field)}::text[], ${decided.map((r) => r.message)}::text[])
      AS d (shop_id, event_id, subject, status, outcome, code, field, message)
    WHERE l.shop_id = d.shop_id AND l.event_id = d.event_id AND l.day = ${KEPT}`);
}

/** Releases claims: the events count as never seen. */
export async function forgetEvents(
  tx: Sql,
  keys: readonly { shopId: number; eventId: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    DELETE FROM event_ledger AS l USING unnest(${keys.map((k) => k.shopId)}::int[], ${keys.map((k) => k.eventId)}::text[])
      AS d (shop_id, event_id) WHERE l.shop_id = d.shop_id AND l.event_id = d.event_id AND l.day = ${KEPT}`);
}

export function verdictColumns(verdict: Verdict | null) {
  const none = { status: null, outcome: null, code: null, field: null, message: null };
  if (verdict === null) return none;
  if (verdict.status === 200) return { ...none, status: 200, outcome: verdict.outcome };
  return {
    ...none,
    status: verdict.status,
    code: verdict.code,
    field: verdict.field ?? null,
    message: verdict.message,
  };
}

function toVerdict(row: LedgerRow): Verdict | null {
  if (row.status === null) return null;
  return Verdict.parse({
    status: row.status,
    outcome: row.outcome,
    code: row.code,
    message: row.message,
    ...(row.field === null ? {} : { field: row.field }),
  });
}

/** The one order in which rows are inserted, so that two batches with common keys cannot deadlock. */
export function inKeyOrder<T>(items: readonly T[], keyOf: (item: T) => LedgerKey): T[] {
  return items.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b)));
}

function compareKeys(a: LedgerKey, b: LedgerKey): number {
  return a.shopId - b.shopId || (a.eventId < b.eventId ? -1 : a.eventId > b.eventId ? 1 : 0);
}
