import type { Command } from 'commander';
import { isConfirmed } from '../desk/confirm';
import { acting, looking, type ActOptions, type LookOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { watching } from '../desk/watch';
import { ask } from '../desk/with-desk';
import { note, printJson, printTable } from '../output';
import { readLimit } from '../read-limit';
import { isoMoment, MOMENT } from '../read-moment';

/** `hub alerts list|take|resolve`: what support must look at. */
export function addAlertsCommand(program: Command): void {
  const alerts = program.command('alerts').description('what support must look at');
  looking(alerts.command('list').description('alerts, the latest first'))
    .option('--shop <slug>', 'of this shop alone')
    .option('--kind <kind>', 'of this kind alone, such as tracking_failed')
    .option('--state <state>', 'open, taken, unresolved, resolved or all', 'unresolved')
    .option('--since <time>', `that came last from then on: ${MOMENT}`)
    .option('--limit <count>', 'how many at the most (default: 50; 1000 with --json)')
    .action((options: ListOptions) => watching(options, () => list(options)));
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

interface ListOptions extends LookOptions {
  shop?: string;
  kind?: string;
  state: string;
  since?: string;
  limit?: string;
}

async function list(options: ListOptions): Promise<void> {
  const { shop, kind, state, json } = options;
  const limit = readLimit(options.limit ?? (json ? '1000' : '50'));
  const alerts = await ask(options, 'alerts.list', {
    shop,
    kind,
    state,
    since: isoMoment('--since', options.since),
    limit,
  });
  if (json) return printJson(alerts);
  printTable(
    ['last', 'id', 'kind', 'shop', 'order', 'times', 'state', 'what'],
    alerts.map((alert) => [
      alert.last_at,
      alert.id,
      alert.kind,
      alert.shop ?? '',
      alert.order_id ?? '',
      String(alert.count),
      alert.taken_by === null ? alert.state : `${alert.state} by ${alert.taken_by}`,
      alert.message,
    ]),
  );
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
