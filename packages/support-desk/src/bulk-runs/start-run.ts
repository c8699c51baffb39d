import { inTransaction, type Database } from '@hub/database';
import { recordActions } from '../actions/record-actions';
import type { ActionRefusal, DeadLetterAction } from '../dead-letters/decide-action';
import { findSelection } from '../dead-letters/selections';
import type { ForetoldEffect } from '../forecast/replay-forecast';
import { advanceRun } from './advance-run';
import { narrowingEffects } from './decide-by-effect';
import { addRun, lockRun } from './run-records';

export interface RunRequest {
  selectionId: string;
  action: DeadLetterAction;
  actor: string;
  /** Why, for the audit; no personal data. */
  note?: string | undefined;
  /** So many first: the rest once these have gone through. */
  firstMany?: number | undefined;
  /** At most so many a minute. */
  perMinute?: number | undefined;
  /** Of a replay: what it may come to for a message to be sent; all of it, unless given. */
  effects?: readonly ForetoldEffect[] | undefined;
  now: number;
}

export interface StartedRun {
  id: string;
  /** Of the first batch, which is done by now. */
  done: number;
  refused: { why: ActionRefusal; count: number }[];
  /** How many are still to come: support's sweep sees to them. */
  left: number;
}

/**
 * Starts an action on a frozen set, and does its first batch; the rest follows by itself (`advanceBulkRuns`). One that
 * chooses by effect follows as a whole (`advanceRunsByEffect`). One audit row
 * for all of it. Doing it a second time doubles nothing: each message is decided as it stands then.
 * @returns null: there is no such set
 */
export async function startBulkRun(db: Database, request: RunRequest): Promise<StartedRun | null> {
  const { selectionId, action, actor, note = null, firstMany = null, perMinute = null, now } = request;
  const effects = narrowingEffects(request.effects);
  const selection = await findSelection(db, selectionId);
  if (!selection) return null;
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
    // What chooses by effect asks workers first: never within a transaction.
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
