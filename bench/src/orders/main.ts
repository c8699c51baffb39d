import { isPartWanted, runBenchmark } from '../benchmark';
import { CpuAccounts } from '../cpu-accounts';
import { startService } from '../start-services';
import { stopChild } from '../child';
import { startStores } from '../start-stores';
import { measureOrders } from './measure-orders';
import { seedMarket } from './market';

/**
 * `npm run bench -- orders [10] [100] [1000]`: orders in, `POST /orders` out at simulated stores and its receipt
 * recorded, with so many shops to choose from for each article, by one routing worker and by two.
 */
const CANDIDATES = [10, 100, 1_000];

runBenchmark(async (benchmark) => {
  const stores = await startStores(benchmark);
  const ingress = await startService(benchmark, 'ingress');
  const first = await startService(benchmark, 'routing');
  const cpu = new CpuAccounts();
  cpu.watch('load', process.pid);
  cpu.watch('stores', stores.pid);
  cpu.watch('ingress', ingress.child.pid);
  await cpu.watchDatabase(benchmark.database.db);
  const running = { benchmark, stores, ingress, cpu };
  for (const candidates of CANDIDATES.filter((count) => isPartWanted(String(count)))) {
    const market = await seedMarket(benchmark, { candidates, storeUrl: stores.url });
    await measureOrders(running, { market, workers: [first] });
    const second = await startService(benchmark, 'routing');
    await measureOrders(running, { market, workers: [first, second] });
    await stopChild(second.child);
  }
});
