import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@hub/database';
import { allQueues, queueNames, startWorker } from '@hub/messaging';
import type { Part } from '@hub/runtime';
import {
  aShippingOrder,
  aShop,
  createTestDatabase,
  eventually,
  purgeBroker,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FulfilmentConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';
import { aSellingStore, aSoldOrder, type SellingStore } from './selling-store';
import { logger } from './tracking-world';

const TRACKING = 'PUT /orders/{order_id}/tracking';
const PACKAGES_EACH = 24;
const HEALTHY = 4;

/** Takes every call, and never answers. */
let hanging: Server;
let called = 0;
let database: TestDatabase;
const healthy: SellingStore[] = [];
const parts: Part[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  hanging = createServer(() => (called += 1)).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const amqpUrl = testAmqpUrl();
  await purgeBroker(amqpUrl, queueNames(allQueues()));
  const config: FulfilmentConfig = {
    DATABASE_URL: database.url,
    AMQP_URL: amqpUrl,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    ALLOW_INSECURE_STORES: true,
    STORE_TIMEOUT_MS: 30_000,
    STORE_RETRY_BASE_MS: 1,
    LOG_LEVEL: 'error',
  };
  await startWorker({ name: 'fulfilment', config, logger, subscriptions }, parts);
}, 60_000);
afterAll(async () => {
  hanging.closeAllConnections();
  hanging.close();
  for (const part of parts.toReversed()) await part.stop();
  for (const { store } of healthy) await store.stop();
  await database.drop();
}, 60_000);

it.each([4, 12, 40])(
  'D23: while %i stores hang for their 30 s, four others are told of their packages',
  async (hangs) => {
    const { db } = database;
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
      const selling = await aSellingStore(db, `healthy-${number}-beside-${hangs}`);
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

/** Packages of one piece each, of which the order's selling shop has not been told. */
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
