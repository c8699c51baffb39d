import type { Tx } from './database';

/** Tells these advisory locks from others. */
const LOCK_SEED = 7_201_104n;

/**
 * Lets one transaction at a time decide anything about a seller order that may not be stored yet: its intake, and a
 * cancellation that comes before it and leaves a marker (D12). Without it each could overlook the other's row. Held
 * until the transaction ends; taken before any row is locked.
 * @param order the selling shop and its own order id
 */
export async function lockSellerOrderId(tx: Tx, order: { shopId: number; orderId: string }): Promise<void> {
  const identity = `${order.shopId}/${order.orderId}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${identity}, ${LOCK_SEED}::bigint))`;
}
