import type { TrackingReceipt } from '@hub/contract';
import { Prisma } from '@hub/database';
import type { ShopCalls } from '@hub/shops';
import { deliverTracking } from '@hub/store-calls';
import { rowWrite, type ClaimedRow, type StoreWrite } from '@hub/store-writes';
import { alertNotCorrected, readCorrections, recordCorrected } from './correction-records';
import type { TrackingDetails } from './tracking-records';

/**
 * `PUT /orders/{order_id}/tracking` of a corrected package (D11): the same pieces under a separate reference. One that the
 * store does not take creates no failed message: an agent sees it, and asks the shop to correct it there.
 */
export function correctionWrite(
  calls: Pick<ShopCalls, 'send'>,
): StoreWrite<ClaimedRow & TrackingDetails, TrackingReceipt> {
  return rowWrite({
    name: 'correction',
    table: { name: Prisma.sql`package_correction`, operation: 'deliver_tracking' },
    failedMessage: null,
    read: readCorrections,
    call: ({ shopId, orderId, body, correlation, callAttempts, unknown, sellerOrderId }) =>
      calls.send(shopId, deliverTracking(orderId, body), {
        correlation,
        attemptsMade: callAttempts,
        maybeActed: unknown,
        sellerOrderId,
      }),
    recordDone: recordCorrected,
    alertUndelivered: alertNotCorrected,
  });
}
