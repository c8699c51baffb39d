import { readFileSync } from 'node:fs';
import { shopHealth } from '@hub/support-desk';
import { agreeOnEnvironment } from '@hub/installation';
import { shopVersions, type SheetChange } from '@hub/shops';
import type { Command } from 'commander';
import { actorOf } from '../actor';
import { environment } from '../config';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { readLimit } from '../read-limit';
import { note, print, printJson, printTable, time } from '../output';
import { applySheetText } from '../shop/apply-sheet-text';
import { checkShop } from '../shop/check-shop';
import { describeHealth, printHealth } from '../shop/print-health';
import { warnNotInForce } from '../shop/not-in-force';
import { listShops } from '../shop/list-shops';
import { remove, type RemoveOptions } from '../shop/remove-shop';
import { reroute } from '../shop/reroute';
import { withDatabase } from '../with-database';

/** `hub shop apply|list|show|history|health|reroute|remove|check` (D25, D27). @param inForceWaitMs how long running services are waited for */
export function addShopCommand(program: Command, inForceWaitMs?: number): void {
  const shop = program.command('shop').description('shops of the network');
  shop
    .command('apply')
    .description(
      'applies an environment sheet; exits with 0 once every running service has it, 3 where one has not',
    )
    .argument('<file>', 'the sheet, YAML')
    .option('--dry-run', 'says what would change, changes nothing')
    .option(
      '--overrule <reason>',
      'leads only: switches a capability off though work is open, which is recorded; each open line is alerted',
    )
    .option('--as <name>', 'who applies it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action((file: string, options: ApplyOptions) => apply(file, options, inForceWaitMs));
  shop.command('list').description('all shops').option('--json', 'as JSON').action(listShops);
  shop
    .command('show')
    .description('what is known of a shop, without its secrets')
    .argument('<slug>')
    .option('--json', 'as JSON')
    .action(show);
  shop
    .command('history')
    .description('every version of a sheet that was applied: who, when, what it changed')
    .argument('<slug>')
    .option('--limit <number>', 'at most so many', '50')
    .option('--json', 'as JSON')
    .action(history);
  shop
    .command('health')
    .description('how things stand with each store: calls, catalogue, quantities, what is open')
    .argument('[slug]', 'one shop alone')
    .option('--json', 'as JSON')
    .action(health);
  shop
    .command('reroute')
    .description(
      'gives what stands at a shop that cannot be called (held, failing, switched off) to other shops; ' +
        'without --yes it only says what would be done',
    )
    .argument('<slug>')
    .option('--yes', 'do it')
    .option('--note <text>', 'why, for the record; no personal data')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
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
    .action((slug: string, options: RemoveOptions) => remove(slug, options, inForceWaitMs));
  shop
    .command('check')
    .description("calls a store's endpoints harmlessly: reachable, signed, shaped right")
    .argument('<slug>')
    .option('--json', 'as JSON')
    .action(check);
}

interface ApplyOptions {
  dryRun?: boolean;
  overrule?: string;
  as?: string;
  json?: boolean;
}

async function apply(file: string, options: ApplyOptions, inForceWaitMs?: number): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const { overrule: reason } = options;
  if (reason?.trim() === '') throw new CommandFailure(['--overrule: say why']);
  const overrule = reason === undefined ? undefined : { reason, actor: actorOf(options.as) };
  const applied = await withDatabase(async (context) => {
    // The first shop settles what the database is for, as the first start of a service does (D28).
    await agreeOnEnvironment(context.db, context.config.HUB_ENVIRONMENT);
    const dryRun = options.dryRun ?? false;
    const actor = actorOf(options.as);
    return applySheetText(text, { ...context, env: environment(), dryRun, overrule, actor, inForceWaitMs });
  });
  warnNotInForce(applied.not_in_force_in);
  if (options.json) return printJson(applied);
  const changes = applied.changes.map((change) => `  ${changeText(change)}`);
  print(`${applied.shop}: ${applied.dry_run ? `would be ${applied.result}` : applied.result}`);
  changes.forEach(print);
  applied.overruled.forEach((fault) => note(`overruled: ${fault}`));
  if (applied.resumed) print('calls to this store were held and go on now');
}

async function history(slug: string, options: { limit: string; json?: boolean }): Promise<void> {
  const versions = await withDatabase(async ({ db }) => {
    await requireShop(db, slug);
    return shopVersions(db, { shop: slug, limit: readLimit(options.limit) });
  });
  if (options.json)
    return printJson(
      versions.map(({ appliedAt, appliedBy, first, changes }) => ({
        applied_at: time(appliedAt),
        applied_by: appliedBy,
        first,
        changes,
      })),
    );
  printTable(
    ['applied', 'by', 'what'],
    versions.flatMap(({ appliedAt, appliedBy, first, changes }) =>
      first
        ? [[time(appliedAt), appliedBy, 'first sheet']]
        : changes.map((change) => [time(appliedAt), appliedBy, changeText(change)]),
    ),
  );
}

function changeText(change: SheetChange): string {
  return 'secret' in change
    ? `${change.field}: changed`
    : `${change.field}: ${change.from ?? ''} → ${change.to ?? ''}`;
}

async function show(slug: string, options: { json?: boolean }): Promise<void> {
  const facts = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, slug);
    const variants = await db.variant.groupBy({ by: ['state'], where: { shopId: shop.id }, _count: true });
    const linked = await db.variant.count({
      where: { shopId: shop.id, state: 'active', gtin: { not: null } },
    });
    const outOfStep = await db.networkQuantity.count({
      where: { shopId: shop.id, state: { not: 'in_step' } },
    });
    const secrets = await db.shopSecret.findMany({
      where: { shopId: shop.id },
      orderBy: { position: 'asc' },
    });
    return { shop, variants, linked, outOfStep, secrets };
  });
  const { shop } = facts;
  const count = (state: string) => facts.variants.find((entry) => entry.state === state)?._count ?? 0;
  const described = {
    shop: shop.slug,
    name: shop.name,
    country: shop.country,
    currency: shop.currency,
    store_api_root: shop.storeApiRoot,
    hub_network_location_id: shop.hubNetworkLocationId,
    locations: shop.locations.map((location) => location.locationId),
    destination_countries: shop.destinationCountries,
    injection_vat: shop.injectionVat,
    stock_deducted_at: shop.stockDeductedAt,
    products: shop.products,
    inventory: shop.inventory,
    orders: shop.orders,
    cancellation: shop.cancellation,
    returns: shop.returns,
    signing_secrets: facts.secrets.map(({ verifyUntil }) => ({ verify_until: time(verifyUntil) })),
    calls_held_since: time(shop.callsHeldSince),
    removed_at: time(shop.removedAt),
    first_catalogue_at: time(shop.firstCatalogueAt),
    active_variants: count('active'),
    retired_variants: count('retired'),
    linked_variants: facts.linked,
    out_of_step_quantities: facts.outOfStep,
  };
  if (options.json) return printJson(described);
  printTable(
    ['what', 'value'],
    Object.entries({ ...described, signing_secrets: described.signing_secrets.map(inWords) }).map(
      ([what, value]) => [
        what.replaceAll('_', ' '),
        Array.isArray(value) ? value.join(', ') : String(value ?? ''),
      ],
    ),
  );
}

function inWords({ verify_until: until }: { verify_until: string | null }): string {
  return until === null ? 'without end' : `until ${until}`;
}

async function health(slug: string | undefined, options: { json?: boolean }): Promise<void> {
  const shops = await withDatabase(async ({ db }) => {
    if (slug !== undefined) await requireShop(db, slug);
    return (await shopHealth(db)).filter(({ shop }) => slug === undefined || shop === slug);
  });
  if (options.json) printJson(shops.map(describeHealth));
  else printHealth(shops);
}

async function check(slug: string, options: { json?: boolean }): Promise<void> {
  const findings = await withDatabase((context) => checkShop(slug, context));
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
