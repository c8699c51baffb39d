import { setTimeout as sleep } from 'node:timers/promises';
import { print, runBenchmark, type Benchmark } from '../benchmark';
import { CpuAccounts } from '../cpu-accounts';
import { runLoad, type LoadResult } from '../load';
import { seedShops } from '../seed-shops';
import { startService } from '../start-services';
import { stockEvents } from '../stock-events';
import { seedExports } from './quality';
import { acceptRuns, seedNetwork, SIZES } from './seed-network';

/**
 * `npm run bench -- links [small | right <folder>]`: how long proposals for a shop that joins take in a network of
 * 1 000 shops with a million variants, and the effect on trade. `small`: 50 shops, one of 500 variants. `right <folder of
 * Shopify product exports>`: not how long, but how many of the worker's proposals are right.
 */
const isSmall = process.argv.includes('small');
const [SHOPS, PRODUCTS, JOINING] = isSmall ? [50, 200, 100] : [1_000, 200, 2_000];
const [CONNECTIONS, EVENTS_PER_SECOND] = [20, 100];
const LOOK_MS = 250;

const [part, folder] = process.argv.slice(2);
runBenchmark((benchmark) =>
  part === 'right' ? printRight(benchmark, folder ?? '') : measureJoining(benchmark),
);

async function printRight(benchmark: Benchmark, exports: string): Promise<void> {
  const { config, database } = benchmark;
  const { HUB_ENCRYPTION_KEY: encryptionKey } = config;
  const { shops, reportAll } = await seedExports(database.db, { folder: exports, encryptionKey });
  await startService(benchmark, 'catalogue');
  await untilSearched(benchmark, shops);
  await reportAll();
}

async function measureJoining(benchmark: Benchmark): Promise<void> {
  const { config, database } = benchmark;
  const { db } = database;
  const seeded = { encryptionKey: config.HUB_ENCRYPTION_KEY };
  const others = await seedNetwork(db, { ...seeded, shops: SHOPS, products: PRODUCTS });
  const [joining = 0] = await seedNetwork(db, { ...seeded, shops: 1, products: JOINING });
  await db.$executeRaw`VACUUM ANALYZE`;
  // The others count as searched: only the joining shop is measured.
  await db.$executeRawUnsafe(`
    CREATE FUNCTION bench_searched() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.searched := true; RETURN new; END $$`);
  await db.$executeRawUnsafe(`
    CREATE TRIGGER bench_searched BEFORE INSERT ON listed_product FOR EACH ROW
    WHEN (new.shop_id <> ${joining}) EXECUTE FUNCTION bench_searched()`);
  await acceptRuns(db, others);
  const catalogue = await startService(benchmark, 'catalogue');
  const listedIn = await untilSearched(benchmark, SHOPS);
  print(`${SHOPS * PRODUCTS * SIZES} variants of ${SHOPS} shops listed in ${listedIn.toFixed(0)} s`);
  await db.$executeRaw`VACUUM ANALYZE`;

  const trade = await startTrade(benchmark);
  printLoad('trade alone', await trade(10));
  const cpu = new CpuAccounts();
  cpu.watch('worker', catalogue.child.pid);
  await cpu.watchDatabase(db);
  cpu.start();
  await acceptRuns(db, [joining]);
  const [seconds] = await Promise.all([
    untilSearched(benchmark, SHOPS + 1),
    trade(10).then((load) => printLoad('trade beside', load)),
  ]);
  const proposed = await db.linkProposal.groupBy({ by: ['confidence'], _count: true });
  const counts = proposed.map(({ confidence, _count }) => `${_count} ${confidence}`).join(', ');
  print(`${JOINING * SIZES} variants of a shop that joins: ${seconds.toFixed(1)} s (${counts})`);
  cpu.printPer(JOINING * SIZES, 'variant');
}

/** @returns seconds until this many shops are searched */
async function untilSearched({ database }: Benchmark, shops: number): Promise<number> {
  const started = performance.now();
  while ((await database.db.linkSearch.count({ where: { searched: { not: null } } })) < shops)
    await sleep(LOOK_MS);
  return (performance.now() - started) / 1_000;
}

async function startTrade(benchmark: Benchmark): Promise<(seconds: number) => Promise<LoadResult>> {
  const { config, database } = benchmark;
  const { shops, variantIds } = await seedShops(database.db, {
    shops: 1,
    articles: 5_000,
    onHand: 0,
    storeUrl: 'http://127.0.0.1:9',
    linked: false,
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  await startService(benchmark, 'inventory');
  const ingress = await startService(benchmark, 'ingress');
  const [shop] = shops;
  if (!shop) throw new Error('no shop was seeded');
  const { next } = stockEvents({
    path: `/shops/${shop.slug}/events`,
    secret: shop.signingSecret,
    locationId: shop.locationId,
    variantIds,
  });
  const load = { port: ingress.port, connections: CONNECTIONS, next, perSecond: EVENTS_PER_SECOND };
  await runLoad({ ...load, seconds: 3 });
  return (seconds) => runLoad({ ...load, seconds });
}

function printLoad(what: string, { perSecond, p50, p99, others }: LoadResult): void {
  const refused = Object.entries(others).map(([status, count]) => `, ${count} × ${status}`);
  print(
    `${what.padEnd(12)} ${perSecond.toFixed(0)} events/s answered, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms${refused.join('')}`,
  );
}
