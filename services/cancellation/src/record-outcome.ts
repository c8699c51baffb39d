import type { CancelReceipt, CancelRequest } from '@hub/contract';
import type { Tx } from '@hub/database';
import { done, ignored, postpone, reject } from '@hub/messaging';
import type { ShopCallOutcome } from '@hub/shops';
import { alertNotStopped } from './alerts';
import { decideOutcome, type OutcomeDecision } from './decide-outcome';
import { endAsShipped, endAsStopped, settleUnstopped, type Ending, type StopEnd } from './end-stop';
import { isUnfinished } from './order-facts';
import { endStop, NUDGE_AGAIN_MS, postponeStop } from './stop-records';

/** A stop that a worker holds by its lease while it calls. */
export interface StopClaim {
  sellerOrderId: string;
  shopId: number;
  /** The same for every call of the stop: its reference never goes with other data. */
  request: CancelRequest;
  leaseUntil: Date;
}

/** A call that has ended. */
export interface EndedCall {
  claim: StopClaim;
  outcome: ShopCallOutcome<CancelReceipt>;
  /** PLACING_PASSES_MS */
  passesMs: readonly number[];
}

const OVERRULED = done('nothing was stopped, and another shop has shipped: the order stands');

/**
 * Records how a call of `POST /cancel` ended. What the store has said for good counts whoever asked; anything less is
 * recorded by the holder of the lease only, for another call may be under way.
 */
export async function recordOutcome(tx: Tx, ending: Ending, call: EndedCall): Promise<StopEnd> {
  const { stop, shippingOrder } = ending;
  if (!isUnfinished(stop)) return left(`the stop is ${stop.state}`);
  const decision = decideOutcome(call.outcome, shippingOrder.packaged);
  if (decision.kind === 'confirmed') return endAsStopped(tx, ending);
  if (decision.kind === 'already_shipped') return endAsShipped(tx, ending);
  if (!isHeld(ending, call)) return left('its claim ran out and was taken over');
  return decision.kind === 'refused'
    ? recordRefusal(tx, ending, decision)
    : recordAgain(tx, { ...ending, passesMs: call.passesMs }, decision);
}

/** The store refuses for good, or may not be called: people are told at once to ask the shop (D12, D23). */
async function recordRefusal(
  tx: Tx,
  ending: Ending,
  { reason, counts }: Extract<OutcomeDecision, { kind: 'refused' }>,
): Promise<StopEnd> {
  await endStop(tx, ending.stop.id, { state: 'failed', now: ending.now, failure: reason, counts });
  const { isOver, answers } = await settleUnstopped(tx, ending);
  if (isOver) return { settlement: OVERRULED, answers };
  await alertNotStopped(tx, ending, { reason, triedAgain: false });
  return { settlement: reject(reason), answers };
}

async function recordAgain(
  tx: Tx,
  ending: Ending & { passesMs: readonly number[] },
  decision: Extract<OutcomeDecision, { kind: 'again' }>,
): Promise<StopEnd> {
  const { stop, passesMs, now } = ending;
  const { reason, counts, postponed } = decision;
  const attempts = stop.attempts + (counts ? 1 : 0);
  const afterMs = decision.afterMs ?? waitAfter(attempts, passesMs);
  // A message that comes back by itself goes first; the pass is for one that was lost.
  const nextAttemptAt = new Date(now + afterMs + (postponed ? NUDGE_AGAIN_MS : 0));
  await postponeStop(tx, stop.id, { state: 'due', nextAttemptAt, counts, failure: reason });
  const { isOver, answers } = await settleUnstopped(tx, ending);
  if (isOver) return { settlement: OVERRULED, answers };
  const outOfQuickPasses = counts && attempts >= passesMs.length;
  const isNews = decision.tellSupport && stop.lastFailure !== reason;
  if (isNews || outOfQuickPasses) await alertNotStopped(tx, ending, { reason, triedAgain: true });
  const settlement = postponed
    ? postpone(reason, afterMs, postponed.attemptsMade)
    : done(`${reason}, again at a later pass`);
  return { settlement, answers };
}

/** The waits between passes, the last one again and again: a cancellation is never given up silently. */
function waitAfter(attempts: number, passesMs: readonly number[]): number {
  return passesMs[Math.max(attempts - 1, 0)] ?? passesMs.at(-1) ?? NUDGE_AGAIN_MS;
}

function isHeld({ stop }: Ending, { claim }: EndedCall): boolean {
  return stop.state === 'sending' && stop.leaseUntil?.getTime() === claim.leaseUntil.getTime();
}

function left(reason: string): StopEnd {
  return { settlement: ignored(reason), answers: [] };
}
