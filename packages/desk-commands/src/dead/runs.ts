import { inTransaction } from '@hub/database';
import {
  advanceBulkRuns,
  advanceRunsByEffect,
  BULK,
  changeBulkRun,
  DEAD_LETTER_ACTIONS,
  findBulkRun,
  findSelection,
  FORETOLD_EFFECTS,
  forecastSelection,
  freezeSelection,
  failedMessagesStillAtRisk,
  REFUSAL_LABELS,
  RUN_CHANGES,
  RUN_REFUSAL_LABELS,
  startBulkRun,
} from '@hub/support-desk';
import { z } from 'zod';
import { act, look, requireRole } from '../command';
import { CommandFault } from '../command-fault';
import { Note, oneOf } from '../fields';
import { describeRisk } from '../risks';
import { DeadFilter, readFilter } from './list-dead';

const Action = z.enum(DEAD_LETTER_ACTIONS);

/** Freezes all that match a filter: what is shown is what is acted on. No action yet. */
export const deadChoose = act({
  input: z.strictObject({ ...DeadFilter.omit({ state: true }).shape, action: Action }),
  run: async ({ db, actor }, { action, ...filter }) => {
    const state = action === 'restore' ? ('discarded' as const) : ('open' as const);
    const { id, count } = await freezeSelection(db, {
      actor,
      filter: await readFilter(db, { ...filter, state }),
    });
    return { set: id, count };
  },
});

const Chosen = z.strictObject({ set: z.uuid() });

/** What a replay of a frozen set would do now, by a sample of it. */
export const deadForecast = look({
  input: Chosen,
  run: async ({ db, forecasts, cipher }, { set }) => {
    const forecast = await forecastSelection(db, set, { forecasts, cipher });
    if (!forecast) throw new CommandFault('unknown', [GONE]);
    return forecast;
  },
});

const GONE = 'the set is gone: choose again';

/** Starts an action on a frozen set: a bulk run, one row of the audit. */
export const deadStart = act({
  input: z
    .strictObject({
      ...Chosen.shape,
      action: Action,
      note: Note,
      first_many: z.int().min(1).max(BULK).optional(),
      per_minute: z.int().min(1).max(1_000_000).optional(),
      /** The effects of a replay for which a message is sent; any, unless given. */
      effects: z.array(oneOf(FORETOLD_EFFECTS)).min(1, 'name one at least').optional(),
    })
    .refine(({ action, effects }) => effects === undefined || action === 'replay', {
      path: ['effects'],
      message: 'of a replay alone',
    }),
  run: async (context, input) => {
    const { db, actor, now } = context;
    const { set: selectionId, action, note, effects } = input;
    const pace = { firstMany: input.first_many, perMinute: input.per_minute };
    const count = (await findSelection(db, selectionId))?.count ?? 0;
    if (count > BULK) requireRole(context, 'lead', `more than ${BULK} at once`);
    const risks = action === 'discard' ? await failedMessagesStillAtRisk(db, { selectionId, now }) : [];
    const run = await startBulkRun(db, { selectionId, action, actor, note, effects, ...pace, now });
    if (!run) throw new CommandFault('unknown', [GONE]);
    if (run.id === null) throw new CommandFault('invalid', [`note: ${REFUSAL_LABELS.note_missing}`], 'note');
    return { run: run.id, left: run.left, still_at_risk: risks.map(describeRisk) };
  },
});

const Run = z.strictObject({ run: z.uuid('must be the id of a run') });

/** The state of a bulk run. With `--local`, where support may be away, each call advances it. */
export const deadRun = look({
  input: Run,
  run: async ({ db, forecasts, cipher, isAlone, now }, { run: id }) => {
    if (isAlone) {
      await inTransaction(db, (tx) => advanceBulkRuns(tx, now));
      await advanceRunsByEffect(db, { forecasts, cipher, now });
    }
    const found = await findBulkRun(db, id);
    if (!found) throw new CommandFault('unknown', [`no bulk run "${id}"`]);
    const { run, refused } = found;
    return {
      run: id,
      state: run.state,
      size: run.size,
      effects: run.effects,
      decided: run.next,
      done: run.next - refused.reduce((sum, { count }) => sum + count, 0),
      refused: refused.map((entry) => ({ ...entry, says: reasons[entry.why] ?? entry.why })),
    };
  },
});

const reasons: Readonly<Record<string, string>> = RUN_REFUSAL_LABELS;

/** Pauses, resumes or stops one. */
export const deadChangeRun = act({
  input: z.strictObject({ ...Run.shape, change: z.enum(RUN_CHANGES) }),
  run: async (context, { run: id, change }) => {
    const { db, actor, now } = context;
    const found = await findBulkRun(db, id);
    if (found && found.run.size > BULK) requireRole(context, 'lead', `more than ${BULK} at once`);
    return { changed: await changeBulkRun(db, { id, change, actor, now }) };
  },
});
