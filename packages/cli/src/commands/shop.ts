import type { SheetChange } from '@hub/shops';
import type { Command } from 'commander';
import { addActionsOf } from '../desk/add-action';
import { addList, addListsOf } from '../desk/add-list';
import { acting, looking, toDesk, type DeskOptions, type LookOptions } from '../desk/desk-options';
import { watching } from '../desk/watch';
import { ask } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { note, print, printJson, printTable } from '../output';
import { readLimit } from '../read-limit';
import type { ApplyOptions } from '../shop/apply-sheet';
import { listShops } from '../shop/list-shops';
import { warnNotInForce } from '../shop/not-in-force';
import type { RemoveOptions } from '../shop/remove-shop';
import { reroute } from '../shop/reroute';
import { showShop } from '../shop/show-shop';

/**
 * `hub shop apply|list|figures|show|history|health|resume|pause|unpause|mails|mail-bounced|reroute|try-now|remove|check` (D25, D27).
 * @param inForceWaitMs how long to wait for running services
 */
export function addShopCommand(program: Command, inForceWaitMs?: number): void {
  const shop = program
    .command('shop')
    .description('shops of the network: sheets, state of their stores, calls, pauses');
  shop
    .command('apply')
    .description(
      'applies an environment sheet of a shop; exits 0 once every running service uses it, 3 if one does not yet',
    )
    .argument('<file>', 'the sheet, YAML')
    .option('--dry-run', 'shows what would change, without effect')
    .option(
      '--overrule <reason>',
      'leads only: switches a capability off although work is open; recorded, with an alert for each open line',
    )
    .option('--as <name>', 'who applies it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action((file: string, options: ApplyOptions) => apply(file, options, inForceWaitMs));
  looking(shop.command('list').description('all shops')).action((options: LookOptions) =>
    watching(options, () => listShops(options)),
  );
  addList(shop.command('figures'), {
    list: '/shop-figures',
    json: async (options, input) => (await ask(options, 'shop.figures', input)).figures,
  });
  looking(shop.command('show').description('what is known of a shop, without its secrets'))
    .argument('<slug>')
    .action((slug: string, options: LookOptions) => watching(options, () => showShop(slug, options)));
  toDesk(
    shop
      .command('history')
      .description('every version of a sheet that was applied: who, when, what it changed'),
  )
    .argument('<slug>')
    .option('--limit <number>', 'at most so many', '50')
    .action(history);
  addListsOf(shop);
  addActionsOf(shop);
  acting(
    shop
      .command('reroute')
      .description(
        'gives what stands at a shop that cannot be called (held, failing, switched off) to other shops; ' +
          'without --yes it only says what would be done',
      ),
  )
    .argument('<slug>')
    .option('--yes', 'do it')
    .option('--note <text>', 'why, for the record; no personal data')
    .action(reroute);
  shop
    .command('remove')
    .description(
      'takes a shop with everything off and nothing owed out of the network: variants unlinked, secrets erased, door closed; ' +
        'its orders, money and history stay. Without --yes it only says what would be done',
    )
    .argument('<slug>')
    .option('--yes', 'do it')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(async (slug: string, options: RemoveOptions) => {
      const { remove } = await import('../shop/remove-shop.js');
      await remove(slug, options, inForceWaitMs);
    });
  shop
    .command('check')
    .description(
      'calls the endpoints of a store without effect: checks address, token, signature and the form of answers',
    )
    .argument('<slug>')
    .option('--json', 'as JSON')
    .action(check);
}

async function apply(file: string, options: ApplyOptions, inForceWaitMs?: number): Promise<void> {
  const { applySheet } = await import('../shop/apply-sheet.js');
  const applied = await applySheet(file, options, inForceWaitMs);
  warnNotInForce(applied.not_in_force_in);
  if (options.json) return printJson(applied);
  const changes = applied.changes.map((change) => `  ${changeText(change)}`);
  print(`${applied.shop}: ${applied.dry_run ? `would be ${applied.result}` : applied.result}`);
  changes.forEach(print);
  applied.overruled.forEach((fault) => note(`overruled: ${fault}`));
  if (applied.resumed) print('calls to this store were suspended and go on now');
}

async function history(slug: string, options: DeskOptions & { limit: string }): Promise<void> {
  const limit = readLimit(options.limit);
  const versions = await ask(options, 'shop.history', { shop: slug, limit });
  if (options.json) return printJson(versions);
  printTable(
    ['applied', 'by', 'what'],
    versions.flatMap(({ applied_at: at, applied_by: by, first, changes }) =>
      first ? [[at, by, 'first sheet']] : changes.map((change) => [at, by, changeText(change)]),
    ),
  );
}

function changeText(change: SheetChange): string {
  return 'secret' in change
    ? `${change.field}: changed`
    : `${change.field}: ${change.from ?? ''} → ${change.to ?? ''}`;
}

async function check(slug: string, options: { json?: boolean }): Promise<void> {
  const { checkShop } = await import('../shop/check-shop.js');
  const findings = await checkShop(slug);
  if (options.json) printJson(findings);
  else
    printTable(
      ['', 'endpoint', 'expected', 'found'],
      findings.map((finding) => [
        finding.ok ? 'ok' : 'FAULT',
        finding.endpoint,
        finding.expected,
        finding.found,
      ]),
    );
  const faults = findings.filter((finding) => !finding.ok).length;
  if (faults > 0) throw new CommandFailure([`${faults} of ${findings.length} checks found a fault`]);
}
