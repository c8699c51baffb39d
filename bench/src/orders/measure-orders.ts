import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@hub/database';
import { print, type Benchmark } from '../benchmark';
import type { CpuAccounts } from '../cpu-accounts';
import { runLoad, type LoadResult } from '../load';
import type { RunningService } from '../start-services';
import type { Stores } from '../start-stores';
import type { Market } from './market';
import { readStages, printStages } from './stages';

/** A service that has just started takes 50 % longer per order until its code is compiled: some thousand orders. */
const [CONNECTIONS, SECONDS, WARM_UP_SECONDS] = [20, 10, 12];
const [LOOK_MS, WITHIN_MS] = [100, 120_000];

export interface Running {
  benchmark: Benchmark;
  stores: Stores;
  ingress: RunningService;
  cpu: CpuAccounts;
}

/**
 * Sends orders for some seconds and waits until the receipt of each one's placing is recorded.
 * @throws where a store got an order twice, or not at all
 */
export async function measureOrders(
  running: Running,
  { market, workers }: { market: Market; workers: RunningService[] },
): Promise<number> {
  const { stores, cpu } = running;
  cpu.watch('routing', ...workers.map(({ child }) => child.pid));
  await placeOrders(running, market, { seconds: WARM_UP_SECONDS });
  await untilFirstReports(running.benchmark.database.db);
  await stores.take();
  const before = await readStages(workers);
  cpu.start();
  const { answers, placed, ms } = await placeOrders(running, market, { seconds: SECONDS });
  const after = await readStages(workers);
  const subjects = (await stores.take()).map(({ subject }) => subject);
  // Network quantities follow, which are written by variant.
  const references = new Set(subjects.filter((subject) => subject.startsWith('hub-')));
  if (references.size !== placed) throw new Error(`stores know ${references.size} of ${placed} orders`);
  print(
    `${String(market.candidates).padStart(5)} candidates${ofKind(market)}, ${workers.length} routing: ` +
      `${((placed * 1_000) / ms).toFixed(0)} orders/s placed and recorded` +
      ` (${answers.perSecond.toFixed(0)} answered/s, p50 ${answers.p50.toFixed(0)} p99 ${answers.p99.toFixed(0)} ms)`,
  );
  cpu.printPer(placed, 'order');
  printStages(before, after);
  const half = { seconds: SECONDS, perSecond: answers.perSecond / 2 };
  const calm = await placeOrders(running, market, half);
  await stores.take();
  print(
    `  answers at half that rate: p50 ${calm.answers.p50.toFixed(0)} p99 ${calm.answers.p99.toFixed(0)} ms`,
  );
  return (placed * 1_000) / ms;
}

/** The same for the floor, in the same run. @returns orders a second */
export async function measureFloor(
  running: Running,
  { market, floor, name }: { market: Market; floor: { port: number }; name: string },
): Promise<number> {
  const { stores } = running;
  const ingress = { ...running.ingress, port: floor.port };
  await placeOrders({ ...running, ingress }, market, { seconds: WARM_UP_SECONDS });
  await stores.take();
  const { placed, ms } = await placeOrders({ ...running, ingress }, market, { seconds: SECONDS });
  await stores.take();
  const rate = (placed * 1_000) / ms;
  const of = `${String(market.candidates).padStart(5)} candidates${ofKind(market)}`;
  print(`${of}, floor, ${name}: ${rate.toFixed(0)} orders/s`);
  return rate;
}

/** The floor only processes the first line of an order, and has no places. */
function ofKind({ kind }: Market): string {
  return kind === 'plain' ? '' : ', three lines to a place';
}

/**
 * @param load.perSecond default: as many as are answered
 * @returns how many were placed, and the time from the first until the last receipt was recorded
 */
async function placeOrders(
  { benchmark, ingress }: Running,
  market: Market,
  load: { seconds: number; perSecond?: number },
): Promise<{ answers: LoadResult; placed: number; ms: number }> {
  const { db } = benchmark.database;
  const before = await countPlaced(db);
  const started = performance.now();
  let sent = 0;
  const next = () => {
    sent += 1;
    return market.next();
  };
  const answers = await runLoad({ port: ingress.port, connections: CONNECTIONS, next, ...load });
  if (Object.keys(answers.others).length > 0)
    throw new Error(`orders were refused: ${JSON.stringify(answers.others)}`);
  while ((await countPlaced(db)) < before + sent) {
    if (performance.now() > started + WITHIN_MS) throw new Error('not every order was placed');
    await sleep(LOOK_MS);
  }
  return { answers, placed: sent, ms: performance.now() - started };
}

/** The first write of an article to every store belongs to no order. */
export async function untilFirstReports(db: Database): Promise<void> {
  const began = performance.now();
  const now = () => new Date();
  while ((await db.networkQuantity.count({ where: { nextAttemptAt: { lte: now() } } })) > 0) {
    if (performance.now() > began + WITHIN_MS) throw new Error('not every store was written');
    await sleep(LOOK_MS);
  }
}

async function countPlaced(db: Database): Promise<number> {
  return db.shippingOrder.count({ where: { state: 'placed' } });
}
