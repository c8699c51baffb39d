import type { EventAnswer } from '@hub/messaging';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { partOf, storeOrder, type StoredOrder } from './stored-order';
import { openAlerts, viewOrder } from './views';
import { WorkerWorld, type ShopWithStore } from './worker-world';

let world: WorkerWorld;
let seller: ShopWithStore;
beforeAll(async () => {
  world = await WorkerWorld.open();
  seller = await world.shop();
}, 60_000);
afterAll(() => world.close(), 60_000);

const STOPPED: EventAnswer = { kind: 'answered', verdict: { status: 200, outcome: 'stopped' } };
const UNANSWERED = { kind: 'unanswered' };

async function anOrderAt(...shops: ShopWithStore[]): Promise<StoredOrder> {
  const shippingOrders = [];
  for (const shop of shops)
    shippingOrders.push({ shopId: shop.id, state: 'placed', placedAs: await world.place(shop) } as const);
  return storeOrder(world.db, { sellingShopId: seller.id, shippingOrders });
}

const everyStatus = (shops: ShopWithStore[]) =>
  shops.flatMap(({ store }) => store.orders.map(({ status }) => status));

describe('an order at two shops, one of them down', () => {
  it('is answered 503, then stopped by the background engine alone; the resend finds it stopped', async () => {
    const shops = [await world.shop(), await world.shop()];
    const order = await anOrderAt(...shops);
    const repair = shops[0]?.store.faults.add({
      endpoint: 'POST /cancel',
      fault: { kind: 'status', status: 500 },
    });
    expect(await world.cancel(seller, order.orderId, { eventId: 'E-1', timeoutMs: 500 })).toEqual(UNANSWERED);
    await eventually(async () =>
      expect(await viewOrder(world.db, order.id)).toMatchObject({
        order: 'stopping',
        shippingOrders: ['placed', 'stopped'],
      }),
    );
    repair?.();
    await eventually(async () =>
      expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped' }),
    );
    expect(everyStatus(shops)).toEqual(['cancelled', 'cancelled']);
    expect(await world.cancel(seller, order.orderId, { eventId: 'E-1' })).toEqual(STOPPED);
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it('is stopped by a restarted worker where the first stopped midway', async () => {
    const shops = [await world.shop(), await world.shop()];
    const order = await anOrderAt(...shops);
    const repair = shops[1]?.store.faults.add({
      endpoint: 'POST /cancel',
      fault: { kind: 'status', status: 500 },
    });
    expect(await world.cancel(seller, order.orderId, { eventId: 'E-2', timeoutMs: 500 })).toEqual(UNANSWERED);
    await world.stopWorker();
    repair?.();
    await world.startWorker();
    expect(await world.cancel(seller, order.orderId, { eventId: 'E-2' })).toEqual(STOPPED);
    expect(everyStatus(shops)).toEqual(['cancelled', 'cancelled']);
  });
});

it('a shop that cannot ship is answered stopped after its POST /cancel, and its line asks for another shop', async () => {
  const shipper = await world.shop();
  const order = await anOrderAt(shipper);
  const storeOrderId = partOf(order).storeOrderId ?? '';
  shipper.store.cancelOrder(storeOrderId, 'damaged');
  expect(await world.cancel(shipper, storeOrderId)).toEqual(STOPPED);
  expect(shipper.store.requests).toContainEqual(
    expect.objectContaining({ endpoint: 'POST /cancel', status: 200 }),
  );
  expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'accepted', lines: ['waiting'] });
});

it('D12: the answers to many cancellations at once each reach their own sender', async () => {
  const shipper = await world.shop();
  const orders = await Promise.all(Array.from({ length: 12 }, () => anOrderAt(shipper)));
  const unknown = orders.map(({ orderId }) => world.cancel(seller, `not ${orderId}`));
  const known = orders.map(({ orderId }) => world.cancel(seller, orderId));
  expect(await Promise.all(known)).toEqual(orders.map(() => STOPPED));
  for (const answer of await Promise.all(unknown))
    expect(answer).toMatchObject({ verdict: { status: 404, code: 'unknown_order' } });
});
