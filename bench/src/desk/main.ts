import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@hub/runtime';
import { aGtin } from '@hub/testing';
import { hash } from '@node-rs/argon2';
import { join } from 'node:path';
import { Client } from 'pg';
import { print, runBenchmark } from '../benchmark';
import { startChild, stopChild, untilReady } from '../child';
import { seedShops } from '../seed-shops';
import { fill } from './fill';
import { readsEach, tableReads } from './table-reads';
import { Visitor } from './visitor';

/**
 * `npm run bench -- desk [orders] [path ...]`: what each page of the desk takes at 100 000 orders, failed messages, calls and events
 * (unless another number is given) and 20 000 alerts and items of cases, the rows of tables it reads for that, and how long
 * freezing all failed messages takes.
 */
const [TIMES, SLOW_MS, MUCH_READ] = [9, 500, 10_000];
/** PostgreSQL's counts of reads are there a second after a transaction's end at the latest. */
const COUNTED_AFTER_MS = 1_500;
const MAIN = join(__dirname, '..', '..', '..', 'services', 'support', 'dist', 'main.js');
const [NAME, PASSWORD] = ['ada', 'a password for this benchmark alone'];

runBenchmark(async ({ config, database, atEnd }) => {
  const [given = '100000', ...paths] = process.argv.slice(2).filter((one) => !one.startsWith('--'));
  const orders = Number(given);
  const wanted = { shops: 2, articles: 1_000, onHand: 5, storeUrl: 'http://127.0.0.1:9' };
  const { shops } = await seedShops(database.db, { ...wanted, encryptionKey: config.HUB_ENCRYPTION_KEY });
  const [seller, store] = shops;
  if (!seller || !store) return;
  await fill({ url: database.url, seller: seller.id, store: store.id, orders });
  const visitor = await startDesk();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  atEnd(() => client.end());
  print(
    `${orders} orders; ms of ${TIMES} requests: first, median, slowest; rows read for each, with those of the passes meanwhile`,
  );
  for (const path of paths.length > 0 ? paths : pagesOf(seller.slug)) await measure(path);
  await measureFreezing();

  async function startDesk(): Promise<Visitor> {
    const [port, healthPort] = [await freePort(), await freePort()];
    const account = { name: NAME, role: 'lead', password_hash: await hash(PASSWORD) };
    const child = startChild(MAIN, {
      ...config,
      DATABASE_URL: database.url,
      ALLOW_INSECURE_STORES: 'true',
      LOG_LEVEL: 'warn',
      SUPPORT_PORT: String(port),
      HEALTH_PORT: String(healthPort),
      SUPPORT_ACCOUNTS: JSON.stringify([account]),
    });
    atEnd(() => stopChild(child));
    await untilReady(healthPort, '/health/ready');
    const desk = new Visitor(`http://127.0.0.1:${port}`);
    await desk.signIn(NAME, PASSWORD);
    return desk;
  }

  async function measure(path: string): Promise<void> {
    await sleep(COUNTED_AFTER_MS);
    const before = await tableReads(client);
    const times: number[] = [];
    let status = 0;
    for (let time = 0; time < TIMES; time += 1) {
      const started = performance.now();
      ({ status } = await visitor.get(path));
      times.push(performance.now() - started);
    }
    await sleep(COUNTED_AFTER_MS);
    const reads = readsEach(before, await tableReads(client), TIMES);
    const sorted = times.toSorted((a, b) => a - b);
    const figures = [times[0], sorted[TIMES >> 1], sorted.at(-1)].map((ms = 0) => ms.toFixed(0).padStart(6));
    const slow = (sorted.at(-1) ?? 0) > SLOW_MS;
    print(`${status} ${path.padEnd(44)} ${figures.join('')}${slow ? '  SLOW' : ''}`);
    for (const { table, whole, indexed } of reads)
      if (whole + indexed > MUCH_READ || (slow && whole + indexed > MUCH_READ / 10))
        print(`      ${table}: ${whole} rows of it as a whole, ${indexed} by an index`);
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

function pagesOf(slug: string): string[] {
  return [
    '/',
    '/at-risk',
    '/cases',
    '/cases/90000000-0000-4000-8000-000000000001',
    '/overview',
    '/dead-letters',
    '/dead-letters/causes',
    '/dead-letters/runs',
    '/alerts',
    '/events',
    '/calls',
    '/orders',
    '/orders/list',
    '/orders/10000000-0000-4000-8000-000000000500',
    '/shops',
    `/shops/${slug}`,
    `/articles/${aGtin(1)}`,
    '/unlinked',
    '/money',
    `/money/shops/${slug}`,
    '/money/vat',
    '/routing',
    '/routing/lab',
    '/audit',
  ];
}
