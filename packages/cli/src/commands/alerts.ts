import type { AlertState } from '@hub/database';
import {
  actOnAlerts,
  ALERT_REFUSAL_WORDS,
  alertsStillAtRisk,
  listAlerts,
  type AlertSummary,
} from '@hub/support-desk';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { noteRisks, uuidsOf } from '../order/note-risks';
import { note, print, printJson, printTable, time } from '../output';
import { readLimit } from '../read-limit';
import { MOMENT, readMoment } from '../read-moment';
import { withDatabase } from '../with-database';

const STATES: Record<string, AlertState[]> = {
  open: ['open'],
  taken: ['taken'],
  resolved: ['resolved'],
  unresolved: ['open', 'taken'],
  all: ['open', 'taken', 'resolved'],
};

/** `hub alerts list|take|resolve`: what support must look at. */
export function addAlertsCommand(program: Command): void {
  const alerts = program.command('alerts').description('what support must look at');
  alerts
    .command('list')
    .description('alerts, the latest first')
    .option('--shop <slug>', 'of this shop alone')
    .option('--kind <kind>', 'of this kind alone, such as tracking_failed')
    .option('--state <state>', 'open, taken, unresolved, resolved or all', 'unresolved')
    .option('--since <time>', `that came last from then on: ${MOMENT}`)
    .option('--limit <count>', 'how many at the most (default: 50; 1000 with --json)')
    .option('--json', 'as JSON')
    .action(list);
  for (const action of ['take', 'resolve'] as const)
    alerts
      .command(action)
      .description(action === 'take' ? 'says that you look after them' : 'says that they are dealt with')
      .argument('<id...>')
      .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
      .option('--json', 'as JSON')
      .action((ids: string[], options: { as?: string; json?: boolean }) => act(action, ids, options));
}

interface ListOptions {
  shop?: string;
  kind?: string;
  state: string;
  since?: string;
  limit?: string;
  json?: boolean;
}

async function list(options: ListOptions): Promise<void> {
  const states = STATES[options.state];
  if (!states)
    throw new CommandFailure(
      [`no state "${options.state}"; there are: ${Object.keys(STATES).join(', ')}`],
      2,
    );
  const limit = readLimit(options.limit ?? (options.json ? '1000' : '50'));
  const since = readMoment('--since', options.since, Date.now());
  const alerts = await withDatabase(async ({ db }) => {
    const shop = options.shop === undefined ? undefined : await requireShop(db, options.shop);
    return listAlerts(db, { filter: { shopId: shop?.id, kind: options.kind, states, since }, limit });
  });
  if (options.json) return printJson(alerts.map(describe));
  printTable(
    ['last', 'id', 'kind', 'shop', 'order', 'times', 'state', 'what'],
    alerts.map((alert) => [
      time(alert.lastAt),
      alert.id,
      alert.kind,
      alert.shop ?? '',
      alert.orderId ?? '',
      String(alert.count),
      alert.takenBy === null ? alert.state : `${alert.state} by ${alert.takenBy}`,
      alert.message,
    ]),
  );
}

function describe(alert: AlertSummary) {
  return {
    id: alert.id,
    kind: alert.kind,
    subject: alert.subject,
    shop: alert.shop,
    order_id: alert.orderId,
    message: alert.message,
    detail: alert.detail,
    state: alert.state,
    taken_by: alert.takenBy,
    count: alert.count,
    first_at: time(alert.firstAt),
    last_at: time(alert.lastAt),
    resolved_at: time(alert.resolvedAt),
  };
}

async function act(
  action: 'take' | 'resolve',
  ids: string[],
  options: { as?: string; json?: boolean },
): Promise<void> {
  const { done, refused } = await withDatabase(async ({ db }) => {
    if (action === 'resolve') noteRisks(await alertsStillAtRisk(db, { ids: uuidsOf(ids), now: Date.now() }));
    return actOnAlerts(db, { action, ids, actor: actorOf(options.as) });
  });
  if (options.json) printJson({ done, refused });
  else {
    print(`${done.length} ${action === 'take' ? 'taken' : 'resolved'}`);
    for (const { id, why } of refused) note(`${id}: refused, ${ALERT_REFUSAL_WORDS[why]}`);
  }
  if (refused.length > 0) process.exitCode = 1;
}
