import { StoreErrorCode } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';

/** The result of a call for its row (D23). `maybeActed`: an attempt may have done it all the same (D18). */
export type WriteOutcome<Receipt> =
  | { kind: 'done'; receipt: Receipt }
  /**
   * Not completed, for a reason that is not the row's: again, no attempt spent. `afterMs`: null if the row keeps its
   * place, and the hold releases all its calls together.
   */
  | { kind: 'waits'; reason: string; afterMs: number | null; attemptsMade: number; maybeActed: boolean }
  | { kind: 'refused'; reason: string; status: number; code: string | null; maybeActed: boolean }
  | { kind: 'invalid_receipt'; reason: string; maybeActed: true }
  | { kind: 'unavailable'; reason: string; retryAfterMs: number; maybeActed: boolean };

/**
 * Maps the outcome of a call, the same way for every write. Reasons never contain a store's free text (D29).
 * @param attemptsMade of the same call, before this run of it
 */
export function decideWriteOutcome<Receipt>(
  outcome: ShopCallOutcome<Receipt>,
  attemptsMade: number,
): WriteOutcome<Receipt> {
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'done', receipt: outcome.receipt };
    case 'postponed': {
      const { reason, afterMs, maybeActed } = outcome;
      return { kind: 'waits', reason, afterMs, attemptsMade: outcome.attemptsMade, maybeActed };
    }
    case 'held':
      return notCalled('calls are held', attemptsMade);
    case 'capability_off':
      return notCalled(gatedBecause(outcome.capability), attemptsMade);
    case 'unauthorized': {
      const { status, maybeActed } = outcome;
      return { kind: 'waits', reason: `answered ${status}`, afterMs: null, attemptsMade: 0, maybeActed };
    }
    case 'refused': {
      const { status, code } = outcome;
      const reason = `the store answered ${status}${knownCode(code)}`;
      return {
        kind: 'refused',
        reason,
        status,
        code,
        maybeActed: outcome.maybeActed || !provesNothing(status, code),
      };
    }
    case 'invalid_receipt':
      return {
        kind: 'invalid_receipt',
        reason: `the receipt does not match (${outcome.field ?? 'its whole body'})`,
        maybeActed: true,
      };
    case 'unavailable': {
      const { attempts, reason, retryAfterMs, maybeActed } = outcome;
      return {
        kind: 'unavailable',
        reason: `no success in ${attempts} attempts (${reason})`,
        retryAfterMs: retryAfterMs ?? 0,
        maybeActed,
      };
    }
  }
}

/** A shop that is held or not known yet is checked again soon, as the hold may end at any moment. */
const HELD_PAUSE_MS = 2_000;
/** A sheet just applied is everywhere within two seconds (D25). */
const SHEET_PAUSE_MS = 1_000;

/**
 * How long to pause a shop's other rows after an outcome; 0 for not at all.
 * @param waitsTogether whether a wait that one answer asked for applies to the shop
 */
export function pauseAfter(outcome: ShopCallOutcome<unknown>, waitsTogether = false): number {
  switch (outcome.kind) {
    case 'held':
      return Math.min(outcome.afterMs, HELD_PAUSE_MS);
    case 'capability_off':
    case 'unauthorized':
      return SHEET_PAUSE_MS;
    case 'postponed':
      return outcome.reason === 'long_wait' && !waitsTogether ? 0 : outcome.afterMs;
    case 'confirmed':
    case 'refused':
    case 'invalid_receipt':
    case 'unavailable':
      return 0;
  }
}

/** Why a row waits whose shop may not be called. */
export function gatedBecause(capability: string): string {
  return `${capability} is off`;
}

function notCalled(reason: string, attemptsMade: number): WriteOutcome<never> {
  return { kind: 'waits', reason, afterMs: null, attemptsMade, maybeActed: false };
}

/** A code of the contract; any other text is the store's own and is dropped (D29). */
function knownCode(code: string | null): string {
  const known = StoreErrorCode.safeParse(code);
  return known.success ? ` ${known.data}` : '';
}

/**
 * Whether this answer says that its own attempt did nothing (D18): a redirect is no refusal, and a conflict says that
 * the store has something under this reference.
 */
function provesNothing(status: number, code: string | null): boolean {
  return status >= 400 && code !== 'idempotency_conflict' && !(status === 409 && code === null);
}
