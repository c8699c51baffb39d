import type { Tx } from '@hub/database';
import type { Sweep } from '@hub/messaging';

/** Longer than any delay queue keeps a message: a replay that is retried reports in between. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const AT_ONCE = 500;

/**
 * Reopens failed messages whose replay has not reported: lost on its way, or waiting at a worker that is down. If it
 * arrives after all, it is recorded as usual; a second one is recognised by what the message asks for. One that is still
 * in the outbox is not lost, nor one that waits for the call to a store.
 */
export const forgottenReplays: Sweep = {
  name: 'forgotten replays',
  everyMs: 60_000,
  batch: AT_ONCE,
  run: openForgotten,
};

async function openForgotten(tx: Tx, now: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE dead_letter SET state = 'open'
    WHERE id IN (
      SELECT d.id FROM dead_letter d
      WHERE d.state = 'replaying' AND d.replay_id IS NOT NULL AND d.replay_seen_at <= ${new Date(now - FORGOTTEN_AFTER_MS)}
        AND NOT EXISTS (SELECT FROM outbox o WHERE o.message_id = d.replay_id)
      ORDER BY d.replay_seen_at LIMIT ${AT_ONCE} FOR UPDATE OF d SKIP LOCKED
    )`;
}
