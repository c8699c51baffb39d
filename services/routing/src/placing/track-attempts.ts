import type { BatchContext } from '@hub/messaging';
import { recordAttempt, type PlacingClaim } from '@hub/orders';

/** An attempt that begins this soon after the claim is the one that the claim recorded. */
const CLAIMED_ATTEMPT_MS = 1_000;

const latest = new WeakMap<PlacingClaim, number>();

/** When the latest attempt of a claim's call began; milliseconds since the epoch. */
export function attemptedAt(claim: PlacingClaim): number {
  return latest.get(claim) ?? claim.claimedAt;
}

/**
 * Records the start of each attempt before it is made: the attempt that brought the receipt decides which decreases in
 * the shop's stock reports belong to the order (D17).
 * @returns what to await when an attempt begins
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
