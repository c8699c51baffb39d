import type { CallingContext } from '@hub/messaging';
import { recordAttempt, type PlacingClaim } from '@hub/orders/placements';

/** An attempt that begins this soon after the claim is the one that the claim recorded. */
const CLAIMED_ATTEMPT_MS = 1_000;

const latest = new WeakMap<PlacingClaim, number>();

/** When the latest attempt of a claim's call began, in milliseconds since the epoch. @returns null if none was made */
export function latestAttempt(claim: PlacingClaim): number | null {
  return latest.get(claim) ?? null;
}

/**
 * Records the start of each attempt before it is made: the attempt that brought the receipt decides which decreases in
 * the shop's stock reports belong to the order (D17). A claim whose call is not made moves no time (D11).
 * @returns what to await when an attempt begins
 */
export function trackAttempts(
  context: Pick<CallingContext, 'transact'>,
  claim: PlacingClaim,
): (startedAt: number) => Promise<void> {
  let made = 0;
  return async (startedAt) => {
    const { shippingOrderId, claimedAt, known } = claim;
    made += 1;
    const at = Math.max(startedAt, claimedAt);
    latest.set(claim, at);
    const isRecorded = known === 'nothing_done' && made === 1 && at - claimedAt < CLAIMED_ATTEMPT_MS;
    if (isRecorded) return;
    await context.transact((tx) => recordAttempt(tx, { shippingOrderId, startedAt: at }));
  };
}
