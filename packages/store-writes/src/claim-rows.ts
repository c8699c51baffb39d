import { Prisma, rows, type Database, type Sql } from '@hub/database';
import type { StoreOperation } from '@hub/contract';
import { z } from 'zod';
import { findDueShops, pickOldest } from './pick-oldest';
import type { ShopSlots } from './shop-queue';

/**
 * The table of a write: rows with `id`, `state`, `lease_until`, `next_attempt_at`, `call_attempts`, `outcome_unknown`,
 * `last_failure`, `correlation`.
 */
export interface WriteTable {
  name: Prisma.Sql;
  operation: StoreOperation;
}

const Claimed = z.object({
  id: z.string(),
  shopId: z.int(),
  /** Since when it was due: its place, if it is not called after all. */
  dueAt: z.date(),
  /** An earlier attempt may have done it, and no receipt says so; false: certainly none did (D18). */
  unknown: z.boolean(),
  /** Attempts of the call already made (D23). */
  callAttempts: z.int(),
  correlation: z.string(),
  failing: z.boolean(),
});

/** A claimed row: ours until `leaseUntil`, which also distinguishes our claim from a later one. */
export interface ClaimedRow extends z.output<typeof Claimed> {
  leaseUntil: Date;
}

/** Due, or claimed by a process that has been silent since its lease expired. */
const dueRowsOf = ({ name, operation }: WriteTable) => ({
  table: name,
  shop: Prisma.sql`called_shop_id`,
  operation,
  isOpen: Prisma.sql`d.state IN ('due', 'sending')`,
  // A row of such a table goes to support at its first failure.
  isFailing: Prisma.sql`false`,
  columns: Prisma.sql`d.outcome_unknown OR d.state = 'sending' AS unknown`,
});

/** Shops with a due row. */
export function findShopsWithDueRows(db: Database, table: WriteTable, now: number): Promise<number[]> {
  return findDueShops(db, dueRowsOf(table), now);
}

/** Claims due rows of several shops in one statement, the oldest of each. */
export async function claimRows(
  tx: Sql,
  table: WriteTable,
  claim: { slots: readonly ShopSlots[]; leaseMs: number; now: number },
): Promise<ClaimedRow[]> {
  const { now } = claim;
  const slots = claim.slots.map(({ shopId, fresh, failing }) => ({
    shopId,
    fresh: fresh + failing,
    failing: 0,
  }));
  const leaseUntil = new Date(now + claim.leaseMs);
  const claimed = await rows(
    Claimed,
    tx.$queryRaw`
    WITH picked AS MATERIALIZED (${pickOldest(dueRowsOf(table), slots, now)})
    UPDATE ${table.name} n SET state = 'sending', lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil},
      outcome_unknown = picked.unknown
    FROM picked WHERE n.id = picked.id
    RETURNING n.id, picked.shop_id AS "shopId", picked.due_at AS "dueAt", picked.failing, picked.unknown,
      n.call_attempts AS "callAttempts", n.correlation`,
  );
  return claimed.map((row) => ({ ...row, leaseUntil }));
}
