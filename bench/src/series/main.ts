import { freePort } from '@hub/runtime';
import { print, runBenchmark, type Benchmark } from '../benchmark';
import { HttpConnection } from '../http-connection';
import { seedShops } from '../seed-shops';
import { signedEvent } from '../signed-event';
import { SERVICE_NAMES, startService, type ServiceName } from '../start-services';
import { startStores } from '../start-stores';

/**
 * `npm run bench -- series [10000]`: how many series each process shows with this many shops, each of which has sent an
 * event and received those of nine others; compared with a hundredth of them, and with unknown senders. Exit 1 where a
 * process shows 5 000.
 */
const MOST_SERIES = 5_000;
/** Shops that share an article. */
const GROUP = 10;
const STRANGERS = 1_000;
const CONNECTIONS = 20;

runBenchmark(async (benchmark) => {
  const shops = Number(process.argv[2] ?? '10000');
  const stores = await startStores(benchmark);
  const healthPorts = new Map<ServiceName, number>();
  let eventsPort = 0;
  for (const name of SERVICE_NAMES) {
    const healthPort = await freePort();
    const ports = { HEALTH_PORT: String(healthPort), SUPPORT_PORT: String(await freePort()) };
    const { port } = await startService(benchmark, name, ports);
    healthPorts.set(name, name === 'ingress' ? healthPort : port);
    if (name === 'ingress') eventsPort = port;
  }
  const groups = Math.ceil(shops / GROUP);
  const few = Math.max(1, Math.round(groups / 100));
  await tradeOf(benchmark, { from: 0, to: few, storeUrl: stores.url, eventsPort });
  await stores.untilQuiet();
  const before = await seriesOf(healthPorts);
  await tradeOf(benchmark, { from: few, to: groups, storeUrl: stores.url, eventsPort });
  await stores.untilQuiet();
  const after = await seriesOf(healthPorts);
  print(
    `series with ${few * GROUP} shops, and with ${groups * GROUP}, after ${(await stores.take()).length} calls to their stores:`,
  );
  for (const [name, count] of after) {
    print(`  ${name.padEnd(13)} ${String(before.get(name)).padStart(5)} ${String(count).padStart(5)}`);
    if (count >= MOST_SERIES) process.exitCode = 1;
  }
});

/** Shops join, and each sends one event; then as many come from unknown senders. */
async function tradeOf(
  { config, database }: Benchmark,
  { from, to, storeUrl, eventsPort }: { from: number; to: number; storeUrl: string; eventsPort: number },
): Promise<void> {
  const requests: Buffer[] = [];
  for (let group = from; group < to; group += 1) {
    const spec = { shops: GROUP, articles: 1, onHand: 5, storeUrl, group };
    const { shops, variantIds } = await seedShops(database.db, {
      ...spec,
      encryptionKey: config.HUB_ENCRYPTION_KEY,
    });
    for (const { slug, signingSecret, locationId } of shops)
      requests.push(anEvent({ slug, secret: signingSecret, locationId, variantId: variantIds[0] ?? '' }));
  }
  for (let count = 0; count < STRANGERS; count += 1)
    requests.push(
      anEvent({ slug: `stranger-${from}-${count}`, secret: 'none', locationId: '1', variantId: '1' }),
    );
  const senders = Array.from({ length: CONNECTIONS }, async () => {
    const connection = await HttpConnection.open(eventsPort);
    for (let request = requests.pop(); request; request = requests.pop()) await connection.exchange(request);
    connection.close();
  });
  await Promise.all(senders);
}

function anEvent(of: { slug: string; secret: string; locationId: string; variantId: string }): Buffer {
  const data = {
    variant_id: of.variantId,
    location_id: of.locationId,
    quantity: 7,
    changed_at: new Date().toISOString(),
  };
  return signedEvent(
    { path: `/shops/${of.slug}/events`, secret: of.secret },
    { name: 'inventory.updated', data },
  );
}

async function seriesOf(ports: ReadonlyMap<ServiceName, number>): Promise<Map<ServiceName, number>> {
  const counts = new Map<ServiceName, number>();
  for (const [name, port] of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    counts.set(name, text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length);
  }
  return counts;
}
