import type { CancelReceipt } from '@hub/contract';
import type { Tx } from '@hub/database';
import { COMMANDS, enqueueDead } from '@hub/messaging';
import type { ShopCallOutcome } from '@hub/shops';
import { alertNotStopped } from './alerts';
import { decideOutcome, type OutcomeDecision } from './decide-outcome';
import { endAsShipped, endAsStopped, settleUnstopped, type Answer, type Ending } from './end-stop';
import { isUnfinished } from './order-facts';
import { endStop, LOOK_AGAIN_MS, deferStop } from './stop-records';
import type { StopClaim } from './stop-claim';

/** A call that has ended. */
export interface EndedCall {
  claim: StopClaim;
  outcome: ShopCallOutcome<CancelReceipt>;
  /** PLACING_PASSES_MS */
  waitsMs: readonly number[];
}

/**
 * Records how a call of `POST /cancel` ended. A final answer of the store counts, whichever process called; anything less is
 * recorded only by the holder of the lease, because another call may be in flight.
 */
export async function recordOutcome(tx: Tx, ending: Ending, call: EndedCall): Promise<Answer[]> {
  const { stop, shippingOrder } = ending;
  if (!isUnfinished(stop)) return [];
  const { packaged } = shippingOrder;
  const decision = decideOutcome(call.outcome, { packaged, attemptsMade: call.claim.callAttempts });
  if (decision.kind === 'confirmed') return endAsStopped(tx, ending);
  if (decision.kind === 'already_shipped') return endAsShipped(tx, ending);
  // Its claim expired and was taken over.
  if (!isHeld(ending, call)) return [];
  return decision.kind === 'refused'
    ? recordRefusal(tx, ending, decision)
    : recordAgain(tx, { ...ending, ...call }, decision);
}

/** The store refuses permanently, or may not be called: an alert asks support at once to contact the shop (D12, D23). */
async function recordRefusal(
  tx: Tx,
  ending: Ending,
  { reason, maybeActed }: Extract<OutcomeDecision, { kind: 'refused' }>,
): Promise<Answer[]> {
  await endStop(tx, ending.stop.id, {
    state: 'failed',
    now: ending.now,
    failure: reason,
    counts: maybeActed,
    outcomeUnknown: ending.stop.outcomeUnknown || maybeActed,
  });
  const { isOver, answers } = await settleUnstopped(tx, ending);
  if (isOver) return answers;
  await alertNotStopped(tx, ending, { reason, triedAgain: false });
  const { stop, correlation, now } = ending;
  const message = { payload: { stopId: stop.id }, correlation, reason };
  await enqueueDead(tx, COMMANDS.stopShippingOrder, { messages: [message], now });
  return answers;
}

async function recordAgain(
  tx: Tx,
  ending: Ending & EndedCall,
  decision: Extract<OutcomeDecision, { kind: 'again' }>,
): Promise<Answer[]> {
  const { stop, claim, waitsMs, now } = ending;
  const { reason, counts, maybeActed, afterMs, attemptsMade: callAttempts } = decision;
  const attempts = stop.attempts + (counts ? 1 : 0);
  const nextAttemptAt =
    afterMs === 'as_before' ? claim.dueAt : new Date(now + (afterMs ?? waitAfter(attempts, waitsMs)));
  const outcomeUnknown = stop.outcomeUnknown || maybeActed;
  const to = { state: 'due', nextAttemptAt, counts, outcomeUnknown, failure: reason, callAttempts } as const;
  await deferStop(tx, stop.id, to);
  const { isOver, answers } = await settleUnstopped(tx, ending);
  // Another shop has shipped: the order stands.
  if (isOver) return answers;
  const outOfQuickRuns = counts && attempts >= waitsMs.length;
  const isNews = decision.raisesAlert && stop.lastFailure !== reason;
  if (isNews || outOfQuickRuns) await alertNotStopped(tx, ending, { reason, triedAgain: true });
  return answers;
}

/** The waits between runs, the last one repeated: a cancellation is never given up silently. */
function waitAfter(attempts: number, waitsMs: readonly number[]): number {
  return waitsMs[Math.max(attempts - 1, 0)] ?? waitsMs.at(-1) ?? LOOK_AGAIN_MS;
}

function isHeld({ stop }: Ending, { claim }: EndedCall): boolean {
  return stop.state === 'sending' && stop.leaseUntil?.getTime() === claim.leaseUntil.getTime();
}
