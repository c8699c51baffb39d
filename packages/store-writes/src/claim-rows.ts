import { rows, type Database, type Prisma, type Sql } from '@hub/database';
import type { StoreOperation } from '@hub/contract';
import { z } from 'zod';
import type { ShopSlots } from './shop-queue';

/** The table of a write: rows with `id`, `state`, `lease_until`, `next_attempt_at`, `call_attempts`, `last_failure`, `correlation`. */
export interface WriteTable {
  name: Prisma.Sql;
  /** The type of its column `state`, which has `due` and `sending`. */
  stateType: Prisma.Sql;
  operation: StoreOperation;
}

const Claimed = z.object({
  id: z.string(),
  shopId: z.int(),
  /** Since when it was due: its place, where it is not called after all. */
  dueAt: z.date(),
  /** A call before may have done it: what became of it is unknown until a call has an end. */
  unknown: z.boolean(),
  /** Attempts of the call already made (D23). */
  callAttempts: z.int(),
  correlation: z.string(),
});

/** A row that is claimed: until `leaseUntil` it is ours, which also tells our claim from a later one. */
export interface ClaimedRow extends z.output<typeof Claimed> {
  failing: boolean;
  leaseUntil: Date;
}

const ShopRow = z.object({ id: z.int() });

/** Shops of which a row is due, or claimed by a process that has not been heard of since its lease was over. */
export async function findShopsWithDueRows(db: Database, table: WriteTable, now: number): Promise<number[]> {
  const shops = await rows(
    ShopRow,
    db.$queryRaw`
    SELECT s.id FROM shop s WHERE EXISTS (
      SELECT FROM ${table.name} n
      WHERE n.called_shop_id = s.id AND n.state IN ('due', 'sending') AND n.next_attempt_at <= ${new Date(now)})`,
  );
  return shops.map(({ id }) => id);
}

/**
 * Claims due rows of several shops in one statement, the oldest of each. Of a shop that is held one alone: the oldest
 * held call is the probe (D23). What another process has its hands on is skipped.
 */
export async function claimRows(
  tx: Sql,
  table: WriteTable,
  claim: { slots: readonly ShopSlots[]; leaseMs: number; now: number },
): Promise<ClaimedRow[]> {
  const { slots, now } = claim;
  const leaseUntil = new Date(now + claim.leaseMs);
  const claimed = await rows(
    Claimed,
    tx.$queryRaw`
    WITH picked AS MATERIALIZED (
      SELECT p.shop_id, row.id, row.due_at, row.unknown
      FROM unnest(
        ${slots.map(({ shopId }) => shopId)}::int[],
        ${slots.map(({ fresh, failing }) => fresh + failing)}::int[]
      ) AS p (shop_id, slots)
      CROSS JOIN LATERAL (
        SELECT count(*) > 0 AS held FROM call_hold h
        WHERE h.shop_id = p.shop_id AND h.operation IN ('all', ${table.operation})
      ) AS hold
      CROSS JOIN LATERAL (
        SELECT n.id, n.next_attempt_at AS due_at, n.state = 'sending' AS unknown FROM ${table.name} n
        WHERE n.called_shop_id = p.shop_id AND n.state IN ('due', 'sending')
          AND n.next_attempt_at <= ${new Date(now)}
        ORDER BY n.next_attempt_at LIMIT CASE WHEN hold.held THEN least(p.slots, 1) ELSE p.slots END
        FOR UPDATE OF n SKIP LOCKED
      ) AS row
    )
    UPDATE ${table.name} n SET state = 'sending', lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil}
    FROM picked WHERE n.id = picked.id
    RETURNING n.id, picked.shop_id AS "shopId", picked.due_at AS "dueAt", picked.unknown,
      n.call_attempts AS "callAttempts", n.correlation`,
  );
  return claimed.map((row) => ({ ...row, leaseUntil, failing: false }));
}
