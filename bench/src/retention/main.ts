import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@hub/database';
import { addLedgerDays } from '@hub/messaging';
import { print, runBenchmark } from '../benchmark';
import { runLoad, type LoadResult } from '../load';
import { seedShops } from '../seed-shops';
import { startService } from '../start-services';
import { stockEvents } from '../stock-events';
import { bytesOfDay, dropDay } from './drop-day';
import { writeFileFloor } from './file-floor';
import { seedDay } from './seed-day';

/**
 * `npm run bench -- retention [rows]`: intake with an empty ledger, with a day of this many rows (default 20 million),
 * and during the drop of that day (D30), beside the removal of as many bytes of plain files.
 */
const [ARTICLES, CONNECTIONS, SECONDS] = [20_000, 50, 6];
const DAY_MS = 86_400_000;
const NO_STORE = 'http://127.0.0.1:9';

runBenchmark(async (benchmark) => {
  const { config, database, atEnd } = benchmark;
  const { db } = database;
  const rows = Number(process.argv[2] ?? 20_000_000);
  const { shops, variantIds } = await seedShops(db, {
    shops: 1,
    articles: ARTICLES,
    onHand: 0,
    storeUrl: NO_STORE,
    linked: false,
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  const [shop] = shops;
  if (!shop) return;
  await startService(benchmark, 'inventory');
  const { port } = await startService(benchmark, 'ingress');
  const path = `/shops/${shop.slug}/events`;
  const { next } = stockEvents({
    path,
    secret: shop.signingSecret,
    locationId: shop.locationId,
    variantIds,
  });
  const intake = () => runLoad({ port, next, connections: CONNECTIONS, seconds: SECONDS });
  // An id is looked for in each day: as many as after a week, with rows or without.
  const day = new Date(Date.now() - 8 * DAY_MS);
  await inTransaction(db, (tx) => addLedgerDays(tx, day.getTime(), 8));
  await intake();

  const empty = await intake();
  show('empty ledger', empty);
  await seedDay(db, { day, rows, shopId: shop.id });
  await intake();
  const full = await intake();
  show(`${rows} rows`, full);
  print(`with the rows / without: ${(full.perSecond / empty.perSecond).toFixed(2)}`);

  const floor = await writeFileFloor(db, await bytesOfDay(db, day));
  if (floor) atEnd(() => floor.remove());
  const drop = await beside(intake, () => dropDay(db, { day, before: Date.now() - 7 * DAY_MS }));
  show('while it is dropped', drop.load);
  const { goneMs, removedMs } = drop.result;
  print(
    `day of ${rows} rows: gone and unlocked after ${goneMs.toFixed(0)} ms, files after ${removedMs.toFixed(0)} ms`,
  );
  if (!floor) return;
  const removal = await beside(intake, () => floor.remove());
  show('while files go', removal.load);
  print(
    `as many bytes of plain files: ${removal.ms.toFixed(0)} ms; drop / floor: ${(removedMs / removal.ms).toFixed(2)}`,
  );
});

/** Does work in the middle of a load. */
async function beside<T>(
  intake: () => Promise<LoadResult>,
  work: () => Promise<T>,
): Promise<{ load: LoadResult; result: T; ms: number }> {
  const running = intake();
  await sleep((SECONDS * 1_000) / 2);
  const started = performance.now();
  const result = await work();
  const ms = performance.now() - started;
  return { load: await running, result, ms };
}

function show(what: string, { perSecond, p50, p99 }: LoadResult): void {
  print(
    `${what.padEnd(22)} ${perSecond.toFixed(0).padStart(6)} events/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`,
  );
}
