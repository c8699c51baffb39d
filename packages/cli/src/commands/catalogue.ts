import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@hub/database';
import { listUnlinked, type UnlinkedVariant } from '@hub/support-desk';
import type { Command } from 'commander';
import { describeRun, findRun, printRun, type Run } from '../catalogue/catalogue-run';
import { acceptRun, requestPull } from '../catalogue/request-pull';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { note, printJson } from '../output';
import { withDatabase } from '../with-database';

/** D14: `catalogue pull` exits 0 accepted, 1 refused, 3 waiting. */
const EXIT_CODES: Record<string, number> = { accepted: 0, refused: 1, failed: 1, waiting: 3 };
const LOOK_EVERY_MS = 300;
/** A run that nobody has begun in this time wants a hint. */
const HINT_AFTER_MS = 10_000;
const GIVE_UP_AFTER_MS = 3_600_000;
/** A store that cannot be reached for so long is not waited for: its run goes on by itself. */
const STALLED_PATIENCE_MS = 30_000;
const GOES_ON = 'the run goes on; see hub catalogue report';

/** `hub catalogue pull|report|accept <slug>` (D14). */
export function addCatalogueCommand(program: Command): void {
  const catalogue = program.command('catalogue').description("shops' catalogues");
  catalogue
    .command('pull')
    .description('reads the whole catalogue of a shop; exits 0 accepted, 1 refused, 3 waiting')
    .argument('<slug>', 'the shop')
    .option('--check-images', 'every image must be seen to resolve')
    .option('--json', 'as JSON')
    .action(pull);
  catalogue
    .command('accept')
    .description('lets a waiting run retire most of its shop; exits like pull')
    .argument('<slug>', 'the shop')
    .option('--json', 'as JSON')
    .action(accept);
  catalogue
    .command('report')
    .description('the last run of a shop: counts, and every fault by page, product, variant and field')
    .argument('<slug>', 'the shop')
    .option('--json', 'as JSON')
    .action(report);
}

interface PullOptions {
  checkImages?: boolean;
  json?: boolean;
}

async function pull(slug: string, options: PullOptions): Promise<void> {
  const pulled = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, slug);
    if (shop.products === 'off') throw new CommandFailure([`the capability products of ${slug} is off`]);
    const wanted = { shopId: shop.id, checkImages: options.checkImages ?? false };
    const run = await follow(db, await requestPull(db, wanted), EXIT_CODES);
    return { run, unlinked: await listUnlinked(db, { shopId: shop.id }) };
  });
  finish(pulled, options);
}

/** Its retirements are accepted: the run goes on where it waited. */
async function accept(slug: string, options: { json?: boolean }): Promise<void> {
  const accepted = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, slug);
    const runId = await acceptRun(db, shop.id);
    if (runId === null) throw new CommandFailure([`no catalogue run of ${slug} waits to be accepted`]);
    const { waiting: _goesOn, ...ends } = EXIT_CODES;
    const run = await follow(db, runId, ends);
    return { run, unlinked: await listUnlinked(db, { shopId: shop.id }) };
  });
  finish(accepted, options);
}

/** For people the run's own counts are enough; `report` lists what is not linked. */
function finish(
  { run, unlinked }: { run: Run; unlinked: UnlinkedVariant[] },
  options: { json?: boolean },
): void {
  if (options.json) printJson(describeRun(run, unlinked));
  else printRun(run);
  process.exitCode = EXIT_CODES[run.state] ?? 1;
}

async function follow(db: Database, runId: string, ends: object): Promise<Run> {
  const started = Date.now();
  let shown = '';
  let hinted = false;
  for (;;) {
    const run = await findRun(db, { id: runId });
    if (!run) throw new CommandFailure(['the run is gone']);
    if (run.state in ends) return run;
    const stalled = run.stalledSince === null ? '' : `; ${run.failure}`;
    const progress = `${run.state}: ${run.pages} pages, ${run.products} products, ${run.variants} variants${stalled}`;
    if (progress !== shown) note(progress);
    shown = progress;
    const waited = Date.now() - started;
    if (!hinted && run.state === 'queued' && waited > HINT_AFTER_MS) {
      note('nobody has begun the run yet: is the catalogue worker running (npm run hub -- up)?');
      hinted = true;
    }
    if (run.stalledSince !== null && waited > STALLED_PATIENCE_MS)
      throw new CommandFailure([run.failure ?? 'the store cannot be reached', GOES_ON]);
    if (waited > GIVE_UP_AFTER_MS) throw new CommandFailure([GOES_ON]);
    await wait(LOOK_EVERY_MS);
  }
}

async function report(slug: string, options: { json?: boolean }): Promise<void> {
  const { run, unlinked } = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, slug);
    const newest = await findRun(db, { shopId: shop.id });
    if (!newest) throw new CommandFailure([`the catalogue of ${slug} was never read`]);
    return { run: newest, unlinked: await listUnlinked(db, { shopId: shop.id }) };
  });
  if (options.json) return printJson(describeRun(run, unlinked));
  printRun(run, unlinked);
}
