import { randomUUID } from 'node:crypto';
import { CommandFailure } from '@hub/cli';
import { inTransaction, type CatalogueRunModel } from '@hub/database';
import { acceptWaitingCatalogueRun } from '@hub/shops';
import { COMMANDS, enqueue } from '@hub/messaging';
import { pullCatalogue } from '@hub/desk/catalogue';
import type { Demo, DemoShop } from '../demo';
import { expectTrue, eventually } from '../eventually';

const PULLED_WITHIN_MS = 120_000;
const FAULTS_SHOWN = 5;

/** Has every catalogue read, as `hub catalogue pull` does, and reports the result. */
export async function pullCatalogues(demo: Demo): Promise<void> {
  const { db, reporter, shops } = demo;
  reporter.step('The hub reads every catalogue (GET /products, page by page)');
  const began = performance.now();
  for (const shop of shops) {
    const run = await pull(demo, shop);
    reporter.print(
      `${shop.name}, ${shop.city}: ${run.products} products on ${run.pages} pages, ${run.variants} variants`,
    );
    const why = await whyUnlinked(demo, shop);
    reporter.aside(`${run.linked} linked by barcode, ${run.unlinked} not${why ? ` (${why})` : ''}`);
  }
  const shared = await db.variant.groupBy({
    by: ['gtin'],
    where: { shopId: { in: shops.map(({ id }) => id) }, state: 'active', gtin: { not: null } },
    _count: true,
  });
  const atAll = shared.filter(({ _count }) => _count === shops.length).length;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  reporter.print(`${shared.length} articles, ${atAll} of them at all ${shops.length} shops (${seconds} s)`);
  expectTrue(atAll > 0, 'articles that all shops have', atAll);
}

async function pull({ db, reporter }: Demo, shop: DemoShop): Promise<CatalogueRunModel> {
  const acting = { db, actor: 'cli:demonstration', role: 'agent', now: Date.now() } as const;
  const asked = await pullCatalogue.act(acting, { shop: shop.slug });
  if (asked.kind !== 'done') throw new CommandFailure([`${shop.name}: ${asked.says}`]);
  const { run: runId } = asked.answer;
  const ended =
    (...states: string[]) =>
    async (): Promise<CatalogueRunModel | null> => {
      const found = await db.catalogueRun.findUniqueOrThrow({ where: { id: runId } });
      return states.includes(found.state) ? found : null;
    };
  const expected = `the catalogue of ${shop.name} is read`;
  let run = await eventually(expected, ended('accepted', 'refused', 'failed', 'waiting'), PULLED_WITHIN_MS);
  if (run.state === 'waiting') {
    reporter.print(`${shop.name}: most of what it had would be retired; accepted here without asking`);
    await inTransaction(db, async (tx) => {
      await acceptWaitingCatalogueRun(tx, shop.id);
      await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
    });
    run = await eventually(expected, ended('accepted', 'refused', 'failed'), PULLED_WITHIN_MS);
  }
  if (run.state !== 'accepted') throw await refusal({ db }, shop, run);
  return run;
}

/** `40 invalid barcode, 5 no barcode`; empty where every variant is linked. */
async function whyUnlinked({ db }: Demo, shop: DemoShop): Promise<string> {
  const problems = await db.variant.groupBy({
    by: ['linkProblem'],
    where: { shopId: shop.id, state: 'active', linkProblem: { not: null } },
    _count: true,
  });
  return problems
    .map(({ linkProblem, _count }) => `${_count} ${(linkProblem ?? '').replaceAll('_', ' ')}`)
    .join(', ');
}

async function refusal(
  { db }: Pick<Demo, 'db'>,
  shop: DemoShop,
  run: CatalogueRunModel,
): Promise<CommandFailure> {
  const faults = await db.catalogueFault.findMany({ where: { runId: run.id }, take: FAULTS_SHOWN });
  return new CommandFailure([
    `Expected: the catalogue of ${shop.name} is accepted; it was ${run.state}: ${run.failure ?? `${run.faultCount} faults`}`,
    ...faults.map(({ page, field, message }) => `  page ${page}, ${field}: ${message}`),
  ]);
}
