import { inTransaction } from '@hub/database';
import { advanceBulkRuns } from '../../messages/runs/advance-run';
import { advanceRunsByEffect } from '../../messages/runs/advance-by-effect';
import { changeBulkRun } from '../../messages/runs/change-run';
import { DEAD_LETTER_ACTIONS } from '../../messages/decide-action';
import { findBulkRun } from '../../messages/runs/list-runs';
import { forecastSelection } from '../../messages/forecast-selection';
import { freezeSelection } from '../../messages/selections';
import { failedMessagesStillAtRisk } from '../../problems/still-at-risk';
import { RUN_REFUSAL_LABELS } from '../../messages/runs/decide-by-effect';
import { startBulkRun } from '../../messages/runs/start-run';
import { z } from 'zod';
import { act, carryOut, doneOf, look } from '../command';
import { CommandFault } from '../command-fault';
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
  input: startBulkRun.input.extend({ note: z.string().optional() }),
  run: async (context, given) => {
    const { db, now } = context;
    const asked = { selectionId: given.set, now };
    const risks = given.action === 'discard' ? await failedMessagesStillAtRisk(db, asked) : [];
    const { answer } = await carryOut(startBulkRun, context, given);
    return { run: answer.id, left: answer.left, still_at_risk: risks.map(describeRisk) };
  },
});

const Run = z.strictObject({ run: z.uuid('must be the id of a run') });

/** The state of a bulk run. With `--local`, where support may be unavailable, each call advances it. */
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
  input: changeBulkRun.input,
  run: async (context, given) => {
    const end = await changeBulkRun.act(context, given);
    return end.kind === 'refused' ? { changed: false } : doneOf(end).answer;
  },
});
