import { StoreErrorCode } from '@hub/contract';
import type { ShopCallOutcome } from './shop-call-outcome';

/** While a capability is off the command looks again so often. */
const CAPABILITY_OFF_WAIT_MS = 60_000;
/** A store that has just refused our credentials is held; the command comes back to wait for it. */
const HELD_WAIT_MS = 30_000;

/** What a call's outcome means for the tracking or return that it was to tell of (D23). */
export type CallEnd<Receipt> =
  | { kind: 'done'; receipt: Receipt }
  /**
   * Not made to its end, for a reason that is not the message's: again later, no attempt spent. `maybeActed`: an
   * attempt may have done it all the same.
   */
  | { kind: 'postponed'; reason: string; afterMs: number; attemptsMade: number; maybeActed: boolean }
  /** Tracking and returns go to support at once. */
  | { kind: 'failed'; reason: string };

/** Pure. `attemptsMade`: what was spent before the call. Reasons never hold what the store wrote freely (D29). */
export function decideCallEnd<Receipt>(
  outcome: ShopCallOutcome<Receipt>,
  attemptsMade: number,
): CallEnd<Receipt> {
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'done', receipt: outcome.receipt };
    case 'postponed': {
      const { reason, afterMs, maybeActed } = outcome;
      return { kind: 'postponed', reason, afterMs, attemptsMade: outcome.attemptsMade, maybeActed };
    }
    case 'held':
      return notCalled({ reason: 'calls are held', afterMs: outcome.afterMs, attemptsMade });
    case 'capability_off': {
      const reason = `${outcome.capability} is off`;
      return notCalled({ reason, afterMs: CAPABILITY_OFF_WAIT_MS, attemptsMade });
    }
    case 'unauthorized': {
      const { maybeActed } = outcome;
      const reason = `answered ${outcome.status}`;
      return { kind: 'postponed', reason, afterMs: HELD_WAIT_MS, attemptsMade: 0, maybeActed };
    }
    case 'refused':
      return { kind: 'failed', reason: `the store answered ${outcome.status}${knownCode(outcome.code)}` };
    case 'invalid_receipt':
      return { kind: 'failed', reason: `the receipt does not match (${outcome.field ?? 'its whole body'})` };
    case 'unavailable':
      return { kind: 'failed', reason: `no success in ${outcome.attempts} attempts (${outcome.reason})` };
  }
}

function notCalled(wait: { reason: string; afterMs: number; attemptsMade: number }): CallEnd<never> {
  return { kind: 'postponed', maybeActed: false, ...wait };
}

function knownCode(code: string | null): string {
  const known = StoreErrorCode.safeParse(code);
  return known.success ? ` ${known.data}` : '';
}
