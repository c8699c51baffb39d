import { z } from 'zod';
import { action, type By } from '../../engine/action';
import {
  BULK,
  DEAD_LETTER_ACTIONS,
  REFUSAL_LABELS,
  requiresNote,
  type ActionRefusal,
} from '../decide-action';
import { findSelection } from '../selections';
import { FORECAST_EFFECTS } from '../replay-forecast';
import { includesRole } from '../../engine/roles';
import { advanceRun } from './advance-run';
import { narrowingEffects } from './decide-by-effect';
import { addRun, lockRun } from './run-records';
import { restText } from './run-labels';

export interface StartedRun {
  id: string;
  /** Of the first batch, which is done by now. */
  done: number;
  refused: { why: ActionRefusal; count: number }[];
  /** How many remain: support's sweep processes them. */
  left: number;
}

/** Which of support may act on that many at once; null: this one may. */
export function tooMany({ role }: Pick<By, 'role'>, count: number) {
  if (count <= BULK || (role !== 'shop' && includesRole(role, 'lead'))) return null;
  return {
    kind: 'forbidden',
    says: `your role is ${role}: more than ${BULK} at once asks for a lead`,
  } as const;
}

/**
 * Starts an action on a frozen set, and processes its first batch; the rest follows automatically (`advanceBulkRuns`).
 * A run by effect is done entirely by `advanceRunsByEffect`. One audit row for all of it. Doing it twice duplicates
 * nothing: each message is decided by its current state.
 */
export const startBulkRun = action({
  names: {
    'bulk_run.replay': 'replayed many failed messages',
    'bulk_run.discard': 'discarded many failed messages',
    'bulk_run.restore': 'restored many failed messages',
  },
  name: ({ action: what }) => `bulk_run.${what}` as const,
  input: z.strictObject({
    set: z.uuid(),
    action: z.enum(DEAD_LETTER_ACTIONS),
    /** Number of trial messages: the rest follow once these have succeeded. */
    first_many: z.int().min(1).max(BULK).optional(),
    per_minute: z.int().min(1).max(1_000_000).optional(),
    /** The effects of a replay for which a message is sent; any, unless given. */
    effects: z.array(z.enum(FORECAST_EFFECTS)).min(1, 'name one at least').optional(),
  }),
  async run(tx, input, by) {
    const {
      set: selectionId,
      action: what,
      first_many: firstMany = null,
      per_minute: perMinute = null,
    } = input;
    const { actor, now, note } = by;
    if (input.effects && what !== 'replay')
      return { kind: 'invalid', says: 'of a replay alone', field: 'effects' };
    const selection = await findSelection(tx, selectionId);
    if (!selection) return { kind: 'unknown', says: 'the set is gone: choose again' };
    const refusal = tooMany(by, selection.count);
    if (refusal) return refusal;
    if (note === '' && requiresNote(what))
      return { kind: 'invalid', says: REFUSAL_LABELS.note_missing, field: 'note' };
    const effects = narrowingEffects(input.effects);
    const size = selection.count;
    const started = { selectionId, action: what, note: note || null, startedBy: actor, size };
    const id = await addRun(tx, { ...started, firstMany, perMinute, effects, now });
    const run = await lockRun(tx, id);
    // A run by effect asks workers first: never within a transaction.
    const batch = run && effects === null && (await advanceRun(tx, run, now));
    const { done = [], refused = [] } = batch || {};
    const left = size - done.length - refused.length;
    const answer: StartedRun = { id, done: done.length, refused: countReasons(refused), left };
    const asked = {
      messages: size,
      asked_for: selection.filter,
      ...(effects && { effects: effects.join(', ') }),
    };
    return {
      kind: 'done',
      says: left === 0 ? 'The run is done.' : `The run is started. ${restText(what, left)}`,
      answer,
      begins: true,
      record: { subjects: [`bulk_run:${id}`], detail: asked },
    };
  },
});

function countReasons(refused: readonly { why: ActionRefusal }[]): StartedRun['refused'] {
  const counts = new Map<ActionRefusal, number>();
  for (const { why } of refused) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => ({ why, count }));
}
