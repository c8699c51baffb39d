import { StoreErrorCode } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';

/**
 * The decision on a call of `POST /cancel`.
 * - `again`: not known to be stopped; `counts` where the call may have reached the store, `raisesAlert` where waiting
 *   alone will not help.
 */
export type OutcomeDecision =
  | { kind: 'confirmed' }
  | { kind: 'already_shipped' }
  /** `counts`: an earlier attempt may have stopped it all the same. */
  | { kind: 'refused'; reason: string; counts: boolean }
  | {
      kind: 'again';
      reason: string;
      /** Milliseconds; `as_before`: the end of the hold releases all calls; null: the wait of the run. */
      afterMs: number | 'as_before' | null;
      counts: boolean;
      raisesAlert: boolean;
      /** Of the call, not spent twice (D23). */
      attemptsMade: number;
    };

/**
 * Reads the outcome of `POST /cancel` (D21, D23). Pure.
 * @param call `packaged`: pieces in known packages by now, a package proves what a lost or contradicting answer does
 * not; `attemptsMade`: attempts of the call before this run
 */
export function decideOutcome(
  outcome: ShopCallOutcome<unknown>,
  call: { packaged: number; attemptsMade: number },
): OutcomeDecision {
  if (call.packaged > 0) return { kind: 'already_shipped' };
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'confirmed' };
    case 'refused': {
      const { status, code, maybeActed } = outcome;
      if (code === 'order_already_shipped') return { kind: 'already_shipped' };
      if (status < 400) return again(`redirected: ${status}`, { counts: true, raisesAlert: true });
      const counts = maybeActed || code === 'idempotency_conflict';
      return { kind: 'refused', reason: `refused: ${status} ${knownCode(code)}`, counts };
    }
    case 'invalid_receipt':
      return again(`invalid_receipt: ${outcome.status}`, { counts: true, raisesAlert: true });
    case 'unavailable':
      return again(`unavailable: ${outcome.reason}`, { counts: true });
    case 'unauthorized':
      // ShopCalls holds the store and alerts support; an attempt before this answer may have stopped it.
      return again(`unauthorized: ${outcome.status}`, { afterMs: 'as_before', counts: outcome.maybeActed });
    case 'capability_off':
      // No call is made until the sheet changes: support asks (D12).
      return { kind: 'refused', reason: 'capability_off', counts: false };
    case 'held':
      return again('held', { afterMs: 'as_before', attemptsMade: call.attemptsMade });
    case 'postponed': {
      const { reason, afterMs, attemptsMade, maybeActed } = outcome;
      return again(`postponed: ${reason}`, { afterMs, counts: maybeActed, attemptsMade });
    }
  }
}

type Again = Extract<OutcomeDecision, { kind: 'again' }>;

function again(reason: string, how: Partial<Again>): Again {
  return { kind: 'again', reason, afterMs: null, counts: false, raisesAlert: false, attemptsMade: 0, ...how };
}

/** A store's own text may contain anything; only a code of the contract is recorded. */
function knownCode(code: string | null): string {
  return StoreErrorCode.safeParse(code).data ?? 'without a known code';
}
