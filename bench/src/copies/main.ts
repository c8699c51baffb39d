import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { print, runBenchmark } from '../benchmark';
import { seedPairs } from '../inventory/pairs';
import { seedMarket } from '../orders/market';
import { startStores } from '../start-stores';
import { drawCurves } from './draw-curves';
import { measureCopies, type CopiesResult } from './measure-copies';

/**
 * `npm run bench -- copies [file.svg]`: one, two and three copies of ingress, inventory and routing, stock events of many and of few articles, and
 * orders: answers a second, CPU time for each, connections, waits for locks. With a file, curves are drawn into it.
 */
/** The last look, at one again, says how much of a difference is the machine's. */
const COPIES = [1, 2, 3, 1];
const CANDIDATES = 10;

runBenchmark(async (benchmark) => {
  const stores = await startStores(benchmark);
  const many = await seedPairs(benchmark, stores.url, { from: 21, articles: 100 });
  const few = await seedPairs(benchmark, stores.url, { from: 41, articles: 1 });
  const market = await seedMarket(benchmark, { candidates: CANDIDATES, kind: 'plain', storeUrl: stores.url });
  const trades = [
    { title: 'stock of 1 000 articles', connections: 50, next: many.next },
    { title: 'stock of 10 articles', connections: 50, next: few.next },
    { title: 'orders', connections: 20, next: market.next },
  ];
  const began = loadavg()[0] ?? 0;
  const results: CopiesResult[] = [];
  for (const copies of COPIES) {
    print(`load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`);
    results.push(...(await measureCopies(benchmark, { copies, stores, trades })));
  }
  const note = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load before it ${began.toFixed(1)}`;
  print(note);
  const file = process.argv.slice(2).find((argument) => argument.endsWith('.svg'));
  if (file !== undefined) writeFileSync(file, drawCurves(results.slice(0, -trades.length), note));
});
