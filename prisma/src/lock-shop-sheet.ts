import type { Tx } from './database';
import { Prisma } from './generated/client';
import type { Sql } from './sql-transaction';

/** Tells these advisory locks from others. */
export const SHOP_SHEET_LOCK = 7_201_105;

/**
 * Keeps the sheets of shops as they are until the transaction ends, for what is decided on them: an order taken from a
 * shop, lines given to it (D25), or stock told of a location on it. Any number of transactions may at a time. Taken after rows of orders, before stock.
 */
export async function keepShopSheets(tx: Sql, shopIds: readonly number[]): Promise<void> {
  if (shopIds.length > 0) await tx.$executeRaw(keepingShopSheets(shopIds));
}

/** The same as a part of a statement that locks more. */
export function keepingShopSheets(shopIds: readonly number[]): Prisma.Sql {
  const ids = [...new Set(shopIds)].toSorted((a, b) => a - b);
  return Prisma.sql`SELECT pg_advisory_xact_lock_shared(${SHOP_SHEET_LOCK}::int, id) FROM unnest(${ids}::int[]) AS s (id)`;
}

/** Waits for what others decide on the sheet of a shop right now, and keeps more from beginning until the transaction ends. */
export async function lockShopSheet(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SHOP_SHEET_LOCK}::int, ${shopId}::int)`;
}
