import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import type { ClaimedRow, WriteTable } from './claim-rows';
import { decideWriteOutcome, gatedBecause, type WriteOutcome } from './decide-write-outcome';
import type { EndedWrite } from './store-write';

const FailedRow = z.object({ id: z.string() });

/** A claimed row whose call has ended without a receipt. */
export interface EndedRow<End> {
  row: ClaimedRow;
  end: End;
}

/** A call that ended permanently. `maybeActed`: one of its attempts may have done it all the same. */
export interface FailedEnd {
  reason: string;
  maybeActed: boolean;
}

/**
 * The calls were not made, or not completed: due again. The outcome of a row whose attempt may have done it all the same
 * is unknown until a receipt arrives. A later claim of the row is not touched.
 */
export async function recordAgain(
  tx: Sql,
  table: WriteTable,
  again: { ended: readonly EndedRow<Extract<WriteOutcome<unknown>, { kind: 'waits' }>>[]; now: number },
): Promise<void> {
  const { ended, now } = again;
  if (ended.length === 0) return;
  const claimed = ended.map(({ row }) => row);
  const ends = ended.map(({ end }) => end);
  await tx.$executeRaw`
    UPDATE ${table.name} n SET state = 'due', outcome_unknown = e.unknown,
      lease_until = NULL, next_attempt_at = e.due_at, call_attempts = e.attempts, last_failure = e.reason
    FROM ${claimsOf(claimed)} JOIN unnest(
      ${claimed.map(({ id }) => id)}::uuid[],
      ${ended.map(({ row, end }) => row.unknown || end.maybeActed)}::boolean[],
      ${ended.map(({ row, end }) => (end.afterMs === null ? row.dueAt : new Date(now + end.afterMs)))}::timestamptz[],
      ${ends.map(({ attemptsMade }) => attemptsMade)}::int[],
      ${ends.map(({ reason }) => reason)}::text[]
    ) AS e (id, unknown, due_at, attempts, reason) ON e.id = claim.id
    WHERE n.id = claim.id AND n.state = 'sending' AND n.lease_until = claim.lease_until`;
}

/**
 * Failed permanently: waits for support, or for the shop's resend (D23). Whether the store certainly has nothing of it
 * stays on record.
 * @returns the ids of those that were still ours: for others the later claim's result counts
 */
export async function recordFailed(
  tx: Sql,
  table: WriteTable,
  ended: readonly EndedRow<FailedEnd>[],
): Promise<Set<string>> {
  if (ended.length === 0) return new Set();
  const claimed = ended.map(({ row }) => row);
  const failed = await rows(
    FailedRow,
    tx.$queryRaw`
    UPDATE ${table.name} n SET state = 'failed', lease_until = NULL, next_attempt_at = NULL, call_attempts = 0,
      outcome_unknown = e.unknown, last_failure = e.reason
    FROM ${claimsOf(claimed)} JOIN unnest(
      ${claimed.map(({ id }) => id)}::uuid[],
      ${ended.map(({ row, end }) => row.unknown || end.maybeActed)}::boolean[],
      ${ended.map(({ end }) => end.reason)}::text[]
    ) AS e (id, unknown, reason) ON e.id = claim.id
    WHERE n.id = claim.id AND n.state = 'sending' AND n.lease_until = claim.lease_until
    RETURNING n.id`,
  );
  return new Set(failed.map(({ id }) => id));
}

function claimsOf(claimed: readonly ClaimedRow[]): Prisma.Sql {
  const ids = claimed.map(({ id }) => id);
  const leases = claimed.map(({ leaseUntil }) => leaseUntil);
  return Prisma.sql`unnest(${ids}::uuid[], ${leases}::timestamptz[]) AS claim (id, lease_until)`;
}

/** The results of calls that ended together, for writes that fail at once unless done or waiting (D23). */
export interface RowOutcomes<Row extends ClaimedRow, Receipt> {
  done: { row: Row; receipt: Receipt }[];
  waits: EndedRow<Extract<WriteOutcome<Receipt>, { kind: 'waits' }>>[];
  failed: { row: Row; end: FailedEnd }[];
}

export function sortEnds<Row extends ClaimedRow, Receipt>(
  ended: readonly EndedWrite<Row, Receipt>[],
): RowOutcomes<Row, Receipt> {
  const ends: RowOutcomes<Row, Receipt> = { done: [], waits: [], failed: [] };
  for (const { write: row, outcome } of ended) {
    const end = decideWriteOutcome(outcome, row.callAttempts);
    if (end.kind === 'done') ends.done.push({ row, receipt: end.receipt });
    else if (end.kind === 'waits') ends.waits.push({ row, end });
    else ends.failed.push({ row, end });
  }
  return ends;
}

const GatedRow = z.object({ id: z.string(), shopId: z.int() });
export type GatedRow = z.output<typeof GatedRow>;

/** The others are found at the next look, a moment later. */
const AT_ONCE = 200;

/**
 * Rows that a shop is owed and that no look has found gated before; from now on they say why they wait. Only the oldest
 * of a gated shop are claimed, but each is a parcel or a return that its customer waits for.
 */
export async function findNewlyGated(
  tx: Sql,
  table: WriteTable,
  { shopId, capability }: { shopId: number; capability: string },
): Promise<GatedRow[]> {
  const reason = gatedBecause(capability);
  return rows(
    GatedRow,
    tx.$queryRaw`
    WITH owed AS MATERIALIZED (
      SELECT d.id FROM ${table.name} d
      WHERE d.called_shop_id = ${shopId} AND d.state IN ('due', 'sending') AND d.last_failure IS DISTINCT FROM ${reason}
      ORDER BY d.id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    )
    UPDATE ${table.name} n SET last_failure = ${reason} FROM owed WHERE n.id = owed.id
    RETURNING n.id, n.called_shop_id AS "shopId"`,
  );
}
