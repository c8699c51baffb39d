import { DeadLetterState, rows, type Tx } from '@hub/database';
import type { Replay } from '@hub/messaging';
import { z } from 'zod';

const LockedDeadLetter = z.object({ id: z.string(), state: z.enum(DeadLetterState), origin: z.string() });
export type LockedDeadLetter = z.output<typeof LockedDeadLetter>;

/** Locks failed messages, always in the order of their ids: two bulk actions wait for each other instead of deadlocking. */
export async function lockDeadLetters(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, LockedDeadLetter>> {
  const found = await rows(
    LockedDeadLetter,
    tx.$queryRaw`
    SELECT id, state::text AS state, origin FROM dead_letter
    WHERE id = ANY (${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`,
  );
  return new Map(found.map((row) => [row.id, row]));
}

/** From here on a replay is pending. */
export async function markReplaying(tx: Tx, replays: readonly Replay[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE dead_letter d
    SET state = 'replaying', replay_id = r.message_id, replay_seen_at = now(), outcome = NULL, ended_at = NULL
    FROM unnest(${replays.map((replay) => replay.deadLetterId)}::uuid[],
      ${replays.map((replay) => replay.messageId)}::uuid[]) AS r (id, message_id)
    WHERE d.id = r.id`;
}

export async function markDiscarded(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE dead_letter SET state = 'discarded', ended_at = now() WHERE id = ANY (${[...ids]}::uuid[])`;
}

export async function markRestored(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE dead_letter SET state = 'open', ended_at = NULL WHERE id = ANY (${[...ids]}::uuid[])`;
}

/** The work of an open one was settled otherwise: no replay is needed. */
export async function markSettled(
  tx: Tx,
  settled: { origin: string; identity: string; outcome: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE dead_letter SET state = 'resolved', outcome = ${settled.outcome}, ended_at = now()
    WHERE origin = ${settled.origin} AND identity = ${settled.identity} AND state = 'open'`;
}
