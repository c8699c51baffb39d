import { inTransaction, type BulkRunState, type Database } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import { lockRun, setRunState } from './run-records';

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
 * @returns false: its state does not allow this, or there is none
 */
export async function changeBulkRun(
  db: Database,
  request: { id: string; change: RunChange; actor: string; now: number },
): Promise<boolean> {
  const { id, change, actor, now } = request;
  if (!z.uuid().safeParse(id).success) return false;
  return inTransaction(db, async (tx) => {
    const run = await lockRun(tx, id);
    if (!run || !canChange(run.state, change)) return false;
    const firstMany = change === 'resume' ? null : run.firstMany;
    await setRunState(tx, id, { state: CHANGES[change].to, changedBy: actor, now, firstMany });
    await recordActions(tx, { actor, action: `bulk_run.${change}`, subjects: [`bulk_run:${id}`] });
    return true;
  });
}
