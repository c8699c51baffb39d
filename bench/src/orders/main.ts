import { isSelected, print, runBenchmark } from '../benchmark';
import { CpuAccounts } from '../cpu-accounts';
import { startService } from '../start-services';
import { stopChild } from '../child';
import { startStores } from '../start-stores';
import { startFloor } from '../start-floor';
import { measureFloor, measureOrders } from './measure-orders';
import { seedMarket, type MarketKind } from './market';

/**
 * `npm run bench -- orders [10] [100] [1000] [placed]`: orders in, `POST /orders` out at simulated stores and its
 * receipt recorded, with this many shops to choose from for each article, by one routing worker and by two. `placed`:
 * 100 shops with three places each, orders of three lines to a place.
 */
const MARKETS: readonly { part: string; candidates: number; kind: MarketKind }[] = [
  { part: '10', candidates: 10, kind: 'plain' },
  { part: '100', candidates: 100, kind: 'plain' },
  { part: '1000', candidates: 1_000, kind: 'plain' },
  { part: 'placed', candidates: 100, kind: 'placed' },
];
/** Maximum number of orders in one transaction. */
const FLOORS = [
  [32, 'batches of at most 32'],
  [1, 'one transaction for each'],
] as const;

runBenchmark(async (benchmark) => {
  const stores = await startStores(benchmark);
  const ingress = await startService(benchmark, 'ingress');
  const first = await startService(benchmark, 'routing');
  const inventory = await startService(benchmark, 'inventory');
  const cpu = new CpuAccounts();
  cpu.watch('load', process.pid);
  cpu.watch('stores', stores.pid);
  cpu.watch('ingress', ingress.child.pid);
  cpu.watch('inventory', inventory.child.pid);
  await cpu.watchDatabase(benchmark.database.db);
  const running = { benchmark, stores, ingress, cpu };
  for (const { candidates, kind } of MARKETS.filter(({ part }) => isSelected(part))) {
    const market = await seedMarket(benchmark, { candidates, kind, storeUrl: stores.url });
    const floors: number[] = [];
    for (const [most, name] of FLOORS) {
      const floor = await startFloor(benchmark, {
        secret: market.seller.signingSecret,
        storeUrl: stores.url,
        worker: 'orders/floor-worker-main.js',
        env: { FLOOR_BATCH: String(most), FLOOR_SELLER: String(market.seller.id) },
      });
      floors.push(await measureFloor(running, { market, floor, name }));
      await floor.stop();
    }
    const rate = await measureOrders(running, { market, workers: [first] });
    const ratios = floors.map((floor) => (rate / floor).toFixed(2));
    print(`  hub / floor, batched and one by one: ${ratios.join(', ')}`);
    const second = await startService(benchmark, 'routing');
    await measureOrders(running, { market, workers: [first, second] });
    await stopChild(second.child);
  }
});
