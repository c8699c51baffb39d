import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Running } from '@hub/test-world';
import { aGtin, anOrder, anOrderLine, aShop, aVariant, eventually, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RoutingConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';
import { LocalStore } from './local-store';
import { RELAY_DOMAIN, RoutingWorld } from './routing-world';

const HANGING = 12;
/** More than a shop has slots. */
const ORDERS_EACH = 9;
const HEALTHY = 4;

/** Takes every call, and never answers. */
let hanging: Server;
let called = 0;
let world: RoutingWorld;
let seller: StoredShop;
const healthy: LocalStore[] = [];

beforeAll(async () => {
  world = await RoutingWorld.open();
  hanging = createServer(() => (called += 1)).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  seller = await aShop(world.db, { slug: 'seller' });
}, 60_000);
afterAll(async () => {
  hanging.closeAllConnections();
  hanging.close();
  await world.close();
  for (const store of healthy) await store.close();
}, 60_000);

it('D23: while 12 of 16 stores hang for their 30 s, the four others get their shipping orders', async () => {
  const { port } = hanging.address() as AddressInfo;
  for (let number = 1; number <= HANGING; number += 1) {
    const place = await aShipper(number, `http://127.0.0.1:${port}`);
    for (let count = 1; count <= ORDERS_EACH; count += 1) await place();
  }
  const placeAtHealthy: (() => Promise<void>)[] = [];
  for (let number = 1; number <= HEALTHY; number += 1) {
    const store = await LocalStore.open();
    healthy.push(store);
    placeAtHealthy.push(await aShipper(HANGING + number, store.url));
  }
  await startRouting();
  await eventually(() => expect(called).toBeGreaterThan(HANGING));
  for (const place of placeAtHealthy) await place();
  await eventually(() => expect(healthy.map(({ bodies }) => bodies.length)).toEqual([1, 1, 1, 1]));
}, 60_000);

/** The only shop that has an article. @returns a function that routes an order to it */
async function aShipper(number: number, storeApiRoot: string): Promise<() => Promise<void>> {
  const gtin = aGtin(number);
  const shop = await aShop(world.db, { slug: `shipper-${number}`, storeApiRoot });
  await aVariant(world.db, { shopId: seller.id, variantId: `V-${number}`, gtin });
  await aVariant(world.db, { shopId: shop.id, variantId: `S-${number}`, gtin, onHand: ORDERS_EACH });
  return async () => {
    const line = anOrderLine({ variant_id: `V-${number}`, quantity: 1 });
    await world.route(await world.accept(seller.id, anOrder({ line_items: [line] })));
  };
}

async function startRouting(): Promise<void> {
  const running = await Running.of(world);
  const own = { RELAY_EMAIL_DOMAIN: RELAY_DOMAIN, PLACING_PASSES_MS: [60_000], STORE_TIMEOUT_MS: 30_000 };
  const config: RoutingConfig = { ...running.config, ...own };
  await running.worker(config, subscriptions);
}
