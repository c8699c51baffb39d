import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { print, runBenchmark } from '../benchmark';
import { cancellationsOf, returnsOf, shipmentsOf } from '../follow-ups';
import { seedPairs } from '../inventory/pairs';
import { seedMarket } from '../orders/market';
import { startStores } from '../start-stores';
import { drawCurves } from './draw-curves';
import { reportCost } from './judge-copies';
import { measureCopies, type CopiesResult, type Trade } from './measure-copies';

/**
 * `npm run bench -- copies [behind] [file.svg] [--small]`: one, two and three copies of ingress and every worker, stock events of many and of few
 * articles, orders, and what follows from these: answers a second, CPU time for each, connections, waits for locks. With a file, curves are
 * drawn into it.
 * `behind`: one and three copies behind HAProxy and PgBouncer, with as much load for each copy; it fails if orders and stock events cost too much
 * more than with one copy, or wait too long for locks.
 * `--small`: two copies, for a quarter of the time, only to see that it runs.
 */
const isSmall = process.argv.includes('--small');
/** The last measurement, with one copy again, shows how much of a difference is the machine's. */
const COPIES = isSmall ? [2] : [1, 2, 3, 1];
const isBehind = process.argv.includes('behind');
const BEHIND = isSmall ? [1, 2] : [1, 3, 1];
const SHARE = isSmall ? 0.25 : 1;
const CANDIDATES = 10;
/** Of warming up, and measured. */
const LONG: Trade['seconds'] = [6 * SHARE, 8 * SHARE];
/** Of a copy, behind HAProxy: three of them leave a machine of two cores some time. */
const PACED: Trade['seconds'] = [15 * SHARE, 12 * SHARE];
const STOCK_PACE = 40;
const ORDERS_PACE = 12;
const SHORT: Trade['seconds'] = [2 * SHARE, 4 * SHARE];

runBenchmark(async (benchmark) => {
  const { db } = benchmark.database;
  const stores = await startStores(benchmark);
  const many = await seedPairs(benchmark, stores.url, { from: 21, articles: 100 });
  const few = await seedPairs(benchmark, stores.url, { from: 41, articles: 1 });
  const market = await seedMarket(benchmark, { candidates: CANDIDATES, kind: 'plain', storeUrl: stores.url });
  const stock = isBehind ? { seconds: PACED, perSecond: STOCK_PACE } : { seconds: LONG };
  const orders = isBehind ? { seconds: PACED, perSecond: ORDERS_PACE } : { seconds: LONG };
  const trades: Trade[] = [
    { title: 'stock of 1 000 articles', connections: 50, ...stock, next: many.next },
    { title: 'stock of 10 articles', connections: 50, ...stock, next: few.next },
    { title: 'orders', connections: 20, ...orders, next: market.next },
  ];
  const followUps: Trade[] = [
    followUp('packages', { seconds: SHORT, list: () => shipmentsOf(db, market.shops) }),
    followUp('returns', { seconds: [1 * SHARE, 2 * SHARE], list: () => returnsOf(db, market.shops) }),
    followUp('cancellations', { seconds: SHORT, list: () => cancellationsOf(db, market.shops) }),
  ];
  const began = loadavg()[0] ?? 0;
  const results: CopiesResult[] = [];
  if (!isBehind) trades.push(...followUps);
  for (const copies of isBehind ? BEHIND : COPIES) {
    print(`load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`);
    results.push(...(await measureCopies(benchmark, { copies, stores, trades, behind: isBehind })));
  }
  const note = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load before it ${began.toFixed(1)}`;
  print(note);
  if (isBehind) reportCost(results);
  const file = process.argv.slice(2).find((argument) => argument.endsWith('.svg'));
  if (file !== undefined) writeFileSync(file, drawCurves(results.slice(0, -trades.length), note));
});

/** Events that can be sent only once each: for fewer seconds than the orders they follow from. */
function followUp(
  title: string,
  { seconds, list }: { seconds: Trade['seconds']; list: () => Promise<Buffer[]> },
): Trade {
  let left: Buffer[] = [];
  return {
    title,
    seconds,
    connections: 20,
    async prepare() {
      left = await list();
    },
    next() {
      const next = left.pop();
      if (!next) throw new Error(`too few orders for ${title}`);
      return next;
    },
  };
}
