import { isSelected, runBenchmark, type Benchmark } from '../benchmark';
import { CpuAccounts } from '../cpu-accounts';
import { startFloor } from '../start-floor';
import { startService } from '../start-services';
import { startStores } from '../start-stores';
import { seedPairs } from './pairs';
import { compareRates, type Measuring } from './rates';
import { measureSharing } from './sharing';

/**
 * `npm run bench -- inventory [spread] [few] [sharing]`: stock events in, network quantities out at simulated stores,
 * and the floor program, in turn in one run: spread over many articles, then of a few that sell fast. Then the cost of
 * one change where many shops share the article. All sections unless some are named.
 */
const SHARING = [10, 100, 1_000];

runBenchmark(async (benchmark) => {
  const measuring = await startAll(benchmark);
  if (isSelected('spread')) {
    const pairs = await seedPairs(benchmark, measuring.stores.url, { from: 1, articles: 1_000 });
    for (const connections of [50, 200])
      await compareRates(measuring, { title: '10 000 articles', pairs, connections });
  }
  if (isSelected('few')) {
    const pairs = await seedPairs(benchmark, measuring.stores.url, { from: 101, articles: 10 });
    await compareRates(measuring, { title: '100 articles', pairs, connections: 200 });
  }
  if (isSelected('sharing')) for (const shops of SHARING) await measureSharing(benchmark, measuring, shops);
});

async function startAll(benchmark: Benchmark): Promise<Measuring> {
  const stores = await startStores(benchmark);
  const worker = await startService(benchmark, 'inventory');
  const ingress = await startService(benchmark, 'ingress');
  const floor = await startFloor(benchmark, { secret: 'of the floor', storeUrl: `${stores.url}/floor` });
  const cpu = new CpuAccounts();
  cpu.watch('load', process.pid);
  cpu.watch('stores', stores.pid);
  cpu.watch('ingress', ingress.child.pid);
  cpu.watch('worker', worker.child.pid);
  cpu.watch('floor', ...floor.pids);
  await cpu.watchDatabase(benchmark.database.db);
  return { stores, cpu, floor, ingress, worker };
}
