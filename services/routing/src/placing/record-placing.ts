import type { Tx } from '@hub/database';
import { raiseAlert, resolveAlert } from '@hub/alerts';
import { done, ignored, postpone, reject, type Settlement } from '@hub/messaging';
import {
  DEFERRAL,
  alertDisputed,
  followPlaced,
  hasEnded,
  isStopRequested,
  lockPlacing,
  placingSubject,
  recordFailure,
  recordPlaced,
  wakeStop,
  type FailedRun,
  type PlacingClaim,
} from '@hub/orders/placements';
import { lockSellerOrderId, shippingOrderLineIds } from '@hub/orders/records';
import { rerouteShippingOrder } from '@hub/orders/support';
import { blockReservations } from '@hub/stock';
import { invalidReceipt, type PlacingDecision, type PlacingFacts } from './decide-placing';
import { isSwitchedOff } from './is-switched-off';

/** A call that has ended, and the decision about it. */
export interface EndedPlacing {
  claim: PlacingClaim;
  /** When the latest attempt of the call began, in milliseconds since the epoch; null: none was made. */
  attemptedAt: number | null;
  decision: PlacingDecision;
  facts: PlacingFacts;
  correlation: string;
  /** When it is due again if its call was not made; null: after the wait. */
  place: Date | null;
}

const NS_PER_MS = 1_000_000n;
export const PLACED = done('placed');
const OVERTAKEN = ignored('its claim ran out and was taken over');

/** Records how a run ended, and returns what happens to its command. */
export async function recordPlacing(tx: Tx, ended: EndedPlacing): Promise<Settlement> {
  const { decision } = ended;
  switch (decision.kind) {
    case 'placed':
      return recordReceipt(tx, ended, decision.storeOrderId);
    case 'refused':
      return recordRefusal(tx, ended, decision.failure);
    case 'disputed':
      return recordDispute(tx, ended, decision.failure);
    case 'later':
      return recordLater(tx, ended, decision);
    case 'given_up':
      return recordGivenUp(tx, ended, decision.failure);
    case 'postponed':
      return recordDeferral(tx, ended, decision);
    case 'switched_off':
      return recordSwitchedOff(tx, ended, decision);
  }
}

async function recordReceipt(tx: Tx, ended: EndedPlacing, storeOrderId: string): Promise<Settlement> {
  const { claim, facts, correlation } = ended;
  // Before any row: a concurrent cancellation that names the id has either left its marker or will find the order
  // (D12).
  await lockSellerOrderId(tx, { shopId: claim.shopId, orderId: storeOrderId });
  const recorded = await recordPlaced(tx, claim, { storeOrderId, now: facts.now });
  if (recorded.kind === 'refused') {
    if (await hasEnded(tx, claim.shippingOrderId)) return alertTakenAfterEnd(tx, claim, storeOrderId);
    const fault = { field: 'order_id', problem: 'is that of another order at the shop' };
    return recordPlacing(tx, { ...ended, decision: invalidReceipt(facts, fault) });
  }
  if (recorded.alias !== null) await alertRenamed(tx, claim, { storeOrderId, alias: recorded.alias });
  const { shippingOrderId, shopId } = claim;
  const attemptedAtNs = BigInt(ended.attemptedAt ?? claim.claimedAt) * NS_PER_MS;
  const placed = { shippingOrderId, shopId, storeOrderId, correlation, now: facts.now };
  await followPlaced(tx, { ...placed, attemptedAtNs });
  return PLACED;
}

/** Both ids find the order from here on; an agent asks the shop which one it uses, and whether it has the order twice (D11). */
async function alertRenamed(
  tx: Tx,
  { shippingOrderId, shopId, sellerOrderId, payload }: PlacingClaim,
  { storeOrderId, alias }: { storeOrderId: string; alias: string },
): Promise<void> {
  await raiseAlert(tx, {
    kind: 'order_id_differs',
    subject: placingSubject(shippingOrderId),
    shopId,
    sellerOrderId,
    message: `A receipt names a shipping order ${storeOrderId}; its shop named it ${alias} before.`,
    detail: { externalRef: payload.external_ref, orderId: storeOrderId, alias },
  });
}

/** A worker that was delayed during its call gets the receipt after support settled that the store does not have it. */
async function alertTakenAfterEnd(tx: Tx, claim: PlacingClaim, storeOrderId: string): Promise<Settlement> {
  const { shippingOrderId, shopId, sellerOrderId, payload } = claim;
  await raiseAlert(tx, {
    kind: 'placing_disputed',
    subject: placingSubject(shippingOrderId),
    shopId,
    sellerOrderId,
    message: 'A store has taken a shipping order that was stopped meanwhile: ask the shop to stop it.',
    detail: { externalRef: payload.external_ref, orderId: storeOrderId },
  });
  return ignored('it was stopped meanwhile');
}

/**
 * The shop will not ship this: the reserved stock is evidently not available (D17); support decides what follows (D19).
 */
async function recordRefusal(tx: Tx, ended: EndedPlacing, failure: string): Promise<Settlement> {
  const { claim, facts } = ended;
  if (!(await fail(tx, ended, { state: 'refused', failure, failed: true }))) return OVERTAKEN;
  const lineIds = await shippingOrderLineIds(tx, [claim.shippingOrderId]);
  await blockReservations(tx, { shippingOrderLineIds: lineIds, atNs: BigInt(facts.now) * NS_PER_MS });
  await alert(tx, claim, {
    kind: 'placing_refused',
    failure,
    message: 'A shop refused a shipping order permanently.',
  });
  await settled(tx, ended);
  return reject(failure);
}

/**
 * It is not known whether the store has it, and no retry can find out (D18): what is reserved there stays, no stop is
 * confirmed and nothing is routed again until support has settled it.
 */
async function recordDispute(tx: Tx, ended: EndedPlacing, failure: string): Promise<Settlement> {
  const { claim } = ended;
  if (!(await fail(tx, ended, { state: 'disputed', failure, failed: true }))) return OVERTAKEN;
  const { shippingOrderId, shopId, sellerOrderId, payload } = claim;
  await resolveAlert(tx, 'placing_failed', placingSubject(shippingOrderId));
  await alertDisputed(tx, {
    shippingOrderId,
    shopId,
    sellerOrderId,
    externalRef: payload.external_ref,
    failure,
    cancelled: await isStopRequested(tx, shippingOrderId),
  });
  return reject(failure);
}

async function recordLater(
  tx: Tx,
  ended: EndedPlacing,
  decision: Extract<PlacingDecision, { kind: 'later' }>,
): Promise<Settlement> {
  const { failure, neverSent, at } = decision;
  const state = stateOf(neverSent);
  const passes = ended.facts.passes + 1;
  if (!(await fail(tx, ended, { state, failure, passes, nextAttemptAt: at }))) return OVERTAKEN;
  if (decision.alert) {
    const message = "A shop's receipt of a shipping order does not match it: placing is tried again.";
    await alert(tx, ended.claim, { kind: 'placing_failed', failure, message });
  }
  if (neverSent) await settled(tx, ended);
  return done(`${failure}, retried on a later run`);
}

async function recordGivenUp(tx: Tx, ended: EndedPlacing, failure: string): Promise<Settlement> {
  if (!(await fail(tx, ended, { state: 'planned', failure, failed: true }))) return OVERTAKEN;
  const message = 'A shipping order could not be placed: no attempt reached the store.';
  await alert(tx, ended.claim, { kind: 'placing_failed', failure, message });
  await settled(tx, ended);
  return reject(failure);
}

async function recordDeferral(
  tx: Tx,
  ended: EndedPlacing,
  decision: Extract<PlacingDecision, { kind: 'postponed' }>,
): Promise<Settlement> {
  const { neverSent, reason, afterMs, attemptsMade } = decision;
  const nextAttemptAt = ended.place ?? new Date(ended.facts.now + afterMs);
  const failure = `${DEFERRAL}${reason}`;
  if (ended.claim.known === 'disputed') {
    if (
      !(await fail(tx, ended, {
        state: 'disputed',
        failure,
        failed: true,
        nextAttemptAt,
        callAttempts: attemptsMade,
      }))
    )
      return OVERTAKEN;
    return postpone(reason, afterMs, attemptsMade);
  }
  const end = { state: stateOf(neverSent), failure, nextAttemptAt, callAttempts: attemptsMade };
  if (!(await fail(tx, ended, end))) return OVERTAKEN;
  if (neverSent) await settled(tx, ended);
  return postpone(reason, afterMs, attemptsMade);
}

/**
 * Every paid line has an owner (D18): its shop can no longer be called and was never sent it, so its lines are routed
 * again. Where the sheet has changed back by now, it is placed after all.
 */
async function recordSwitchedOff(
  tx: Tx,
  ended: EndedPlacing,
  { reason, afterMs }: Extract<PlacingDecision, { kind: 'switched_off' }>,
): Promise<Settlement> {
  const { claim, facts } = ended;
  await lockPlacing(tx, claim.shippingOrderId);
  const deferred = { kind: 'postponed', neverSent: true, reason, afterMs, attemptsMade: 0 } as const;
  const settlement = await recordDeferral(tx, ended, deferred);
  if (settlement === OVERTAKEN || !(await isSwitchedOff(tx, claim.shopId))) return settlement;
  const rerouted = await rerouteShippingOrder(tx, {
    reference: claim.payload.external_ref,
    now: facts.now,
    carryOut: true,
  });
  return rerouted.kind === 'rerouted' ? done(`${reason}: routed again`) : settlement;
}

/** A shop that no attempt reached counts as never attempted (D21). */
function stateOf(neverSent: boolean): 'planned' | 'sending' {
  return neverSent ? 'planned' : 'sending';
}

/** @returns false where another worker has taken over the claim */
async function fail(
  tx: Tx,
  { claim, attemptedAt, facts }: EndedPlacing,
  end: Pick<FailedRun, 'state' | 'failure'> &
    Partial<Pick<FailedRun, 'passes' | 'callAttempts'>> & { nextAttemptAt?: Date; failed?: boolean },
): Promise<boolean> {
  const { state, failure, nextAttemptAt = null, failed = false } = end;
  const { passes = facts.passes, callAttempts = 0 } = end;
  const failedAt = failed ? new Date(facts.now) : null;
  const wasAttempted = attemptedAt !== null;
  return recordFailure(tx, claim, {
    state,
    failure,
    passes,
    callAttempts,
    nextAttemptAt,
    failedAt,
    wasAttempted,
  });
}

/** It is known whether the store has the shipping order: a stop that waited for this continues. */
async function settled(tx: Tx, { claim, correlation, facts }: EndedPlacing): Promise<void> {
  await wakeStop(tx, { shippingOrderId: claim.shippingOrderId, correlation, now: facts.now });
}

async function alert(
  tx: Tx,
  claim: PlacingClaim,
  cause: { kind: 'placing_refused' | 'placing_failed'; failure: string; message: string },
): Promise<void> {
  await raiseAlert(tx, {
    kind: cause.kind,
    subject: placingSubject(claim.shippingOrderId),
    shopId: claim.shopId,
    sellerOrderId: claim.sellerOrderId,
    message: cause.message,
    detail: { failure: cause.failure, externalRef: claim.payload.external_ref },
  });
}
