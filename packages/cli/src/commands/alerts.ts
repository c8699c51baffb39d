import type { Command } from 'commander';
import { addListsOf } from '../desk/add-list';
import { isConfirmed } from '../desk/confirm';
import { acting, type ActOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { ask } from '../desk/with-desk';
import { note } from '../output';

/** `hub alerts list|take|resolve`: what support must look at. */
export function addAlertsCommand(program: Command): void {
  const alerts = program.command('alerts').description('alerts that support must handle');
  addListsOf(alerts);
  for (const action of ['take', 'resolve'] as const)
    acting(
      alerts
        .command(action)
        .description(action === 'take' ? 'says that you look after them' : 'says that they are dealt with'),
    )
      .argument('<id...>')
      .option('--yes', 'do it, though they are several')
      .action((ids: string[], options: ActOptions & { yes?: boolean }) => act(action, ids, options));
}

async function act(
  action: 'take' | 'resolve',
  ids: string[],
  options: ActOptions & { yes?: boolean },
): Promise<void> {
  const question = `${action} ${ids.length} alerts?`;
  if (!options.dryRun && !(await isConfirmed(ids.length, { yes: options.yes, question })))
    return note(`${ids.length} alerts: nothing was changed; add --yes to do it`);
  const { still_at_risk: risks, ...end } = await ask(options, 'alerts.act', { action, ids });
  for (const risk of risks) note(`still at risk: ${risk}`);
  const { done, refused } = end;
  sayDone(options, end, `${done.length} ${action === 'take' ? 'taken' : 'resolved'}`);
  if (!options.json) for (const { id, says } of refused) note(`${id}: refused, ${says}`);
  if (refused.length > 0) process.exitCode = 1;
}
