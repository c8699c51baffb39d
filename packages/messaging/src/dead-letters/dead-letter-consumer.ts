import type { Tx } from '@hub/database';
import type { DeadMessage } from './dead-message';

/**
 * Stores failed messages, each in one transaction, acknowledged after its commit. A message is redelivered if the
 * acknowledgement was lost or storing failed: `handle` recognises it.
 */
export interface DeadLetterConsumer {
  kind: 'dead-letter';
  handle(tx: Tx, dead: DeadMessage, now: number): Promise<void>;
  /** Transactions at once (default 16). */
  concurrency?: number;
}

export function deadLetterConsumer(handle: DeadLetterConsumer['handle']): DeadLetterConsumer {
  return { kind: 'dead-letter', handle };
}
