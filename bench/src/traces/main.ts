import { createServer } from 'node:http';
import { print, runBenchmark, type Benchmark } from '../benchmark';
import { stopChild } from '../child';
import { CpuAccounts } from '../cpu-accounts';
import { quantile, runLoad } from '../load';
import { seedShops } from '../seed-shops';
import { startService } from '../start-services';
import { stockEvents } from '../stock-events';

/**
 * `npm run bench -- traces`: the CPU time that traces cost the services for each stock event, the cheapest there is:
 * none, every one, and one in ten, in turn in fresh processes. The collector accepts everything and reads nothing.
 */
const [ROUNDS, CONNECTIONS] = [6, 50];
const [WARM_UP_SECONDS, SECONDS] = [8, 10];
/** The same for all: events that arrive together cost less each, so different rates cannot be compared. */
const PER_SECOND = 500;
const NO_STORE = 'http://127.0.0.1:9';

const TURNS = ['none', 'every one', 'one in ten'] as const;
type Kind = (typeof TURNS)[number];

runBenchmark(async (benchmark) => {
  const { config, database, atEnd } = benchmark;
  const seeded = { shops: 1, articles: 20_000, onHand: 0, storeUrl: NO_STORE, linked: false };
  const { shops, variantIds } = await seedShops(database.db, {
    ...seeded,
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  const [shop] = shops;
  if (!shop) return;
  const collector = await startCollector();
  atEnd(collector.stop);
  const { next } = stockEvents({
    path: `/shops/${shop.slug}/events`,
    secret: shop.signingSecret,
    locationId: shop.locationId,
    variantIds,
  });
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const kinds: Readonly<Record<Kind, Record<string, string>>> = {
    none: {},
    'every one': traced,
    'one in ten': { ...traced, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
  };
  const used = { none: [] as number[], 'every one': [] as number[], 'one in ten': [] as number[] };
  for (let round = 1; round <= ROUNDS; round += 1)
    // Each kind begins a round as often as the others, so that the first one on a warm machine is not always the same.
    for (const kind of [...TURNS.slice(round % 3), ...TURNS.slice(0, round % 3)])
      used[kind].push(await measure(benchmark, { kind, env: kinds[kind], next }));
  const usual = quantile(used.none, 0.5);
  for (const kind of TURNS.slice(1))
    print(
      `traces, ${kind}: ${(quantile(used[kind], 0.5) / usual).toFixed(2)} of the CPU time without (median of ${ROUNDS})`,
    );
});

/** @returns µs of CPU time of ingress and worker for each event */
async function measure(
  benchmark: Benchmark,
  { kind, env, next }: { kind: Kind; env: Record<string, string>; next: () => Buffer },
): Promise<number> {
  const worker = await startService(benchmark, 'inventory', env);
  const ingress = await startService(benchmark, 'ingress', env);
  const cpu = new CpuAccounts();
  cpu.watch('services', worker.child.pid, ingress.child.pid);
  const load = { port: ingress.port, connections: CONNECTIONS, next };
  await runLoad({ ...load, seconds: WARM_UP_SECONDS });

  cpu.start();
  const { perSecond } = await runLoad({ ...load, seconds: SECONDS, perSecond: PER_SECOND });
  const micros = (cpu.usedMs('services') * 1_000) / (perSecond * SECONDS);
  for (const { child } of [ingress, worker]) await stopChild(child);
  print(
    `${kind.padEnd(10)} ${perSecond.toFixed(0).padStart(6)} events/s  ${micros.toFixed(0).padStart(5)} µs of CPU time each`,
  );
  return micros;
}

async function startCollector(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector has no port');
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}`, stop };
}
