import type { BulkRunState } from '@hub/database';
import { z } from 'zod';
import { action } from '../../engine/action';
import { lockRun, setRunState } from './run-records';
import { tooMany } from './start-run';

export const RUN_CHANGES = ['pause', 'resume', 'stop'] as const;
export type RunChange = (typeof RUN_CHANGES)[number];

const CHANGES: Record<RunChange, { from: readonly BulkRunState[]; to: BulkRunState }> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['running', 'paused'], to: 'stopped' },
};

/** Whether a run in this state can be paused, resumed or stopped. */
export function canChange(state: BulkRunState, change: RunChange): boolean {
  return CHANGES[change].from.includes(state);
}

/**
 * Pauses, resumes or stops a bulk run; what it has done stays done. Resuming a run that paused because of its trial
 * messages approves them: the rest follow.
 */
export const changeBulkRun = action({
  names: {
    'bulk_run.pause': 'paused a bulk run',
    'bulk_run.resume': 'resumed a bulk run',
    'bulk_run.stop': 'stopped a bulk run',
  },
  name: ({ change }) => `bulk_run.${change}` as const,
  note: 'none',
  input: z.strictObject({ run: z.uuid('must be the id of a run'), change: z.enum(RUN_CHANGES) }),
  async run(tx, { run: id, change }, by) {
    const run = await lockRun(tx, id);
    const refusal = run && tooMany(by, run.size);
    if (refusal) return refusal;
    if (!run || !canChange(run.state, change))
      return { kind: 'refused', says: 'Nothing is changed: the run stands otherwise by now.' };
    const firstMany = change === 'resume' ? null : run.firstMany;
    await setRunState(tx, id, { state: CHANGES[change].to, changedBy: by.actor, now: by.now, firstMany });
    const says = `The run is ${CHANGES[change].to}.`;
    return { kind: 'done', says, answer: { changed: true }, record: { subjects: [`bulk_run:${id}`] } };
  },
});
