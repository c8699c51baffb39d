import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { printRun, printUnlinked, readSoFar } from '../catalogue/print-run';
import { addList, addListsOf } from '../desk/add-list';
import { toDesk, type DeskOptions } from '../desk/desk-options';
import { ask, withDesk, type Desk } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { note, printJson } from '../output';

/** D14: `catalogue pull` exits 0 accepted, 1 refused, 3 waiting. */
const EXIT_CODES: Record<string, number> = { accepted: 0, refused: 1, failed: 1, waiting: 3 };
const LOOK_EVERY_MS = 300;
/** A run that no worker has begun in this time needs a hint. */
const HINT_AFTER_MS = 10_000;
const GIVE_UP_AFTER_MS = 3_600_000;
/** The command stops waiting for a store that cannot be reached for this time: its run continues without it. */
const STALLED_PATIENCE_MS = 30_000;
const GOES_ON = 'the run goes on; see hub catalogue report';

/** `hub catalogue pull|report|accept|runs <slug>` and `hub catalogue unlinked` (D14). */
export function addCatalogueCommand(program: Command): void {
  const catalogue = program.command('catalogue').description("shops' catalogues");
  toDesk(
    catalogue
      .command('pull')
      .description(
        'reads the whole catalogue of a shop; exits 0 if it was accepted, 1 if refused, 3 if it waits for an agent',
      ),
  )
    .argument('<slug>', 'the shop')
    .option('--check-images', 'checks that the address of every image answers')
    .action(pull);
  toDesk(
    catalogue
      .command('accept')
      .description('accepts a waiting run, which retires most variants of its shop; exits as pull does'),
  )
    .argument('<slug>', 'the shop')
    .action(accept);
  toDesk(
    catalogue
      .command('report')
      .description('the last run of a shop: counts, and each fault with page, product, variant and field'),
  )
    .argument('<slug>', 'the shop')
    .action(report);
  addList(catalogue.command('unlinked'), {
    list: '/unlinked',
    json: async (options, input) => (await ask(options, 'catalogue.unlinked', input)).variants,
  });
  addListsOf(catalogue);
}

async function pull(shop: string, options: DeskOptions & { checkImages?: boolean }): Promise<void> {
  await withDesk(options, async (desk) => {
    const { run } = await desk.ask('catalogue.pull', { shop, check_images: options.checkImages });
    await follow(desk, run, EXIT_CODES);
    await finish(desk, shop, options);
  });
}

/** Its retirements are accepted: the run continues where it waited. */
async function accept(shop: string, options: DeskOptions): Promise<void> {
  await withDesk(options, async (desk) => {
    const { run } = await desk.ask('catalogue.accept', { shop });
    const { waiting: _goesOn, ...ends } = EXIT_CODES;
    await follow(desk, run, ends);
    await finish(desk, shop, options);
  });
}

/** For people the run's own counts are enough; `report` lists what is not linked. */
async function finish(desk: Desk, shop: string, { json }: DeskOptions): Promise<void> {
  const run = await desk.ask('catalogue.report', { shop });
  if (json) printJson(run);
  else printRun(run);
  process.exitCode = EXIT_CODES[run.state] ?? 1;
}

async function follow(desk: Desk, id: string, ends: object): Promise<void> {
  const started = Date.now();
  let shown = '';
  let hinted = false;
  for (;;) {
    const run = await desk.ask('catalogue.run', { run: id });
    if (run.state in ends) return;
    const stalled = run.stalled_since === null ? '' : `; ${run.failure}`;
    const progress = `${run.state}: ${readSoFar(run)}${stalled}`;
    if (progress !== shown) note(progress);
    shown = progress;
    const waited = Date.now() - started;
    if (!hinted && run.state === 'queued' && waited > HINT_AFTER_MS) {
      note('no worker has begun the run yet: is the catalogue worker running (npm run hub -- up)?');
      hinted = true;
    }
    if (run.stalled_since !== null && waited > STALLED_PATIENCE_MS)
      throw new CommandFailure([run.failure ?? 'the store cannot be reached', GOES_ON]);
    if (waited > GIVE_UP_AFTER_MS) throw new CommandFailure([GOES_ON]);
    await wait(LOOK_EVERY_MS);
  }
}

async function report(shop: string, options: DeskOptions): Promise<void> {
  const run = await ask(options, 'catalogue.report', { shop });
  if (options.json) return printJson(run);
  printRun(run);
  printUnlinked(run);
}
