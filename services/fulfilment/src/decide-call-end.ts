import { StoreErrorCode } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';

/** While a capability is off the command looks again so often. */
const CAPABILITY_OFF_WAIT_MS = 60_000;
/** A store that has just refused our credentials is held; the command comes back to wait for it. */
const HELD_WAIT_MS = 30_000;

/** What a call's outcome means for the write it was to make (D23). */
export type CallEnd =
  | { kind: 'done' }
  /** Not made to its end, for a reason that is not the write's: again later, no attempt spent. */
  | { kind: 'postponed'; reason: string; afterMs: number; attemptsMade: number }
  /** Tracking goes to support at once. */
  | { kind: 'failed'; reason: string };

/** Pure. `attemptsMade`: what was spent before the call. Reasons never hold what the store wrote freely (D29). */
export function decideCallEnd(outcome: ShopCallOutcome<unknown>, attemptsMade: number): CallEnd {
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'done' };
    case 'postponed':
      return {
        kind: 'postponed',
        reason: outcome.reason,
        afterMs: outcome.afterMs,
        attemptsMade: outcome.attemptsMade,
      };
    case 'held':
      return { kind: 'postponed', reason: 'calls are held', afterMs: outcome.afterMs, attemptsMade };
    case 'unauthorized':
      return {
        kind: 'postponed',
        reason: `answered ${outcome.status}`,
        afterMs: HELD_WAIT_MS,
        attemptsMade: 0,
      };
    case 'capability_off':
      return {
        kind: 'postponed',
        reason: `${outcome.capability} is off`,
        afterMs: CAPABILITY_OFF_WAIT_MS,
        attemptsMade,
      };
    case 'refused':
      return { kind: 'failed', reason: `the store answered ${outcome.status}${knownCode(outcome.code)}` };
    case 'invalid_receipt':
      return { kind: 'failed', reason: `the receipt does not match (${outcome.field ?? 'its whole body'})` };
    case 'unavailable':
      return { kind: 'failed', reason: `no success in ${outcome.attempts} attempts (${outcome.reason})` };
  }
}

function knownCode(code: string | null): string {
  const known = StoreErrorCode.safeParse(code);
  return known.success ? ` ${known.data}` : '';
}
