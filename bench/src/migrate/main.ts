import { applyMigrations, migrationFiles, type Migration } from '@hub/database';
import { Client } from 'pg';
import { print, runBenchmark } from '../benchmark';
import { fill } from '../desk/fill';
import { runLoad } from '../load';
import { seedMarket } from '../orders/market';
import { startService } from '../start-services';
import { startStores } from '../start-stores';
import { LockWatch } from './lock-watch';

/**
 * `npm run bench -- migrate [orders]`: with this many orders in the database (default a million), orders arrive while
 * every index that migrations build `CONCURRENTLY` on their tables is built again, and their tables get a column.
 */
const [CANDIDATES, CONNECTIONS, PER_SECOND, SECONDS, WARM_UP_SECONDS] = [10, 20, 20, 5, 12];
const BUILDS = /CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+"(\w+)"\s+ON\s+"(\w+)"/i;
/** Those that `fill` fills. */
const TABLES = [
  'seller_order',
  'order_line',
  'shipping_order',
  'package',
  'dead_letter',
  'sent_event',
  'store_call',
];
/** As a release would: with a default for programs that do not know it. */
const COLUMNS: readonly Migration[] = TABLES.slice(0, 4).map((table) => ({
  name: `99991231000000_${table}`,
  sql: `ALTER TABLE "${table}" ADD COLUMN "bench" INTEGER NOT NULL DEFAULT 0;`,
}));

runBenchmark(async (benchmark) => {
  const orders = Number(process.argv[2] ?? 1_000_000);
  const { database, atEnd } = benchmark;
  const stores = await startStores(benchmark);
  const { port } = await startService(benchmark, 'ingress');
  await startService(benchmark, 'routing');
  await startService(benchmark, 'inventory');
  const market = await seedMarket(benchmark, { candidates: CANDIDATES, kind: 'plain', storeUrl: stores.url });
  const store = await database.db.shop.findFirstOrThrow({ where: { id: { not: market.seller.id } } });
  const began = performance.now();
  await fill({ url: database.url, seller: market.seller.id, store: store.id, orders });
  print(`${orders} orders filled in (${seconds(began)} s)`);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  atEnd(() => client.end());
  // Waiting lines would be routed over and over, in addition to what is measured.
  await client.query(
    `UPDATE order_line SET state = 'shipped', waiting_reason = NULL WHERE state = 'waiting' AND title = 'Coat'`,
  );
  const trade = (length: number) =>
    runLoad({ port, next: market.next, connections: CONNECTIONS, perSecond: PER_SECOND, seconds: length });
  await trade(WARM_UP_SECONDS);
  const calm = await trade(SECONDS);
  print(`before: p50 ${calm.p50.toFixed(0)} p99 ${calm.p99.toFixed(0)} ms of order.created, ${PER_SECOND}/s`);

  const { rows } = await client.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE tablename = ANY ($1)`,
    [TABLES],
  );
  const there = new Set(rows.map(({ name }) => name));
  const again = migrationFiles().filter(({ sql }) => there.has(BUILDS.exec(sql)?.[1] ?? ''));
  for (const { name, sql } of again) {
    await client.query(`DROP INDEX CONCURRENTLY "${BUILDS.exec(sql)?.[1]}"`);
    await client.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [name]);
  }
  const watch = await LockWatch.open(database.url);
  atEnd(() => watch.stop());
  const started = performance.now();
  const over = new AbortController();
  const migrating = applyMigrations(client, [...migrationFiles(), ...COLUMNS]).finally(() => over.abort());
  let [worst, answered] = [0, 0];
  const others: Record<string, number> = {};
  while (!over.signal.aborted) {
    const answers = await trade(SECONDS);
    worst = Math.max(worst, answers.p99);
    answered += answers.perSecond * SECONDS;
    for (const [status, count] of Object.entries(answers.others))
      others[status] = (others[status] ?? 0) + count;
  }
  const applied = await migrating;
  print(
    `${applied.length} migrations in ${seconds(started)} s, ${answered.toFixed(0)} orders meanwhile: ` +
      `p99 ${worst.toFixed(0)} ms in the worst ${SECONDS} s, other answers ${JSON.stringify(others)}, ` +
      `longest wait of a service for a lock ${watch.longestMs.toFixed(0)} ms`,
  );
});

const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(0);
