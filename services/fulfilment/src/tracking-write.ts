import { deliverTracking } from '@hub/store-calls';
import type { TrackingReceipt } from '@hub/contract';
import { Prisma } from '@hub/database';
import { COMMANDS, done, enqueueDead, ignored, type CommandInput, type Settlement } from '@hub/messaging';
import type { Tx } from '@hub/database';
import type { ShopCalls } from '@hub/shops';
import {
  claimRows,
  findShopsWithDueRows,
  recordAgain,
  recordFailed,
  resumeRow,
  sortEnds,
  type WakesWrites,
  type StoreWrite,
  type WriteTable,
} from '@hub/store-writes';
import { alertFailed, readTrackings, recordDelivered, type ClaimedTracking } from './tracking-records';

const PACKAGES: WriteTable = {
  name: Prisma.sql`package`,
  stateType: Prisma.sql`store_write_state`,
  operation: 'deliver_tracking',
};

/** `PUT /orders/{order_id}/tracking` (D20): a package's tracking for the selling shop. What fails goes to support at once (D23). */
export function trackingWrite(calls: Pick<ShopCalls, 'send'>): StoreWrite<ClaimedTracking, TrackingReceipt> {
  return {
    name: 'tracking',
    findDueShops: (db, now) => findShopsWithDueRows(db, PACKAGES, now),
    claim: (work, claim) =>
      work.transact(async (tx) =>
        readTrackings(tx, await claimRows(tx, PACKAGES, { ...claim, now: work.now })),
      ),
    call: ({ shopId, orderId, body, correlation, callAttempts, sellerOrderId }) =>
      calls.send(shopId, deliverTracking(orderId, body), {
        correlation,
        attemptsMade: callAttempts,
        sellerOrderId,
      }),
    async record(work, ended) {
      const { done: delivered, waits, failed } = sortEnds(ended);
      await work.transact(async (tx) => {
        await recordDelivered(
          tx,
          delivered.map(({ row }) => row.id),
          work.now,
        );
        await recordAgain(tx, PACKAGES, { ended: waits, now: work.now });
        const ours = await recordFailed(tx, PACKAGES, failed);
        const lost = failed.filter(({ row }) => ours.has(row.id));
        await alertFailed(tx, lost);
        await enqueueDead(tx, COMMANDS.deliverTracking, {
          messages: lost.map(({ row: { id, correlation }, end: { reason } }) => ({
            payload: { packageId: id },
            correlation,
            reason,
          })),
          now: work.now,
        });
      });
      return ended.map(() => ({ dueNow: false }));
    },
  };
}

/** `tracking.deliver`: support's replay of one that failed, or a wake-up from elsewhere: it is due at once. */
export function handleTrackingDeliver(tracking: WakesWrites) {
  return async (tx: Tx, { payload, now }: CommandInput<{ packageId: string }>): Promise<Settlement> => {
    const shopId = await resumeRow(tx, PACKAGES, { id: payload.packageId, now });
    if (shopId === null) return ignored('delivered, or under way');
    tracking.wakeAfter(tx, shopId);
    return done('due');
  };
}
