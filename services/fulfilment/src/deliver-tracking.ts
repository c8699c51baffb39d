import {
  done,
  ignored,
  postpone,
  reject,
  type CallingContext,
  type CommandInput,
  type Settlement,
} from '@hub/messaging';
import type { Clock } from '@hub/runtime';
import { decideCallEnd, type ShopCalls } from '@hub/shops';
import { claimTracking, recordDelivered, recordFailed, recordPostponed } from './tracking-records';

/** What the delivery of tracking works with; `leaseMs`: how long a claim holds. */
export interface TrackingDelivery {
  calls: Pick<ShopCalls, 'deliverTracking'>;
  clock: Clock;
  leaseMs: number;
}

/** Tells the selling shop of a package (D20): claimed, called outside any transaction, its end recorded. */
export function deliverTracking({ calls, clock, leaseMs }: TrackingDelivery) {
  return async (context: CallingContext, input: CommandInput<{ packageId: string }>): Promise<Settlement> => {
    const { packageId } = input.payload;
    const claim = await context.transact((tx) => claimTracking(tx, { packageId, leaseMs, now: clock.now() }));
    if (!claim) return ignored('delivered, or under way');
    const { sellingShopId, sellerOrderId, orderId, body } = claim;
    const outcome = await calls.deliverTracking(
      sellingShopId,
      { orderId, body },
      { correlation: input.correlation, attemptsMade: input.callAttempts, sellerOrderId },
    );
    const end = decideCallEnd(outcome, input.callAttempts);
    switch (end.kind) {
      case 'done':
        await context.transact((tx) => recordDelivered(tx, { packageId, now: clock.now() }));
        return done('delivered');
      case 'postponed':
        await context.transact((tx) => recordPostponed(tx, { claim, reason: end.reason, now: clock.now() }));
        return postpone(end.reason, end.afterMs, end.attemptsMade);
      case 'failed': {
        const failed = await context.transact((tx) => recordFailed(tx, { claim, reason: end.reason }));
        return failed ? reject(end.reason) : ignored('taken over by another worker');
      }
    }
  };
}
