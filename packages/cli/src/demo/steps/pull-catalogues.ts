import { randomUUID } from 'node:crypto';
import { acceptWaitingCatalogueRun, inTransaction, type CatalogueRunModel } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { requestPull } from '../../catalogue/request-pull';
import { CommandFailure } from '../../failure';
import type { Demo, DemoShop } from '../demo';
import { expectTrue, soon } from '../soon';

const PULLED_WITHIN_MS = 120_000;
const FAULTS_SHOWN = 5;

/** Has every catalogue read, as `hub catalogue pull` does, and tells what came of it. */
export async function pullCatalogues(demo: Demo): Promise<void> {
  const { db, narrator, shops } = demo;
  narrator.step('The hub reads every catalogue (GET /products, page by page)');
  const began = performance.now();
  for (const shop of shops) {
    const run = await pull(demo, shop);
    narrator.tell(
      `${shop.name}, ${shop.city}: ${run.products} products on ${run.pages} pages, ${run.variants} variants`,
    );
    const why = await whyUnlinked(demo, shop);
    narrator.aside(`${run.linked} linked by barcode, ${run.unlinked} not${why ? ` (${why})` : ''}`);
  }
  const shared = await db.variant.groupBy({
    by: ['gtin'],
    where: { shopId: { in: shops.map(({ id }) => id) }, state: 'active', gtin: { not: null } },
    _count: true,
  });
  const atAll = shared.filter(({ _count }) => _count === shops.length).length;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  narrator.tell(`${shared.length} articles, ${atAll} of them at all ${shops.length} shops (${seconds} s)`);
  expectTrue(atAll > 0, 'articles that all shops have', atAll);
}

async function pull({ db, narrator }: Demo, shop: DemoShop): Promise<CatalogueRunModel> {
  const runId = await requestPull(db, { shopId: shop.id });
  const ended =
    (...states: string[]) =>
    async (): Promise<CatalogueRunModel | null> => {
      const found = await db.catalogueRun.findUniqueOrThrow({ where: { id: runId } });
      return states.includes(found.state) ? found : null;
    };
  const expected = `the catalogue of ${shop.name} is read`;
  let run = await soon(expected, ended('accepted', 'refused', 'failed', 'waiting'), PULLED_WITHIN_MS);
  if (run.state === 'waiting') {
    narrator.tell(`${shop.name}: most of what it had would be retired; accepted here without asking`);
    await inTransaction(db, async (tx) => {
      await acceptWaitingCatalogueRun(tx, shop.id);
      await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
    });
    run = await soon(expected, ended('accepted', 'refused', 'failed'), PULLED_WITHIN_MS);
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
