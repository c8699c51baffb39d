import { inTransaction, type Database } from '@hub/database';
import { recordActions } from '../actions/record-actions';
import { requiresNote, type ActionRefusal, type DeadLetterAction } from '../dead-letters/decide-action';
import { findSelection } from '../dead-letters/selections';
import type { ForetoldEffect } from '../forecast/replay-forecast';
import { advanceRun } from './advance-run';
import { narrowingEffects } from './decide-by-effect';
import { addRun, lockRun } from './run-records';

export interface RunRequest {
  selectionId: string;
  action: DeadLetterAction;
  actor: string;
  /** Why, for the audit; without personal data. */
  note?: string | undefined;
  /** Number of trial messages: the rest follow once these have succeeded. */
  firstMany?: number | undefined;
  /** Maximum per minute. */
  perMinute?: number | undefined;
  /** The effects of a replay for which a message is sent; any, unless given. */
  effects?: readonly ForetoldEffect[] | undefined;
  now: number;
}

export interface StartedRun {
  /** Null: nothing is started, because all of it is refused. */
  id: string | null;
  /** Of the first batch, which is done by now. */
  done: number;
  refused: { why: ActionRefusal; count: number }[];
  /** How many remain: support's sweep processes them. */
  left: number;
}

/**
 * Starts an action on a frozen set, and processes its first batch; the rest follows automatically (`advanceBulkRuns`).
 * A run by effect is done entirely by `advanceRunsByEffect`. One audit row for all of it. Doing it twice duplicates
 * nothing: each message is decided by its current state.
 * @returns null: there is no such set
 */
export async function startBulkRun(db: Database, request: RunRequest): Promise<StartedRun | null> {
  const { selectionId, action, actor, note = null, firstMany = null, perMinute = null, now } = request;
  const effects = narrowingEffects(request.effects);
  const selection = await findSelection(db, selectionId);
  if (!selection) return null;
  if (note === null && requiresNote(action))
    return { id: null, done: 0, refused: [{ why: 'note_missing', count: selection.count }], left: 0 };
  return inTransaction(db, async (tx) => {
    const size = selection.count;
    const id = await addRun(tx, {
      selectionId,
      action,
      note,
      startedBy: actor,
      size,
      firstMany,
      perMinute,
      effects,
      now,
    });
    await recordActions(tx, {
      actor,
      action: `bulk_run.${action}`,
      subjects: [`bulk_run:${id}`],
      detail: {
        messages: size,
        asked_for: selection.filter,
        ...(effects && { effects: effects.join(', ') }),
        ...(note === null ? {} : { note }),
      },
    });
    const run = await lockRun(tx, id);
    // A run by effect asks workers first: never within a transaction.
    const batch = run && effects === null && (await advanceRun(tx, run, now));
    const { done = [], refused = [] } = batch || {};
    return {
      id,
      done: done.length,
      refused: countReasons(refused),
      left: size - done.length - refused.length,
    };
  });
}

function countReasons(refused: readonly { why: ActionRefusal }[]): StartedRun['refused'] {
  const counts = new Map<ActionRefusal, number>();
  for (const { why } of refused) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => ({ why, count }));
}
