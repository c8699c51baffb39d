import { changeBulkRun, listBulkRuns, RUN_CHANGES, type RunChange } from '@hub/support-desk';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { print, printJson, printTable, time } from '../output';
import { withDatabase } from '../with-database';

const SHOWN = 100;

const CHANGES: Record<RunChange, { says: string; done: string }> = {
  pause: { says: 'holds it where it is', done: 'paused' },
  resume: { says: 'lets a paused one go on', done: 'resumed' },
  stop: { says: 'ends it where it is; what was done stays done', done: 'stopped' },
};

/** `hub dead runs [pause|resume|stop]`: what was done with many failed messages at once. */
export function addDeadRunsCommand(dead: Command): void {
  const runs = dead
    .command('runs')
    .description('bulk runs, the newest first: who, why, how far')
    .option('--json', 'as JSON')
    .action(list);
  for (const change of RUN_CHANGES)
    runs
      .command(change)
      .description(CHANGES[change].says)
      .argument('<run>', 'its id')
      .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
      .action((id: string, options: { as?: string }) => changeRun(id, change, options));
}

async function list(options: { json?: boolean }): Promise<void> {
  const runs = await withDatabase(({ db }) => listBulkRuns(db, { limit: SHOWN }));
  const described = runs.map((run) => ({
    id: run.id,
    action: run.action,
    state: run.state,
    decided: run.next,
    size: run.size,
    asked_for: run.filter,
    note: run.note,
    started_by: run.startedBy,
    started_at: time(run.startedAt),
  }));
  if (options.json) return printJson(described);
  printTable(
    ['run', 'action', 'state', 'decided', 'asked for', 'started by', 'started', 'note'],
    described.map((run) => [
      run.id,
      run.action,
      run.state,
      `${run.decided} of ${run.size}`,
      run.asked_for,
      run.started_by,
      run.started_at,
      run.note,
    ]),
  );
}

async function changeRun(id: string, change: RunChange, options: { as?: string }): Promise<void> {
  const actor = actorOf(options.as);
  const isDone = await withDatabase(({ db }) => changeBulkRun(db, { id, change, actor, now: Date.now() }));
  if (!isDone)
    throw new CommandFailure([
      `not ${CHANGES[change].done}: there is no such run, or it is not in that state`,
    ]);
  print(CHANGES[change].done);
}
