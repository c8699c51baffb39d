import type { BatchContext } from '@hub/messaging';
import { recordAttempt, type PlacingClaim } from '@hub/orders';

/** An attempt that begins so soon after the claim is the one that the claim has recorded. */
const CLAIMED_ATTEMPT_MS = 1_000;

const latest = new WeakMap<PlacingClaim, number>();

/** When the latest attempt of a claim's call began; milliseconds since the epoch. */
export function attemptedAt(claim: PlacingClaim): number {
  return latest.get(claim) ?? claim.claimedAt;
}

/**
 * Has the start of each attempt on record before it is made: which of them brought the receipt decides whose falls the
 * shop's stock reports tell of (D17). @returns what is to be awaited when an attempt begins
 */
export function trackAttempts(
  context: Pick<BatchContext, 'transact'>,
  claim: PlacingClaim,
): (startedAt: number) => Promise<void> {
  let made = 0;
  return async (startedAt) => {
    const { shippingOrderId, claimedAt } = claim;
    made += 1;
    latest.set(claim, Math.max(startedAt, claimedAt));
    if (made === 1 && startedAt - claimedAt < CLAIMED_ATTEMPT_MS) return;
    await context.transact((tx) => recordAttempt(tx, { shippingOrderId, startedAt }));
  };
}
