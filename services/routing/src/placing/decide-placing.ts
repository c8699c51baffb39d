import { StoreErrorCode, type ShippingOrderReceipt } from '@hub/contract';
import type { KnownBefore } from '@hub/orders/placements';
import type { ShopCallOutcome } from '@hub/shops';

/** What is known about a shipping order when its call ends. */
export interface PlacingFacts {
  /** Before this call. */
  known: KnownBefore;
  /** Runs that failed before this one. */
  passes: number;
  /** Attempts already made of a call that was deferred (D23). */
  callAttempts: number;
  /** PLACING_PASSES_MS */
  waitsMs: readonly number[];
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * The outcome of a call. `neverSent`: certainly no attempt of this or an earlier call did anything at the store, so the
 * shipping order counts as never attempted (D21); else its outcome is unknown and the same call settles it (D18).
 */
export type PlacingDecision =
  | { kind: 'placed'; storeOrderId: string }
  /** The store certainly does not have it. */
  | { kind: 'refused'; failure: string }
  /** The store may have it, whatever it answers: support settles it. */
  | { kind: 'disputed'; failure: string }
  /** Retried at a later run. */
  | { kind: 'later'; neverSent: boolean; failure: string; at: Date; alert: boolean }
  /** The runs are used up, and no attempt did anything: support. */
  | { kind: 'given_up'; failure: string }
  /** No run spent: calls to the store are held, switched off or suspended for a while. */
  | { kind: 'postponed'; neverSent: boolean; reason: string; afterMs: number; attemptsMade: number }
  /** Its shop was switched off before it was sent anything: another one gets the lines (D18). */
  | { kind: 'switched_off'; reason: string; afterMs: number };

const LOOK_AGAIN_AFTER_MS = 60_000;
/** How many runs follow the listed ones, "hourly for a day": as far apart as the last two. */
const FURTHER_RUNS = 24;

/** D18 and D23 for `POST /orders`, by the outcome of the call. */
export function decidePlacing(
  outcome: ShopCallOutcome<ShippingOrderReceipt>,
  facts: PlacingFacts,
): PlacingDecision {
  const untried = facts.known === 'nothing_done';
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'placed', storeOrderId: outcome.receipt.order_id };
    case 'refused':
      return decideRefusal(outcome, facts);
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
        neverSent: untried && !outcome.maybeActed,
        reason: `the store answers ${outcome.status}`,
        afterMs: LOOK_AGAIN_AFTER_MS,
        attemptsMade: 0,
      };
    case 'postponed': {
      const { reason, afterMs, attemptsMade, maybeActed } = outcome;
      return { kind: 'postponed', neverSent: untried && !maybeActed, reason, afterMs, attemptsMade };
    }
    case 'held':
      return notCalled(facts, 'calls to the store are held', outcome.afterMs);
    case 'capability_off': {
      const reason = `the capability ${outcome.capability} is off`;
      if (untried) return { kind: 'switched_off', reason, afterMs: LOOK_AGAIN_AFTER_MS };
      return notCalled(facts, reason, LOOK_AGAIN_AFTER_MS);
    }
  }
}

/**
 * D18: a `4xx` proves that the store does not have the order only where every earlier attempt surely did nothing. A
 * conflict says that the store has something under this reference. A redirect is no refusal.
 */
function decideRefusal(
  { status, code, maybeActed }: Extract<ShopCallOutcome<never>, { kind: 'refused' }>,
  facts: PlacingFacts,
): PlacingDecision {
  if (status < 400) return later(facts, { failure: `redirected: ${status}`, neverSent: false, alert: true });
  const failure = `refused: ${status}${knownCode(code)}`;
  const isConflict = code === 'idempotency_conflict' || (status === 409 && code === null);
  const provesNothing = facts.known !== 'nothing_done' || maybeActed || isConflict;
  return { kind: provesNothing ? 'disputed' : 'refused', failure };
}

/** The store may have acted, but its receipt cannot be right: retried, and support is alerted at once (D23). */
export function invalidReceipt(
  facts: PlacingFacts,
  fault: { field: string | null; problem: string },
): PlacingDecision {
  const failure = `receipt: ${fault.field ?? 'the answer'} ${fault.problem}`;
  return later(facts, { failure, neverSent: false, alert: true });
}

/** Waits before the runs after the first: those listed, then the last one repeated, for a day. */
export function nextRunAfterMs(passes: number, waitsMs: readonly number[]): number | null {
  if (passes >= waitsMs.length + FURTHER_RUNS) return null;
  return waitsMs[passes] ?? waitsMs.at(-1) ?? null;
}

function later(
  { known, passes, waitsMs, now }: PlacingFacts,
  end: { failure: string; neverSent: boolean; alert?: boolean; askedForMs?: number },
): PlacingDecision {
  const { failure, neverSent, alert = false, askedForMs = 0 } = end;
  if (known === 'disputed') return { kind: 'disputed', failure };
  const afterMs = nextRunAfterMs(passes, waitsMs);
  if (afterMs === null) return { kind: neverSent ? 'given_up' : 'disputed', failure };
  // A store that asked for a longer wait gets it (`Retry-After`).
  const at = new Date(now + Math.max(afterMs, askedForMs));
  return { kind: 'later', neverSent, failure, at, alert };
}

function notCalled({ known, callAttempts }: PlacingFacts, reason: string, afterMs: number): PlacingDecision {
  return {
    kind: 'postponed',
    neverSent: known === 'nothing_done',
    reason,
    afterMs,
    attemptsMade: callAttempts,
  };
}

/** A code of the contract; any other text is the store's and goes no further (D29). */
function knownCode(code: string | null): string {
  const known = StoreErrorCode.safeParse(code);
  return known.success ? ` ${known.data}` : '';
}
