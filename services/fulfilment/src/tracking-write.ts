import type { TrackingReceipt } from '@hub/contract';
import { Prisma } from '@hub/database';
import { COMMANDS } from '@hub/messaging';
import type { ShopCalls } from '@hub/shops';
import { deliverTracking } from '@hub/store-calls';
import {
  handleResume,
  rowWrite,
  type ClaimedRow,
  type StoreWrite,
  type WakesWrites,
  type WriteTable,
} from '@hub/store-writes';
import { alertUndelivered, readTrackings, recordDelivered, type TrackingDetails } from './tracking-records';

const PACKAGES: WriteTable = {
  name: Prisma.sql`package`,
  operation: 'deliver_tracking',
};

/** `PUT /orders/{order_id}/tracking` (D20): a package's tracking for the selling shop. */
export function trackingWrite(
  calls: Pick<ShopCalls, 'send'>,
): StoreWrite<ClaimedRow & TrackingDetails, TrackingReceipt> {
  return rowWrite({
    name: 'tracking',
    table: PACKAGES,
    failedMessage: { command: COMMANDS.deliverTracking, payloadOf: (packageId) => ({ packageId }) },
    read: readTrackings,
    call: ({ shopId, orderId, body, correlation, callAttempts, unknown, sellerOrderId }) =>
      calls.send(shopId, deliverTracking(orderId, body), {
        correlation,
        attemptsMade: callAttempts,
        maybeActed: unknown,
        sellerOrderId,
      }),
    recordDone: recordDelivered,
    alertUndelivered,
  });
}

/** `tracking.deliver` */
export function handleTrackingDeliver(tracking: WakesWrites) {
  const idOf = ({ packageId }: { packageId: string }) => packageId;
  return handleResume({ table: PACKAGES, idOf, otherwise: 'delivered, or under way' }, tracking);
}
