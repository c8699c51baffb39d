import { loadavg } from 'node:os';
import { print, runBenchmark, type Benchmark } from '../benchmark';
import { CpuAccounts } from '../cpu-accounts';
import { shipmentsOf } from '../follow-ups';
import { seedPairs } from '../inventory/pairs';
import { runLoad } from '../load';
import { seedMarket } from '../orders/market';
import { untilFirstReports } from '../orders/measure-orders';
import { startService } from '../start-services';
import { startStores } from '../start-stores';
import { measureCost, type CostMeasuring } from './measure-cost';

/**
 * `npm run bench -- costs`: what an event of each kind costs, for the tables of `docs/operators/capacity.md`: CPU time by process, commits, bytes of the log,
 * rows and bytes by table. Then a mixture of all kinds at other rates, which the costs are checked against.
 */
const SECONDS = 20;
const WARM_UP_SECONDS = 20;
/** Events that arrive together are handled together and cost less: each kind is measured calm and busy. */
const RATES = { stock: [100, 400], order: [10, 60], shipment: [8, 32] } as const;
/** Between the two. */
const MIXED = { stock: 200, order: 25, shipment: 16 };
const WARM_UP = { stock: 300, order: 40, shipment: 30 };
const CANDIDATES = 10;
/** For each of ten pairs: all of them are sent for the first time while services warm up. */
const ARTICLES = 100;

runBenchmark(async (benchmark) => {
  const measuring = await startAll(benchmark);
  const { db, stores, port } = measuring;
  const pairs = await seedPairs(benchmark, stores.url, { from: 21, articles: ARTICLES });
  const market = await seedMarket(benchmark, {
    candidates: CANDIDATES,
    kind: 'plain',
    storeUrl: stores.url,
  });
  const shipments: Buffer[] = [];
  const nextShipment = () => {
    const next = shipments.pop();
    if (!next) throw new Error('fewer orders were placed than are to be shipped');
    return next;
  };
  const warmUp = { port, connections: 20, seconds: WARM_UP_SECONDS };
  await runLoad({ ...warmUp, next: market.next, perSecond: WARM_UP.order });
  await runLoad({ ...warmUp, next: pairs.next, perSecond: WARM_UP.stock });
  await stores.untilQuiet();
  shipments.push(...(await shipmentsOf(db, market.shops)));
  await runLoad({ ...warmUp, seconds: WARM_UP_SECONDS / 2, next: nextShipment, perSecond: WARM_UP.shipment });
  await untilFirstReports(db);
  await stores.untilQuiet();
  await stores.take();
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );

  await measureCost(measuring, { title: 'idle', streams: [], seconds: 0 });
  const both = async (title: keyof typeof RATES, next: () => Buffer) => {
    for (const perSecond of RATES[title])
      await measureCost(measuring, { title, seconds: SECONDS, streams: [{ perSecond, next }] });
  };
  await both('stock', pairs.next);
  await both('order', market.next);
  shipments.splice(0, shipments.length, ...(await shipmentsOf(db, market.shops)));
  await both('shipment', nextShipment);
  await measureCost(measuring, {
    title: 'mixed',
    seconds: SECONDS,
    streams: [
      { perSecond: MIXED.stock, next: pairs.next },
      { perSecond: MIXED.order, next: market.next },
      { perSecond: MIXED.shipment, next: nextShipment },
    ],
  });
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
});

async function startAll(benchmark: Benchmark): Promise<CostMeasuring> {
  const { db } = benchmark.database;
  const stores = await startStores(benchmark);
  const cpu = new CpuAccounts();
  for (const name of ['inventory', 'routing', 'fulfilment'] as const)
    cpu.watch(name, (await startService(benchmark, name)).child.pid);
  const ingress = await startService(benchmark, 'ingress');
  cpu.watch('ingress', ingress.child.pid);
  await cpu.watchDatabase(db);
  return { db, port: ingress.port, stores, cpu };
}
