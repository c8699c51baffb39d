import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@hub/database';
import { aSoldOrder, aStore, Running, World, type StoreOfShop } from '@hub/test-world';
import { aShippingOrder, aShop, eventually, type StoredShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FulfilmentConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';

const TRACKING = 'PUT /orders/{order_id}/tracking';
const PACKAGES_EACH = 24;
const HEALTHY = 4;

/** Takes every call, and never answers. */
let hanging: Server;
let called = 0;
let world: World;
const healthy: StoreOfShop[] = [];

beforeAll(async () => {
  world = await World.open();
  hanging = createServer(() => (called += 1)).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const running = await Running.of(world);
  const config: FulfilmentConfig = { ...running.config, STORE_TIMEOUT_MS: 30_000 };
  await running.worker(config, subscriptions);
}, 60_000);
afterAll(async () => {
  hanging.closeAllConnections();
  hanging.close();
  await world.close();
  for (const { store } of healthy) await store.stop();
}, 60_000);

it.each([4, 12, 40])(
  'D23: while %i stores hang for their 30 s, four others are sent their packages',
  async (hangs) => {
    const { db } = world;
    const before = called;
    const { port } = hanging.address() as AddressInfo;
    const held: string[] = [];
    for (let number = 1; number <= hangs; number += 1) {
      const shop = await aShop(db, {
        slug: `hanging-${number}-of-${hangs}`,
        storeApiRoot: `http://127.0.0.1:${port}`,
      });
      const order = await aShippingOrder(db, { sellingShop: shop, quantities: [PACKAGES_EACH] });
      held.push(...(await packagesOf(db, order, PACKAGES_EACH)));
    }
    const due: string[] = [];
    for (let number = 1; number <= HEALTHY; number += 1) {
      const selling = await aStore(db, { slug: `healthy-${number}-beside-${hangs}` });
      healthy.push(selling);
      due.push(...(await packagesOf(db, await aSoldOrder(db, selling, [1]), 1)));
    }

    await send(db, held);
    await eventually(() => expect(called).toBeGreaterThan(before + hangs));
    await send(db, due);

    await eventually(() => {
      for (const { store } of healthy)
        expect(store.requests.map(({ endpoint }) => endpoint)).toContain(TRACKING);
    });
  },
  60_000,
);

/** They are due from now on. */
async function send(db: Database, packageIds: string[]): Promise<void> {
  await db.package.updateMany({ where: { id: { in: packageIds } }, data: { nextAttemptAt: new Date() } });
}

/** Packages of one piece each, not yet sent to the order's selling shop. */
async function packagesOf(db: Database, order: StoredShippingOrder, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const [line] = order.lines;
  await db.package.createMany({
    data: ids.map((id) => ({
      id,
      shippingOrderId: order.id,
      packageId: id,
      reference: id,
      carrier: 'PostNord',
      trackingNumber: '00370',
      shippedAt: 1n,
      correlation: 'test',
    })),
  });
  await db.packageLine.createMany({
    data: ids.map((packageId) => ({ packageId, shippingOrderLineId: line?.id ?? '', quantity: 1 })),
  });
  return ids;
}
