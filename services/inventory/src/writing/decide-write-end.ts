import type { InventoryReceipt } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';

/** How the write of a network quantity ended. */
export type WriteEnd =
  /** The receipt matches: it counts as the store's report (D10). */
  | { kind: 'confirmed' }
  /** Tried again in `afterMs`, without end (D23); `refused`: support is told as well. */
  | { kind: 'failed'; reason: string; afterMs: number; refused: boolean }
  /** Not, or not fully, tried: due again in `afterMs`. `attemptsMade` of the call are not spent twice. */
  | { kind: 'released'; afterMs: number; attemptsMade: number };

/** What follows for the row, and for how long the shop's other rows are better left alone. */
export interface WriteDecision {
  end: WriteEnd;
  pauseMs: number;
}

/** A shop that is held or not known yet is looked at again soon, for the hold may end at any moment. */
const HELD_PAUSE_MS = 2_000;
/** A sheet just applied is everywhere within two seconds (D25). */
const SHEET_PAUSE_MS = 1_000;

/**
 * D23: what every outcome of `PUT /inventory` means. A retired variant that its store does not know any more has no
 * quantity to be wrong: the last 0 counts as told.
 * @param write what was sent, and when the next sync cycle is
 */
export function decideWriteEnd(
  outcome: ShopCallOutcome<InventoryReceipt>,
  write: { retired: boolean; quantity: number; syncIntervalMs: number },
): WriteDecision {
  const { syncIntervalMs } = write;
  switch (outcome.kind) {
    case 'confirmed':
      return { end: { kind: 'confirmed' }, pauseMs: 0 };
    case 'refused':
      if (write.retired && write.quantity === 0 && outcome.code === 'unknown_variant')
        return { end: { kind: 'confirmed' }, pauseMs: 0 };
      return failed({ reason: answerText(outcome), afterMs: syncIntervalMs, refused: true });
    case 'invalid_receipt':
      return failed({ reason: receiptText(outcome), afterMs: syncIntervalMs, refused: true });
    case 'unavailable':
      return failed({
        reason: unavailableText(outcome),
        afterMs: Math.max(syncIntervalMs, outcome.retryAfterMs ?? 0),
        refused: false,
      });
    case 'unauthorized':
      // Whoever holds the calls told support, and when they go on all rows do together.
      return failed({ reason: answerText(outcome), afterMs: 0, refused: false }, SHEET_PAUSE_MS);
    case 'postponed':
      return released(outcome.afterMs, outcome);
    case 'held':
      return { ...released(0), pauseMs: Math.min(outcome.afterMs, HELD_PAUSE_MS) };
    case 'capability_off':
      return { ...released(0), pauseMs: SHEET_PAUSE_MS };
  }
}

function failed(end: { reason: string; afterMs: number; refused: boolean }, pauseMs = 0): WriteDecision {
  return { end: { kind: 'failed', ...end }, pauseMs };
}

function released(afterMs: number, { attemptsMade } = { attemptsMade: 0 }): WriteDecision {
  return { end: { kind: 'released', afterMs, attemptsMade }, pauseMs: afterMs };
}

function answerText({ status, code }: { status: number; code: string | null }): string {
  return code === null ? `answered ${status}` : `answered ${status} ${code}`;
}

function receiptText({ field, problem }: { field: string | null; problem: string }): string {
  return `receipt does not match: ${field ?? 'the answer'} ${problem}`;
}

function unavailableText(outcome: { reason: string; status: number | null; code: string | null }): string {
  const { reason, status, code } = outcome;
  return ['unavailable:', reason, status, code].filter((part) => part !== null).join(' ');
}
