import { instantFromMs } from '@hub/contract';
import type { Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { shippingOrderLineIds } from '@hub/orders/records';
import { blockReservations, releaseReservations } from '@hub/stock';

/**
 * Stopped: its reservations are free at once (D17), and published once lines that wait for the stock are served (D16).
 * Locks variants, so it comes after all writes to orders.
 */
export async function freeStock(
  tx: Tx,
  shippingOrderIds: readonly string[],
  correlation: string,
): Promise<void> {
  if (shippingOrderIds.length === 0) return;
  const articles = await releaseReservations(tx, await shippingOrderLineIds(tx, shippingOrderIds));
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: articles.map((gtin) => ({ gtin })),
    correlation,
  });
}

/**
 * The shop cannot ship: its reservations become a block on stock that is evidently not there (D17).
 * @param saidAt when the shop said so
 */
export async function blockStock(tx: Tx, shippingOrderId: string, saidAt: Date): Promise<void> {
  const lineIds = await shippingOrderLineIds(tx, [shippingOrderId]);
  await blockReservations(tx, { shippingOrderLineIds: lineIds, atNs: instantFromMs(saidAt.getTime()) });
}
