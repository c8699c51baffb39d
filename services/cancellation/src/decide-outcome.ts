import { StoreErrorCode } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';

/**
 * The decision on a call of `POST /cancel`.
 * - `again`: not known to be stopped; `counts` where a run was spent, `raisesAlert` where waiting alone will not help.
 * - `maybeActed`: an attempt may have stopped it all the same (D18).
 */
export type OutcomeDecision =
  | { kind: 'confirmed' }
  | { kind: 'already_shipped' }
  | { kind: 'refused'; reason: string; maybeActed: boolean }
  | {
      kind: 'again';
      reason: string;
      /** Milliseconds; `as_before`: the end of the hold releases all calls; null: the wait of the run. */
      afterMs: number | 'as_before' | null;
      counts: boolean;
      maybeActed: boolean;
      raisesAlert: boolean;
      /** Of the call, not spent twice (D23). */
      attemptsMade: number;
    };

/**
 * Reads the outcome of `POST /cancel` (D21, D23).
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
      if (status < 400) return again(`redirected: ${status}`, { ...MAY_HAVE_ACTED, raisesAlert: true });
      const reason = `refused: ${status} ${knownCode(code)}`;
      return { kind: 'refused', reason, maybeActed: maybeActed || code === 'idempotency_conflict' };
    }
    case 'invalid_receipt':
      return again(`invalid_receipt: ${outcome.status}`, { ...MAY_HAVE_ACTED, raisesAlert: true });
    case 'unavailable': {
      const { reason, maybeActed } = outcome;
      return again(`unavailable: ${reason}`, { counts: true, maybeActed });
    }
    case 'unauthorized': {
      // ShopCalls holds the store and alerts support; an attempt before this answer may have stopped it.
      const { status, maybeActed } = outcome;
      return again(`unauthorized: ${status}`, { afterMs: 'as_before', counts: maybeActed, maybeActed });
    }
    case 'capability_off':
      // No call is made until the sheet changes: support asks (D12).
      return { kind: 'refused', reason: 'capability_off', maybeActed: false };
    case 'held':
      return again('held', { afterMs: 'as_before', attemptsMade: call.attemptsMade });
    case 'postponed': {
      const { reason, afterMs, attemptsMade, maybeActed } = outcome;
      return again(`deferred: ${reason}`, { afterMs, counts: maybeActed, maybeActed, attemptsMade });
    }
  }
}

const MAY_HAVE_ACTED = { counts: true, maybeActed: true } as const;

type Again = Extract<OutcomeDecision, { kind: 'again' }>;

function again(reason: string, how: Partial<Again>): Again {
  const usual = { afterMs: null, counts: false, maybeActed: false, raisesAlert: false, attemptsMade: 0 };
  return { kind: 'again', reason, ...usual, ...how };
}

/** A store's own text may contain anything; only a code of the contract is recorded. */
function knownCode(code: string | null): string {
  return StoreErrorCode.safeParse(code).data ?? 'without a known code';
}
