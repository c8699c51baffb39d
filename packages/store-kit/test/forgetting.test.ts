import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '@hub/testing';
import { aShippingOrder } from '../src/testing/calling-service';
import { aKit, type KitWorld } from './a-kit';
import { aSale } from './a-shop';

const DAY = 24 * 3_600_000;

let world: KitWorld;
afterEach(() => world.stop());

async function referencesOf({ storage }: KitWorld): Promise<string[]> {
  const calls = await storage.recordsOf({ kind: 'call', after: '', limit: 10 });
  return calls.map(({ id }) => id);
}

/** What is reported, requested and delivered of one order. */
async function trade({ kit, call }: KitWorld, name: string): Promise<void> {
  await call('POST /orders', { ...aShippingOrder(), external_ref: name });
  await kit.events.orderPaid(aSale(name));
  await kit.events.orderCancelled({ orderId: name });
  await kit.sendDue();
}

it('D30: references of calls and keys of delivered events are known for 180 days, and forgotten then', async () => {
  world = await aKit(() => ({ sweep: { everyMs: 10 } }));
  const { kit, clock, shop, service } = world;
  clock.ms -= 181 * DAY;
  kit.start();
  await trade(world, 'old');
  clock.ms += 100 * DAY;
  await trade(world, 'recent');
  expect(await referencesOf(world)).toEqual(['place_order\nold', 'place_order\nrecent']);
  clock.ms += 81 * DAY;
  await eventually(async () => expect(await referencesOf(world)).toEqual(['place_order\nrecent']));
  await world.call('POST /orders', { ...aShippingOrder(), external_ref: 'recent' });
  expect(shop.orders.map(({ externalRef }) => externalRef)).toEqual(['old', 'recent']);
  expect(await kit.events.orderCancelled({ orderId: 'recent' })).toEqual({ skipped: 'repeated' });
  expect(await kit.events.orderPaid(aSale('old'))).toEqual({ skipped: 'repeated' });
  expect(service.dataOf('order.created')).toHaveLength(2);
});

it('may be configured to forget sooner', async () => {
  world = await aKit(() => ({ sweep: { everyMs: 10 }, forgetAfterDays: 91 }));
  world.clock.ms -= 92 * DAY;
  world.kit.start();
  await trade(world, 'old');
  world.clock.ms += 92 * DAY;
  await eventually(async () => expect(await referencesOf(world)).toEqual([]));
});

it('does not forget what the catalogue listed when it was last read, however long ago that was', async () => {
  world = await aKit(() => ({ sweep: { everyMs: 10 } }));
  const { kit, clock, call, storage } = world;
  clock.ms -= 400 * DAY;
  await call('GET /products?limit=100');
  kit.start();
  await trade(world, 'old');
  clock.ms += 200 * DAY;
  await eventually(async () => expect(await referencesOf(world)).toEqual([]));
  const stock = { variantId: 'V-1', locationId: '1001', quantity: 3 };
  expect(await kit.events.stockChanged(stock)).toEqual({ queued: expect.any(String) });
  expect(await storage.recordsOf({ kind: 'listed', after: '', limit: 10 })).toHaveLength(1);
});
