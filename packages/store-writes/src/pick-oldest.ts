import { Prisma, rows, type Database } from '@hub/database';
import type { StoreOperation } from '@hub/contract';
import { z } from 'zod';
import type { ShopSlots } from './shop-queue';

const ShopRow = z.object({ id: z.int() });

/** The rows of a write, as `d`: their table, and which of them are due. */
export interface DueRows {
  table: Prisma.Sql;
  /** Its column that names the called shop. */
  shop: Prisma.Sql;
  operation: StoreOperation;
  /** Not ended, and to be called at `next_attempt_at`. */
  isOpen: Prisma.Sql;
  /** It failed before: such rows have slots of their own. */
  isFailing: Prisma.Sql;
  /** Further columns to read. */
  columns: Prisma.Sql;
}

/**
 * The query that picks and locks due rows of several shops, the oldest of each: `shop_id`, `id`, `due_at`, `failing`
 * and the requested columns. For a held shop only one: the oldest held call is the probe (D23). Rows locked by another
 * process are skipped.
 */
export function pickOldest(of: DueRows, slots: readonly ShopSlots[], now: number): Prisma.Sql {
  return Prisma.sql`
    SELECT p.shop_id, row.* FROM unnest(
      ${slots.map(({ shopId }) => shopId)}::int[],
      ${slots.map(({ fresh }) => fresh)}::int[],
      ${slots.map(({ failing }) => failing)}::int[]
    ) AS p (shop_id, fresh, failing)
    CROSS JOIN LATERAL (
      SELECT count(*) > 0 AS held FROM call_hold h
      WHERE h.shop_id = p.shop_id AND h.operation IN ('all', ${of.operation})
    ) AS hold
    CROSS JOIN LATERAL (VALUES (false, p.fresh), (true, p.failing)) AS queue (failing, slots)
    CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at AS due_at, queue.failing, ${of.columns} FROM ${of.table} d
      WHERE d.${of.shop} = p.shop_id AND ${of.isOpen} AND (${of.isFailing}) = queue.failing
        AND d.next_attempt_at <= ${new Date(now)}
      ORDER BY d.next_attempt_at LIMIT CASE WHEN hold.held THEN least(queue.slots, 1) ELSE queue.slots END
      FOR UPDATE OF d SKIP LOCKED
    ) AS row`;
}

/** Shops with a due row, queried shop by shop: that costs the same however many rows a slow store leaves behind. */
export async function findDueShops(
  db: Database,
  { table, shop, isOpen }: Pick<DueRows, 'table' | 'shop' | 'isOpen'>,
  now: number,
): Promise<number[]> {
  const shops = await rows(
    ShopRow,
    db.$queryRaw`
    SELECT s.id FROM shop s WHERE EXISTS (
      SELECT FROM ${table} d
      WHERE d.${shop} = s.id AND ${isOpen} AND d.next_attempt_at <= ${new Date(now)})`,
  );
  return shops.map(({ id }) => id);
}
