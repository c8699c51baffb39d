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
import { claimReturn, recordFailed, recordPostponed, recordRegistered } from './registration-records';

/** What the registration of returns works with; `leaseMs`: how long a claim holds. */
export interface ReturnRegistration {
  calls: Pick<ShopCalls, 'registerReturn'>;
  clock: Clock;
  leaseMs: number;
}

/** Registers a return on the selling shop's own order (D22): claimed, called outside any transaction, its end recorded. */
export function registerReturn({ calls, clock, leaseMs }: ReturnRegistration) {
  return async (context: CallingContext, input: CommandInput<{ returnId: string }>): Promise<Settlement> => {
    const { returnId } = input.payload;
    const claim = await context.transact((tx) => claimReturn(tx, { returnId, leaseMs, now: clock.now() }));
    if (!claim) return ignored('registered, left to support, or under way');
    const outcome = await calls.registerReturn(claim.sellingShopId, claim.body, {
      correlation: input.correlation,
      attemptsMade: input.callAttempts,
      maybeActed: claim.maybeRegistered,
      sellerOrderId: claim.sellerOrderId,
    });
    const end = decideCallEnd(outcome, input.callAttempts);
    const now = clock.now();
    switch (end.kind) {
      case 'done': {
        const storeReturnId = end.receipt.return_id;
        await context.transact((tx) => recordRegistered(tx, { returnId, storeReturnId, now }));
        return done('registered');
      }
      case 'postponed': {
        const { reason, maybeActed } = end;
        await context.transact((tx) => recordPostponed(tx, { claim, reason, maybeActed, now }));
        return postpone(reason, end.afterMs, end.attemptsMade);
      }
      case 'failed': {
        const failed = await context.transact((tx) => recordFailed(tx, { claim, reason: end.reason }));
        return failed ? reject(end.reason) : ignored('taken over by another worker');
      }
    }
  };
}
