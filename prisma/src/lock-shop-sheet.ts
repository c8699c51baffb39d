import type { Tx } from './database';
import { Prisma } from './generated/client';
import type { Sql } from './sql-transaction';

/** Distinguishes these advisory locks from others. */
export const SHOP_SHEET_LOCK = 7_201_105;

/**
 * Locks the sheets of shops against changes until the transaction ends, for decisions based on them: an order accepted
 * from a shop, lines given to it (D25), or stock reported of a location on it. Any number of transactions may hold it
 * at a time. Taken after rows of orders, before stock.
 */
export async function keepShopSheets(tx: Sql, shopIds: readonly number[]): Promise<void> {
  if (shopIds.length > 0) await tx.$executeRaw(keepingShopSheets(shopIds));
}

/** The same as a fragment of a statement that locks more. */
export function keepingShopSheets(shopIds: readonly number[]): Prisma.Sql {
  const ids = [...new Set(shopIds)].toSorted((a, b) => a - b);
  return Prisma.sql`SELECT pg_advisory_xact_lock_shared(${SHOP_SHEET_LOCK}::int, id) FROM unnest(${ids}::int[]) AS s (id)`;
}

/** Waits for running decisions on the sheet of a shop, and blocks new ones until the transaction ends. */
export async function lockShopSheet(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SHOP_SHEET_LOCK}::int, ${shopId}::int)`;
}
