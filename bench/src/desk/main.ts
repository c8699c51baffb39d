import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { print, runBenchmark } from '../benchmark';
import { seedShops } from '../seed-shops';
import { fill } from './fill';
import { FILES, pagesOf, SEARCHES, someIds } from './pages';
import { startDesk } from './start-desk';
import { readsEach, tableReads } from './table-reads';

/**
 * `npm run bench -- desk [orders] [path ...]`: the time of each page of the desk, the rows of tables it reads, and how long
 * freezing all failed messages takes. There are 100 000 orders, failed messages, calls and events (unless another number is
 * given) and 20 000 alerts and items of cases. Exit 1 where anything is not answered `200`.
 */
const [TIMES, SLOW_MS, MUCH_READ] = [9, 500, 10_000];
/** PostgreSQL's counts of reads are available at most a second after a transaction's end. */
const COUNTED_AFTER_MS = 1_500;

runBenchmark(async (benchmark) => {
  const { config, database, atEnd } = benchmark;
  const [given = '100000', ...paths] = process.argv.slice(2).filter((one) => !one.startsWith('--'));
  const orders = Number(given);
  const spec = { shops: 2, articles: 1_000, onHand: 5, storeUrl: 'http://127.0.0.1:9' };
  const { shops } = await seedShops(database.db, { ...spec, encryptionKey: config.HUB_ENCRYPTION_KEY });

  /** A page that is not answered `200` has not been measured. */
  function judge(what: string, statuses: ReadonlySet<number>): void {
    if ([...statuses].every((status) => status === 200)) return;
    print(`      FAULT: ${what} answered ${[...statuses].join(', ')}`);
    process.exitCode = 1;
  }
  const [seller, store] = shops;
  if (!seller || !store) return;
  await fill({ url: database.url, seller: seller.id, store: store.id, orders });
  const visitor = await startDesk(benchmark);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  atEnd(() => client.end());
  print(
    `${orders} orders; ms of ${TIMES} requests: first, median, slowest; rows read for each, with those of the passes meanwhile`,
  );
  for (const path of paths.length > 0 ? paths : pagesOf(seller.slug, await someIds(client)))
    await measure(path);
  if (paths.length > 0) return;
  for (const text of SEARCHES) await measureSearch(text);
  for (const path of FILES) await measureFile(path);
  await measureFreezing();

  async function measure(path: string): Promise<void> {
    await sleep(COUNTED_AFTER_MS);
    const before = await tableReads(client);
    const times: number[] = [];
    const statuses = new Set<number>();
    for (let time = 0; time < TIMES; time += 1) {
      const started = performance.now();
      statuses.add((await visitor.get(path)).status);
      times.push(performance.now() - started);
    }
    await sleep(COUNTED_AFTER_MS);
    const reads = readsEach(before, await tableReads(client), TIMES);
    const sorted = times.toSorted((a, b) => a - b);
    const figures = [times[0], sorted[TIMES >> 1], sorted.at(-1)].map((ms = 0) => ms.toFixed(0).padStart(6));
    const slow = (sorted.at(-1) ?? 0) > SLOW_MS;
    print(`${[...statuses].join(', ')} ${path.padEnd(60)} ${figures.join('')}${slow ? '  SLOW' : ''}`);
    judge(path, statuses);
    for (const { table, whole, indexed } of reads)
      if (whole + indexed > MUCH_READ || (slow && whole + indexed > MUCH_READ / 10))
        print(`      ${table}: ${whole} rows of it as a whole, ${indexed} by an index`);
  }

  /** From the form to the page that it opens. */
  async function measureSearch(text: string): Promise<void> {
    const started = performance.now();
    const { status } = await visitor.follow(await visitor.post('/search', { q: text }));
    print(`${status} search "${text}" ${(performance.now() - started).toFixed(0)} ms`);
    judge(`search "${text}"`, new Set([status]));
  }

  /** Of all its rows, up to the limit of a file. */
  async function measureFile(path: string): Promise<void> {
    const started = performance.now();
    const { status } = await visitor.get(path);
    print(`${status} ${path.padEnd(60)} ${(performance.now() - started).toFixed(0).padStart(6)} ms, whole`);
    judge(path, new Set([status]));
  }

  async function measureFreezing(): Promise<void> {
    await visitor.get('/dead-letters');
    const started = performance.now();
    const address = await visitor.post('/dead-letters/sets', { choice: 'all' });
    const frozen = performance.now();
    await visitor.get(address);
    const shown = performance.now();
    print(
      `freezing all failed messages ${(frozen - started).toFixed(0)} ms, its page ${(shown - frozen).toFixed(0)} ms`,
    );
  }
});
