import type { SheetChange } from '@hub/shops';
import type { Command } from 'commander';
import { addList, addListsOf } from '../desk/add-list';
import {
  acting,
  looking,
  noted,
  toDesk,
  type ActOptions,
  type DeskOptions,
  type LookOptions,
  type NotedOptions,
} from '../desk/desk-options';
import { watching } from '../desk/watch';
import { act, ask } from '../desk/with-desk';
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
  acting(
    shop
      .command('resume')
      .description('resumes the calls to a store that refused our credentials: what waits for it goes on'),
  )
    .argument('<slug>')
    .option('--note <text>', 'why, for the record; no personal data')
    .action(resume);
  noted(
    shop
      .command('test-token')
      .description(
        'calls a store with the bearer token that it gets first, GET /products, and shows the answer',
      ),
  )
    .argument('<slug>')
    .action(testToken);
  acting(
    shop
      .command('take-token-back')
      .description(
        "takes back the bearer token that was set at a shop's door: the one before is sent again, and tested at once",
      ),
  )
    .argument('<slug>')
    .requiredOption('--set-at <instant>', 'when it was set, as `hub shop show` prints it: a newer one stays')
    .requiredOption('--note <text>', 'why, for the record; no personal data')
    .action(takeTokenBack);
  acting(
    shop
      .command('pause')
      .description('pauses the shipping of a shop: it gets no new orders, and its stock is not offered'),
  )
    .argument('<slug>')
    .requiredOption('--until <instant>', 'in UTC, at most 30 days ahead, such as 2026-12-07T08:00:00Z')
    .requiredOption('--reason <text>', 'why: the shop reads it at its door; no personal data')
    .action(pause);
  acting(shop.command('unpause').description('ends every pause of the shipping of a shop'))
    .argument('<slug>')
    .option('--note <text>', 'why, for the record; no personal data')
    .action(unpause);
  noted(shop.command('mail-bounced').description('records that a mail to a shop came back'))
    .argument('<mail>', 'its id, see shop mails; it is in the Message-ID of the mail too')
    .action(mailBounced);
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
  noted(
    shop
      .command('try-now')
      .description('makes the calls to a shop that wait for a later time at once: its store works again'),
  )
    .argument('<slug>')
    .action(tryNow);
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

async function testToken(slug: string, options: NotedOptions): Promise<void> {
  await act(options, 'shop.test-token', { shop: slug, note: options.note });
}

async function takeTokenBack(
  slug: string,
  options: ActOptions & { setAt: string; note: string },
): Promise<void> {
  await act(options, 'shop.take-token-back', { shop: slug, set_at: options.setAt, note: options.note });
}

async function tryNow(slug: string, options: NotedOptions): Promise<void> {
  await act(options, 'shop.try-now', { shop: slug, note: options.note });
}

async function mailBounced(mail: string, options: NotedOptions): Promise<void> {
  await act(options, 'shop.mail-bounced', { mail, note: options.note });
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

async function resume(shop: string, options: ActOptions & { note?: string }): Promise<void> {
  await act(options, 'shop.resume', { shop, note: options.note });
}

async function pause(shop: string, options: ActOptions & { until: string; reason: string }): Promise<void> {
  const { until, reason } = options;
  await act(options, 'shop.pause', { shop, until, reason });
}

async function unpause(shop: string, options: ActOptions & { note?: string }): Promise<void> {
  await act(options, 'shop.unpause', { shop, note: options.note });
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
