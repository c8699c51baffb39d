import type { Command } from 'commander';
import { addList } from '../desk/add-list';
import { acting, type ActOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { ask, type InputOf } from '../desk/with-desk';
import { CommandFailure } from '../failure';

type RunChange = InputOf<'dead.change-run'>['change'];

const CHANGES: Record<RunChange, { says: string; done: string }> = {
  pause: { says: 'holds it where it is', done: 'paused' },
  resume: { says: 'lets a paused one go on', done: 'resumed' },
  stop: { says: 'ends it where it is; what was done stays done', done: 'stopped' },
};
const RUN_CHANGES = ['pause', 'resume', 'stop'] as const satisfies readonly RunChange[];

/** `hub dead runs [pause|resume|stop]`: what was done with many failed messages at once. */
export function addDeadRunsCommand(dead: Command): void {
  // Options after pause, resume and stop belong to those, which every command above has to heed.
  for (let above: Command | null = dead; above !== null; above = above.parent)
    above.enablePositionalOptions();
  const runs = dead.command('runs').enablePositionalOptions();
  addList(runs, {
    list: '/dead-letters/runs',
  });
  for (const change of RUN_CHANGES)
    acting(runs.command(change).description(CHANGES[change].says))
      .argument('<run>', 'its id')
      .action((id: string, options: ActOptions) => changeRun(id, change, options));
}

async function changeRun(run: string, change: RunChange, options: ActOptions): Promise<void> {
  const { changed } = await ask(options, 'dead.change-run', { run, change });
  if (!changed)
    throw new CommandFailure([
      `not ${CHANGES[change].done}: there is no such run, or it is not in that state`,
    ]);
  sayDone(options, { run, state: CHANGES[change].done }, CHANGES[change].done);
}
