import type { Command } from 'commander';
import { acting, looking, type ActOptions, type LookOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { watching } from '../desk/watch';
import { ask, type InputOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { printJson, printTable } from '../output';
import { readLimit } from '../read-limit';

type RunChange = InputOf<'dead.change-run'>['change'];

const CHANGES: Record<RunChange, { says: string; done: string }> = {
  pause: { says: 'holds it where it is', done: 'paused' },
  resume: { says: 'lets a paused one go on', done: 'resumed' },
  stop: { says: 'ends it where it is; what was done stays done', done: 'stopped' },
};
const RUN_CHANGES = ['pause', 'resume', 'stop'] as const satisfies readonly RunChange[];

/** `hub dead runs [pause|resume|stop]`: what was done with many failed messages at once. */
export function addDeadRunsCommand(dead: Command): void {
  const runs = looking(dead.command('runs').description('bulk runs, the newest first: who, why, how far'))
    .option('--limit <count>', 'how many at the most', '100')
    // Options after pause, resume and stop belong to those.
    .enablePositionalOptions()
    .action((options: RunsOptions) => watching(options, () => list(options)));
  for (const change of RUN_CHANGES)
    acting(runs.command(change).description(CHANGES[change].says))
      .argument('<run>', 'its id')
      .action((id: string, options: ActOptions) => changeRun(id, change, options));
}

type RunsOptions = LookOptions & { limit: string };

async function list(options: RunsOptions): Promise<void> {
  const runs = await ask(options, 'dead.runs', { limit: readLimit(options.limit) });
  if (options.json) return printJson(runs);
  printTable(
    ['run', 'action', 'state', 'decided', 'asked for', 'started by', 'started', 'note'],
    runs.map((run) => [
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

async function changeRun(run: string, change: RunChange, options: ActOptions): Promise<void> {
  const { changed } = await ask(options, 'dead.change-run', { run, change });
  if (!changed)
    throw new CommandFailure([
      `not ${CHANGES[change].done}: there is no such run, or it is not in that state`,
    ]);
  sayDone(options, { run, state: CHANGES[change].done }, CHANGES[change].done);
}
