import { StoreErrorCode, type ShippingOrderReceipt } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';

/** What is known of a shipping order when its call ends. */
export interface PlacingFacts {
  /** Before this call no attempt can have reached the store. */
  untried: boolean;
  /** Runs that failed before this one. */
  passes: number;
  /** PLACING_PASSES_MS */
  passesMs: readonly number[];
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * What became of a call. `neverSent`: surely no attempt of this or an earlier call reached the store, so the shipping
 * order counts as never attempted (D21); else its outcome is unknown and the same call settles it (D18).
 */
export type PlacingDecision =
  | { kind: 'placed'; storeOrderId: string }
  | { kind: 'refused'; failure: string }
  /** Again at a later injection pass. */
  | { kind: 'later'; neverSent: boolean; failure: string; at: Date; alert: boolean }
  /** Passes ran out: support. */
  | { kind: 'given_up'; neverSent: boolean; failure: string }
  /** No run spent: the store is held, switched off or left alone for a while. */
  | { kind: 'postponed'; neverSent: boolean; reason: string; afterMs: number; attemptsMade: number }
  /** Its shop was switched off before it was sent anything: another one has the lines (D18). */
  | { kind: 'switched_off'; reason: string; afterMs: number };

const LOOK_AGAIN_AFTER_MS = 60_000;
/** After the listed passes "hourly for a day": so many more, as far apart as the last two. */
const FURTHER_PASSES = 24;

/** D23 for `POST /orders`, by the outcome of the call. */
export function decidePlacing(
  outcome: ShopCallOutcome<ShippingOrderReceipt>,
  facts: PlacingFacts,
): PlacingDecision {
  const { untried } = facts;
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'placed', storeOrderId: outcome.receipt.order_id };
    case 'refused':
      return { kind: 'refused', failure: `refused: ${outcome.status}${knownCode(outcome.code)}` };
    case 'invalid_receipt':
      return invalidReceipt(facts, { field: outcome.field, problem: outcome.problem });
    case 'unavailable': {
      const status = outcome.status === null ? '' : ` ${outcome.status}`;
      return later(facts, {
        failure: `unavailable: ${outcome.reason}${status}`,
        neverSent: untried && !outcome.maybeActed,
        askedForMs: outcome.retryAfterMs ?? 0,
      });
    }
    case 'unauthorized':
      return {
        kind: 'postponed',
        neverSent: untried && outcome.attempts === 1,
        reason: `the store answers ${outcome.status}`,
        afterMs: LOOK_AGAIN_AFTER_MS,
        attemptsMade: 0,
      };
    case 'postponed': {
      const { reason, afterMs, attemptsMade, maybeActed } = outcome;
      return { kind: 'postponed', neverSent: untried && !maybeActed, reason, afterMs, attemptsMade };
    }
    case 'held':
      return notCalled(untried, 'calls to the store are held', outcome.afterMs);
    case 'capability_off': {
      const reason = `the capability ${outcome.capability} is off`;
      if (untried) return { kind: 'switched_off', reason, afterMs: LOOK_AGAIN_AFTER_MS };
      return notCalled(untried, reason, LOOK_AGAIN_AFTER_MS);
    }
  }
}

/** The store may have acted, yet what it says cannot be it: tried again, and support is told at once (D23). */
export function invalidReceipt(
  facts: PlacingFacts,
  fault: { field: string | null; problem: string },
): PlacingDecision {
  const failure = `receipt: ${fault.field ?? 'the answer'} ${fault.problem}`;
  return later(facts, { failure, neverSent: false, alert: true });
}

/** Waits before the passes after the first run: those listed, then the last one again, for a day. */
export function nextPassAfterMs(passes: number, passesMs: readonly number[]): number | null {
  if (passes >= passesMs.length + FURTHER_PASSES) return null;
  return passesMs[passes] ?? passesMs.at(-1) ?? null;
}

function later(
  { passes, passesMs, now }: PlacingFacts,
  end: { failure: string; neverSent: boolean; alert?: boolean; askedForMs?: number },
): PlacingDecision {
  const { failure, neverSent, alert = false, askedForMs = 0 } = end;
  const afterMs = nextPassAfterMs(passes, passesMs);
  if (afterMs === null) return { kind: 'given_up', neverSent, failure };
  // A store that asked for a longer wait gets it (`Retry-After`).
  const at = new Date(now + Math.max(afterMs, askedForMs));
  return { kind: 'later', neverSent, failure, at, alert };
}

function notCalled(untried: boolean, reason: string, afterMs: number): PlacingDecision {
  return { kind: 'postponed', neverSent: untried, reason, afterMs, attemptsMade: 0 };
}

/** A code of the contract; any other text is the store's own and goes no further (D29). */
function knownCode(code: string | null): string {
  const known = StoreErrorCode.safeParse(code);
  return known.success ? ` ${known.data}` : '';
}
