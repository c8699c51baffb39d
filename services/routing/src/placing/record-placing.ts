import { raiseAlert, resolveAlert, type Tx } from '@hub/database';
import { COMMANDS, done, enqueueAll, ignored, postpone, reject, type Settlement } from '@hub/messaging';
import { rerouteShippingOrder } from '@hub/order-routing';
import { blockReservations, markPlaced } from '@hub/stock';
import { invalidReceipt, type PlacingDecision, type PlacingFacts } from './decide-placing';
import {
  isSwitchedOff,
  lockShippingOrder,
  readLineIds,
  recordFailure,
  recordPlaced,
  wakeStop,
  type Claim,
  type FailedRun,
} from './placing-records';

/** A call that has ended, and what is made of it. */
export interface EndedPlacing {
  claim: Claim;
  /** When the latest attempt of the call began; milliseconds since the epoch. */
  attemptedAt: number;
  decision: PlacingDecision;
  facts: PlacingFacts;
  correlation: string;
  lookAgainMs: number;
}

const NS_PER_MS = 1_000_000n;
const OVERTAKEN = ignored('its claim ran out and was taken over');

/** Records how a run ended, and says what becomes of its command. */
export async function recordPlacing(tx: Tx, ended: EndedPlacing): Promise<Settlement> {
  const { decision } = ended;
  switch (decision.kind) {
    case 'placed':
      return recordReceipt(tx, ended, decision.storeOrderId);
    case 'refused':
      return recordRefusal(tx, ended, decision.failure);
    case 'later':
      return recordLater(tx, ended, decision);
    case 'given_up':
      return recordGivenUp(tx, ended, decision);
    case 'postponed':
      return recordPostponed(tx, ended, decision);
    case 'switched_off':
      return recordSwitchedOff(tx, ended, decision);
  }
}

async function recordReceipt(tx: Tx, ended: EndedPlacing, storeOrderId: string): Promise<Settlement> {
  const { claim, facts } = ended;
  if (!(await recordPlaced(tx, claim, { storeOrderId, now: facts.now }))) {
    const fault = { field: 'order_id', problem: 'is that of another order at the shop' };
    return recordPlacing(tx, { ...ended, decision: invalidReceipt(facts, fault) });
  }
  await resolveAlert(tx, 'placing_failed', subjectOf(claim));
  await resolveAlert(tx, 'placing_refused', subjectOf(claim));
  await resolveAlert(tx, 'placing_overdue', subjectOf(claim));
  await countFalls(tx, ended);
  await settled(tx, ended);
  return done('placed');
}

/** What the shop's stock reports told of this order before its receipt came is no longer kept free for it (D17). */
async function countFalls(tx: Tx, { claim, attemptedAt, correlation }: EndedPlacing): Promise<void> {
  const { shippingOrderId } = claim;
  const attemptedAtNs = BigInt(attemptedAt) * NS_PER_MS;
  const freed = await markPlaced(tx, { shippingOrderId, attemptedAtNs });
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: freed.map((gtin) => ({ gtin })),
    correlation,
  });
}

/** The shop will not ship this: what was reserved is evidently not to be had (D17); support decides what follows (D19). */
async function recordRefusal(tx: Tx, ended: EndedPlacing, failure: string): Promise<Settlement> {
  const { claim, facts } = ended;
  if (!(await fail(tx, ended, { state: 'refused', failure, failed: true }))) return OVERTAKEN;
  const shippingOrderLineIds = await readLineIds(tx, claim.shippingOrderId);
  await blockReservations(tx, { shippingOrderLineIds, atNs: BigInt(facts.now) * NS_PER_MS });
  await alert(tx, claim, {
    kind: 'placing_refused',
    failure,
    message: 'A shop refused a shipping order for good.',
  });
  await settled(tx, ended);
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
  return done(`${failure}, again at a later pass`);
}

async function recordGivenUp(
  tx: Tx,
  ended: EndedPlacing,
  { failure, neverSent }: Extract<PlacingDecision, { kind: 'given_up' }>,
): Promise<Settlement> {
  if (!(await fail(tx, ended, { state: stateOf(neverSent), failure, failed: true }))) return OVERTAKEN;
  const message = neverSent
    ? 'A shipping order could not be placed: no attempt reached the store.'
    : 'A shipping order could not be placed: whether the store has it is unknown.';
  await alert(tx, ended.claim, { kind: 'placing_failed', failure, message });
  if (neverSent) await settled(tx, ended);
  return reject(failure);
}

async function recordPostponed(
  tx: Tx,
  ended: EndedPlacing,
  decision: Extract<PlacingDecision, { kind: 'postponed' }>,
): Promise<Settlement> {
  const { neverSent, reason, afterMs, attemptsMade } = decision;
  const nextAttemptAt = new Date(ended.facts.now + afterMs + ended.lookAgainMs);
  const failure = `put off: ${reason}`;
  if (!(await fail(tx, ended, { state: stateOf(neverSent), failure, nextAttemptAt }))) return OVERTAKEN;
  if (neverSent) await settled(tx, ended);
  return postpone(reason, afterMs, attemptsMade);
}

/**
 * Every paid line has an owner (D18): its shop cannot be called any more and was never sent it, so its lines are routed
 * again. Where the sheet says otherwise by now, it is placed after all.
 */
async function recordSwitchedOff(
  tx: Tx,
  ended: EndedPlacing,
  { reason, afterMs }: Extract<PlacingDecision, { kind: 'switched_off' }>,
): Promise<Settlement> {
  const { claim, facts } = ended;
  await lockShippingOrder(tx, claim.shippingOrderId);
  const postponed = { kind: 'postponed', neverSent: true, reason, afterMs, attemptsMade: 0 } as const;
  const settlement = await recordPostponed(tx, ended, postponed);
  if (settlement === OVERTAKEN || !(await isSwitchedOff(tx, claim.shopId))) return settlement;
  const rerouted = await rerouteShippingOrder(tx, {
    reference: claim.payload.external_ref,
    now: facts.now,
    carryOut: true,
    shopConfirmed: false,
  });
  return rerouted.kind === 'rerouted' ? done(`${reason}: routed again`) : settlement;
}

/** What no attempt reached counts as never attempted (D21). */
function stateOf(neverSent: boolean): 'planned' | 'sending' {
  return neverSent ? 'planned' : 'sending';
}

/** @returns false where another worker has taken the claim over */
async function fail(
  tx: Tx,
  { claim, facts }: EndedPlacing,
  end: Pick<FailedRun, 'state' | 'failure'> & { passes?: number; nextAttemptAt?: Date; failed?: boolean },
): Promise<boolean> {
  const { state, failure, passes = facts.passes, nextAttemptAt = null, failed = false } = end;
  const { now } = facts;
  const failedAt = failed ? new Date(now) : null;
  return recordFailure(tx, claim, { state, failure, passes, nextAttemptAt, failedAt, now });
}

/** It is known whether the store has the shipping order: a stop that waited for this goes on. */
async function settled(tx: Tx, { claim, correlation, facts }: EndedPlacing): Promise<void> {
  await wakeStop(tx, { shippingOrderId: claim.shippingOrderId, correlation, now: facts.now });
}

async function alert(
  tx: Tx,
  claim: Claim,
  trouble: { kind: 'placing_refused' | 'placing_failed'; failure: string; message: string },
): Promise<void> {
  await raiseAlert(tx, {
    kind: trouble.kind,
    subject: subjectOf(claim),
    shopId: claim.shopId,
    sellerOrderId: claim.sellerOrderId,
    message: trouble.message,
    detail: { failure: trouble.failure, externalRef: claim.payload.external_ref },
  });
}

function subjectOf({ shippingOrderId }: Claim): string {
  return `shipping_order:${shippingOrderId}`;
}
