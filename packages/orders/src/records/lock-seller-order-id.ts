import { executeWithNext, Prisma, SHOP_SHEET_LOCK, type Sql, type Tx } from '@hub/database';

/** Distinguishes these advisory locks from others. */
const LOCK_SEED = 7_201_104n;

/**
 * Lets one transaction at a time decide about a seller order that may not be stored yet: its intake, and a cancellation
 * that arrives first and leaves a marker (D12). Without it each could overlook the other's row. Held until the
 * transaction ends; taken before any row is locked.
 * @param order the selling shop and its own order id
 */
export async function lockSellerOrderId(tx: Tx, order: { shopId: number; orderId: string }): Promise<void> {
  const identity = `${order.shopId}/${order.orderId}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${identity}, ${LOCK_SEED}::bigint))`;
}

/**
 * The same for orders of one batch, in one order, and then `keepShopSheets` for their shops: in one statement, sent
 * with the next.
 */
export async function lockArrivingOrders(
  tx: Sql,
  orders: readonly { shopId: number; orderId: string }[],
): Promise<void> {
  const identities = [...new Set(orders.map(({ shopId, orderId }) => `${shopId}/${orderId}`))].toSorted();
  const shops = [...new Set(orders.map(({ shopId }) => shopId))].toSorted((a, b) => a - b);
  const locks = Prisma.sql`
    SELECT CASE WHEN k.identity IS NULL THEN pg_advisory_xact_lock_shared(${SHOP_SHEET_LOCK}::int, k.shop_id)
      ELSE pg_advisory_xact_lock(hashtextextended(k.identity, ${LOCK_SEED}::bigint)) END
    FROM unnest(
      ${[...identities, ...shops.map(() => null)]}::text[],
      ${[...identities.map(() => 0), ...shops]}::int[]
    ) AS k (identity, shop_id)`;
  await executeWithNext(tx, locks);
}

/** The same for the ids of shipping orders at their stores, as a part of a larger locking statement. */
export function lockPlacedIds(orders: readonly { shopId: number; orderId: string }[]): Prisma.Sql {
  const identities = [...new Set(orders.map(({ shopId, orderId }) => `${shopId}/${orderId}`))].toSorted();
  return Prisma.sql`
    SELECT pg_advisory_xact_lock(hashtextextended(identity, ${LOCK_SEED}::bigint)) FROM unnest(${identities}::text[]) AS k (identity)`;
}
