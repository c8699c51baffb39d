import type { InventoryReceipt } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';
import { decideWriteOutcome } from '@hub/store-writes';

/** How the write of a network quantity ended. */
export type QuantityOutcome =
  /** The receipt matches: it counts as the store's report (D10). */
  | { kind: 'confirmed' }
  /** Retried in `afterMs` indefinitely (D23); `refused`: support is alerted as well. */
  | { kind: 'failed'; reason: string; afterMs: number; refused: boolean }
  /** Not, or not fully, tried: due again in `afterMs`. `attemptsMade` of the call are not spent twice. */
  | { kind: 'released'; afterMs: number; attemptsMade: number };

/**
 * D23: what every outcome of `PUT /inventory` means. A retired variant that its store no longer knows has no quantity
 * to be wrong: the last 0 counts as written.
 * @param write what was sent, the attempts made before, and when the next sync cycle is
 */
export function decideQuantityOutcome(
  outcome: ShopCallOutcome<InventoryReceipt>,
  write: { retired: boolean; quantity: number; callAttempts: number; syncIntervalMs: number },
): QuantityOutcome {
  const { syncIntervalMs } = write;
  const end = decideWriteOutcome(outcome, write.callAttempts);
  switch (end.kind) {
    case 'done':
      return { kind: 'confirmed' };
    case 'refused': {
      const isForgotten = write.retired && write.quantity === 0 && end.code === 'unknown_variant';
      return isForgotten
        ? { kind: 'confirmed' }
        : { kind: 'failed', reason: end.reason, afterMs: syncIntervalMs, refused: true };
    }
    case 'invalid_receipt':
      return { kind: 'failed', reason: end.reason, afterMs: syncIntervalMs, refused: true };
    case 'unavailable': {
      const afterMs = Math.max(syncIntervalMs, end.retryAfterMs);
      return { kind: 'failed', reason: end.reason, afterMs, refused: false };
    }
    case 'waits':
      return { kind: 'released', afterMs: end.afterMs ?? 0, attemptsMade: end.attemptsMade };
  }
}
