import type { Tx } from '@hub/database';
import { COMMANDS, enqueueEach, type Pass } from '@hub/messaging';

const EVERY_MS = 30_000;
const AT_ONCE = 200;
/** Longer than any delay queue keeps a message. */
const NUDGE_LOST_AFTER_MS = 6 * 60_000;

/** When a return that is due must have been heard of, else its message is lost and the pass sends another. */
export function nudgeLostAt(nowMs: number): Date {
  return new Date(nowMs + NUDGE_LOST_AFTER_MS);
}

/** Finds returns whose message was lost, or whose worker died in the middle of the call. */
export const unregisteredReturns: Pass = {
  name: 'unregistered returns',
  everyMs: EVERY_MS,
  run: nudgeUnregisteredReturns,
};

async function nudgeUnregisteredReturns(tx: Tx, now: number): Promise<number> {
  const found = await tx.$queryRaw<{ id: string; correlation: string }[]>`
    UPDATE "return" SET next_attempt_at = ${nudgeLostAt(now)}
    WHERE id IN (
      SELECT id FROM "return"
      WHERE state IN ('due', 'sending') AND next_attempt_at <= ${new Date(now)}
      ORDER BY next_attempt_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, correlation`;
  await enqueueEach(
    tx,
    COMMANDS.registerReturn,
    found.map(({ id, correlation }) => ({ payload: { returnId: id }, correlation })),
  );
  return found.length;
}
