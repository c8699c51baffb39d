import { type Benchmark } from '../benchmark';
import { CpuAccounts } from '../cpu-accounts';
import { shipmentsOf } from '../follow-ups';
import { seedPairs } from '../inventory/pairs';
import { seedMarket } from '../orders/market';
import { startService } from '../start-services';
import { startStores } from '../start-stores';
import type { Trade } from './trade';

const CANDIDATES = 10;
/** For each of ten pairs. */
const ARTICLES = 100;
const STOCK_PER_ORDER = 10;

/** Starts the services, and a mixture of events: ten of stock, an order, and a package of a placed one. */
export async function startTrade(benchmark: Benchmark): Promise<Trade> {
  const { db } = benchmark.database;
  const stores = await startStores(benchmark);
  const cpu = new CpuAccounts();
  const pids = new Map<string, number | undefined>();
  for (const name of ['inventory', 'routing', 'fulfilment', 'cancellation', 'returns'] as const)
    pids.set(name, (await startService(benchmark, name)).child.pid);
  const ingress = await startService(benchmark, 'ingress');
  pids.set('ingress', ingress.child.pid);
  for (const [name, pid] of pids) cpu.watch(name, pid);
  await cpu.watchDatabase(db);

  const pairs = await seedPairs(benchmark, stores.url, { from: 21, articles: ARTICLES });
  const market = await seedMarket(benchmark, {
    candidates: CANDIDATES,
    kind: 'plain',
    storeUrl: stores.url,
  });
  let shipments: Buffer[] = [];
  let count = 0;
  return {
    db,
    port: ingress.port,
    stores,
    cpu,
    pids,
    shopId: market.seller.id,
    next() {
      count += 1;
      const turn = count % (STOCK_PER_ORDER + 2);
      if (turn === 0) return market.next();
      return (turn === 1 ? shipments.pop() : undefined) ?? pairs.next();
    },
    async takeUp() {
      await stores.take();
      pairs.takeSent();
      shipments = await shipmentsOf(db, market.shops);
    },
  };
}
