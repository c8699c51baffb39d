import type { Command } from 'commander';
import { MOMENT } from '../read-moment';
import type * as Acts from '../restore/act-on-restore';

/** What commander passes to one of them. */
type Given<N extends keyof typeof Acts> = Parameters<(typeof Acts)[N]>;

const acts = () => import('../restore/act-on-restore.js');

/** `hub restore …`: what to do after the database was restored from a backup (D18, docs/operators/backup.md). */
export function addRestoreCommand(program: Command): void {
  const restore = program
    .command('restore')
    .description('reconciles with the stores after the database was restored from a backup');
  acting(restore.command('reconcile'))
    .description('opens the time that was lost; before any service runs')
    .option(
      '--from <moment>',
      `until then the database knows (default: the latest moment that it knows of): ${MOMENT}`,
    )
    .option('--dry-run', 'says what it would do')
    .action(async (...given: Given<'reconcileAll'>) => (await acts()).reconcileAll(...given));
  acting(restore.command('list'))
    .description('takes in what a shop lists of the shipping orders that it has')
    .argument('<slug>', 'the shop')
    .argument('<file>', 'JSON: [{ external_ref, order_id, line_items: [{ external_ref }] }]')
    .action(async (...given: Given<'takeList'>) => (await acts()).takeList(...given));
  restore
    .command('status')
    .description('which shops have listed what they have')
    .option('--json', 'as JSON')
    .action(async (...given: Given<'status'>) => (await acts()).status(...given));
  acting(restore.command('close'))
    .description('every shop has listed: lines are routed again, to the shop that has them where one has')
    .option('--without <slugs...>', 'shops whose list will not come; what they have may be placed twice')
    .requiredOption('--note <text>', 'why, for the record')
    .action(async (...given: Given<'close'>) => (await acts()).close(...given));
}

const acting = (command: Command): Command =>
  command
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON');
