import { join } from 'node:path';
import { aShop } from '@hub/testing';
import { benchDatabase } from '../bench-database';
import { freePort, startChild, stopChild, untilReady } from '../child';
import { readBenchConfig } from '../config';
import { runLoad, type LoadResult } from '../load';
import { stockEvents } from '../stock-events';

/**
 * `npm run bench -- ingress`: signed events through ingress, RabbitMQ and a worker's transaction, beside the floor
 * program, turn by turn in one run. Prints rates, latencies and their ratio.
 */
const VARIANTS = 1_000;
const ROUNDS = 3;
const SECONDS = 6;
const SERVICES = join(__dirname, '..', '..', '..', 'services');

interface Contender {
  name: string;
  port: number;
  next: () => Buffer;
}

async function main(): Promise<void> {
  const config = readBenchConfig();
  const database = await benchDatabase(config.DATABASE_URL);
  const shop = await aShop(database.db, { encryptionKey: config.HUB_ENCRYPTION_KEY });
  const variantIds = Array.from({ length: VARIANTS }, (_, index) => `V-${index}`);
  await seedVariants(database.db, shop, variantIds);
  const [hubPort, floorPort, healthPort] = [await freePort(), await freePort(), await freePort()];
  const env = { ...config, DATABASE_URL: database.url, LOG_LEVEL: 'info' };
  const floorEnv = { ...env, FLOOR_PORT: String(floorPort), FLOOR_SECRET: shop.signingSecret };
  const floor = join(__dirname, 'floor-main.js');
  const children = [
    startChild(floor, { ...floorEnv, FLOOR_ROLE: 'worker' }),
    startChild(floor, { ...floorEnv, FLOOR_ROLE: 'ingress' }),
    startChild(join(SERVICES, 'inventory', 'dist', 'main.js'), { ...env, HEALTH_PORT: String(healthPort) }),
    startChild(join(SERVICES, 'ingress', 'dist', 'main.js'), { ...env, INGRESS_PORT: String(hubPort) }),
  ];
  try {
    await untilReady(floorPort, null);
    await untilReady(hubPort, '/health/ready');
    await untilReady(healthPort, '/health/ready');
    const events = (path: string) =>
      stockEvents({ path, secret: shop.signingSecret, locationId: shop.locationId, variantIds });
    await compare(
      { name: 'floor', port: floorPort, next: events('/') },
      { name: 'hub', port: hubPort, next: events(`/shops/${shop.slug}/events`) },
    );
  } finally {
    for (const child of children) await stopChild(child);
    await database.drop();
  }
}

async function compare(floor: Contender, hub: Contender): Promise<void> {
  for (const connections of [1, 50, 200]) {
    const ratios: number[] = [];
    await measure(floor, { connections, seconds: 2 });
    await measure(hub, { connections, seconds: 2 });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const below = await measure(floor, { connections, seconds: SECONDS });
      const ours = await measure(hub, { connections, seconds: SECONDS });
      ratios.push(ours.perSecond / below.perSecond);
      print(floor.name, connections, below);
      print(hub.name, connections, ours);
    }
    const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
    process.stdout.write(`connections ${connections}: hub / floor = ${median.toFixed(2)}\n\n`);
  }
}

function measure(of: Contender, load: { connections: number; seconds: number }): Promise<LoadResult> {
  return runLoad({ port: of.port, next: of.next, ...load });
}

function print(name: string, connections: number, result: LoadResult): void {
  const others = Object.entries(result.others).map(([status, count]) => ` ${status}: ${count}`);
  process.stdout.write(
    `${name.padEnd(6)} ${String(connections).padStart(4)} connections ${result.perSecond.toFixed(0).padStart(6)} events/s` +
      `  p50 ${result.p50.toFixed(1)} ms  p99 ${result.p99.toFixed(1)} ms${others.join('')}\n`,
  );
}

async function seedVariants(
  db: Awaited<ReturnType<typeof benchDatabase>>['db'],
  shop: { id: number; locationId: string },
  variantIds: string[],
): Promise<void> {
  const shopId = shop.id;
  await db.product.create({ data: { shopId, productId: 'P-1', title: 'Bench', brand: 'Bench', images: [] } });
  await db.variant.createMany({
    data: variantIds.map((variantId) => ({ shopId, variantId, productId: 'P-1', size: 'One size' })),
  });
  await db.stockLevel.createMany({
    data: variantIds.map((variantId) => ({ shopId, variantId, locationId: shop.locationId, quantity: 0 })),
  });
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
