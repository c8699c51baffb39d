import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@hub/database';
import type { Command } from 'commander';
import { requestPull } from '../catalogue/request-pull';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { note, print, printJson, printTable, time } from '../output';
import { withDatabase } from '../with-database';

/** D14: `catalogue pull` exits 0 accepted, 1 refused, 3 waiting. */
const EXIT_CODES: Record<string, number> = { accepted: 0, refused: 1, failed: 1, waiting: 3 };
const LOOK_EVERY_MS = 300;
/** A run that nobody has begun in this time wants a hint. */
const HINT_AFTER_MS = 10_000;
const GIVE_UP_AFTER_MS = 3_600_000;
const FAULTS_SHOWN = 50;

type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** `hub catalogue pull|report|accept <slug>` (D14). */
export function addCatalogueCommand(program: Command): void {
  const catalogue = program.command('catalogue').description("shops' catalogues");
  catalogue
    .command('pull')
    .description('reads the whole catalogue of a shop; exits 0 accepted, 1 refused, 3 waiting')
    .argument('<slug>', 'the shop')
    .option('--json', 'as JSON')
    .action(pull);
  catalogue
    .command('report')
    .description('the last run of a shop: counts, and every fault by page, product, variant and field')
    .argument('<slug>', 'the shop')
    .option('--json', 'as JSON')
    .action(report);
}

async function pull(slug: string, options: { json?: boolean }): Promise<void> {
  const run = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, slug);
    if (shop.products === 'off') throw new CommandFailure([`the capability products of ${slug} is off`]);
    return follow(db, await requestPull(db, shop.id));
  });
  if (options.json) printJson(describeRun(run));
  else printRun(run);
  process.exitCode = EXIT_CODES[run.state] ?? 1;
}

async function follow(db: Database, runId: string): Promise<Run> {
  const started = Date.now();
  let shown = '';
  let hinted = false;
  for (;;) {
    const run = await findRun(db, { id: runId });
    if (!run) throw new CommandFailure(['the run is gone']);
    if (run.state in EXIT_CODES) return run;
    const progress = `${run.state}: ${run.pages} pages, ${run.products} products, ${run.variants} variants`;
    if (progress !== shown) note(progress);
    shown = progress;
    const waited = Date.now() - started;
    if (!hinted && run.state === 'queued' && waited > HINT_AFTER_MS) {
      note('nobody has begun the run yet: is the catalogue worker running (npm run hub -- up)?');
      hinted = true;
    }
    if (waited > GIVE_UP_AFTER_MS) throw new CommandFailure(['the run goes on; see hub catalogue report']);
    await wait(LOOK_EVERY_MS);
  }
}

async function report(slug: string, options: { json?: boolean }): Promise<void> {
  const run = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, slug);
    const newest = await findRun(db, { shopId: shop.id });
    if (!newest) throw new CommandFailure([`the catalogue of ${slug} was never read`]);
    return newest;
  });
  if (options.json) return printJson(describeRun(run));
  printRun(run);
}

function findRun(db: Database, where: { id: string } | { shopId: number }) {
  return db.catalogueRun.findFirst({
    where,
    orderBy: { requestedAt: 'desc' },
    include: { faults: { orderBy: { id: 'asc' } } },
  });
}

function describeRun(run: Run) {
  return {
    run: run.id,
    state: run.state,
    started_at: time(run.startedAt),
    finished_at: time(run.finishedAt),
    pages: run.pages,
    products: run.products,
    variants: run.variants,
    added: run.added,
    changed: run.changed,
    unchanged: run.unchanged,
    retired: run.retired,
    reactivated: run.reactivated,
    linked: run.linked,
    unlinked: run.unlinked,
    failure: run.failure,
    fault_count: run.faultCount,
    faults: run.faults.map((fault) => ({
      page: fault.page,
      product_id: fault.productId,
      variant_id: fault.variantId,
      field: fault.field,
      message: fault.message,
    })),
  };
}

function printRun(run: Run): void {
  print(`${run.state}: ${run.pages} pages, ${run.products} products, ${run.variants} variants`);
  if (run.failure) print(run.failure);
  if (run.state === 'accepted')
    print(
      `${run.added} new, ${run.changed} changed, ${run.unchanged} unchanged, ${run.retired} retired, ` +
        `${run.reactivated} reactivated; ${run.linked} linked to articles, ${run.unlinked} not`,
    );
  if (run.faults.length === 0) return;
  print(`${run.faultCount} faults:`);
  printTable(
    ['page', 'product', 'variant', 'field', 'what is wrong'],
    run.faults
      .slice(0, FAULTS_SHOWN)
      .map((fault) => [
        String(fault.page),
        fault.productId ?? '',
        fault.variantId ?? '',
        fault.field,
        fault.message,
      ]),
  );
  if (run.faults.length > FAULTS_SHOWN) print('… all of them with --json');
}
