import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OrderCancelled, OrderCreated, ShippingOrderReceipt } from '@hub/contract';
import type { SimulatedStore } from '../src/start-store';
import { aStore, call, placed, shippingOrder } from './a-store';
import { startFakeHub, type FakeHub } from './fake-hub';

let hub: FakeHub;
let store: SimulatedStore;
beforeEach(async () => {
  hub = await startFakeHub();
  store = await aStore({ eventsUrl: hub.url });
});
afterEach(async () => {
  await store.stop();
  await hub.stop();
});

describe('POST /orders ("Shipping order", D18)', () => {
  it('creates a paid order tagged hub_ship and keeps the references of order and lines', async () => {
    const answer = await call(store, 'POST /orders', shippingOrder('ref-1', [['jacket-m', 2]]));
    expect(answer.status).toBe(200);
    const { order_id: orderId } = ShippingOrderReceipt.parse(answer.body);
    expect(store.order(orderId)).toMatchObject({
      kind: 'shipping',
      externalRef: 'ref-1',
      status: 'created',
      paymentStatus: 'paid',
      tags: ['hub_ship'],
      lines: [{ externalRef: 'ref-1-line-1', variantId: 'jacket-m', quantity: 2, shipped: 0 }],
      document: shippingOrder('ref-1', [['jacket-m', 2]]),
    });
  });

  it('gives the original receipt for the same reference and data, and creates nothing', async () => {
    const first = await call(store, 'POST /orders', shippingOrder('ref-1'));
    const { tag, ...rest } = shippingOrder('ref-1');
    const reordered = { ...rest, tag };
    expect((await call(store, 'POST /orders', reordered)).body).toEqual(first.body);
    expect(store.orders).toHaveLength(1);
    expect(store.inventory('jacket-m')['1001']).toBe(1);
  });

  it('answers 409 idempotency_conflict to the same reference with other data', async () => {
    await placed(store, 'ref-1');
    expect(await call(store, 'POST /orders', shippingOrder('ref-1', [['jacket-m', 2]]))).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    });
    expect(store.orders).toHaveLength(1);
  });

  it('answers 404 unknown_variant, creating nothing and keeping the reference free', async () => {
    const lines: [string, number][] = [
      ['jacket-m', 1],
      ['unknown', 1],
    ];
    expect(await call(store, 'POST /orders', shippingOrder('ref-1', lines))).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_variant', field: 'line_items[1]' } },
    });
    expect(store.orders).toEqual([]);
    expect(store.inventory('jacket-m')['1001']).toBe(2);
    expect((await call(store, 'POST /orders', shippingOrder('ref-1'))).status).toBe(200);
  });

  it('finds a variant by barcode where no variant id is given', async () => {
    const order = shippingOrder('ref-1', [[null, 1]]);
    for (const line of order.line_items) line.barcode = '9520000000005';
    expect((await call(store, 'POST /orders', order)).status).toBe(200);
    expect(store.orders[0]?.lines[0]?.variantId).toBe('jacket-m');
  });

  it("answers 400 to another currency than the store's", async () => {
    const order = { ...shippingOrder('ref-1'), currency: 'SEK' };
    expect(await call(store, 'POST /orders', order)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field: 'currency' } },
    });
  });

  it('lowers the stock at the first location that has the line whole, and reports it', async () => {
    await placed(store, 'ref-1', [['jacket-m', 4]]);
    expect(store.inventory('jacket-m')).toEqual({ '1001': 2, '1002': 1, '9000': 0 });
    await store.until(() => store.deliveries.every((delivery) => delivery.state === 'delivered'));
    expect(hub.dataOf('inventory.updated')).toMatchObject([
      { variant_id: 'jacket-m', location_id: '1002', quantity: 1 },
    ]);
  });

  it('takes a line from several locations where none has it whole', async () => {
    await placed(store, 'ref-1', [['jacket-m', 6]]);
    expect(store.inventory('jacket-m')).toEqual({ '1001': 0, '1002': 1, '9000': 0 });
  });

  it('accepts an order it has too little for, and never goes below 0', async () => {
    await placed(store, 'ref-1', [['hat', 3]]);
    expect(store.inventory('hat')).toEqual({ '1001': 0, '1002': 0, '9000': 0 });
  });
});

describe('a store whose figure decreases with the shipment (D17 stock_deducted_at: shipment)', () => {
  it('does not change the stock at the order, and lowers it by what each package holds', async () => {
    await store.stop();
    store = await aStore({ eventsUrl: hub.url, deducts: 'shipment' });
    const orderId = await placed(store, 'ref-1', [['jacket-m', 4]]);
    expect(store.inventory('jacket-m')).toEqual({ '1001': 2, '1002': 5, '9000': 0 });

    store.ship(orderId, { lines: [{ line: 'ref-1-line-1', quantity: 3 }] });
    expect(store.inventory('jacket-m')).toEqual({ '1001': 2, '1002': 2, '9000': 0 });
    store.ship(orderId);
    expect(store.inventory('jacket-m')).toEqual({ '1001': 1, '1002': 2, '9000': 0 });
  });
});

describe('POST /cancel (D21)', () => {
  const cancel = (orderId: string, externalRef: string) => ({ external_ref: externalRef, order_id: orderId });

  it('stops an order of which nothing has shipped, puts the goods back and reports them', async () => {
    const orderId = await placed(store, 'ref-1', [['jacket-m', 6]]);
    expect(await call(store, 'POST /cancel', cancel(orderId, 'cancel-1'))).toMatchObject({
      status: 200,
      body: { success: true, external_ref: 'cancel-1', order_id: orderId, status: 'stopped' },
    });
    expect(store.order(orderId).status).toBe('cancelled');
    expect(store.inventory('jacket-m')).toEqual({ '1001': 2, '1002': 5, '9000': 0 });
    await store.until(() => hub.dataOf('inventory.updated').length === 4);
    expect(hub.dataOf('order.cancelled')).toEqual([]);
  });

  it('gives the original receipt on repeat, and puts nothing back twice', async () => {
    const orderId = await placed(store, 'ref-1', [['jacket-m', 2]]);
    const first = await call(store, 'POST /cancel', cancel(orderId, 'cancel-1'));
    expect(await call(store, 'POST /cancel', cancel(orderId, 'cancel-1'))).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect((await call(store, 'POST /cancel', cancel(orderId, 'cancel-2'))).status).toBe(200);
    expect(store.inventory('jacket-m')['1001']).toBe(2);
  });

  it('answers 409 order_already_shipped once any quantity is in a package', async () => {
    const orderId = await placed(store, 'ref-1', [
      ['jacket-m', 2],
      ['hat', 1],
    ]);
    store.ship(orderId, { lines: [{ line: 'ref-1-line-1', quantity: 1 }] });
    expect(await call(store, 'POST /cancel', cancel(orderId, 'cancel-1'))).toMatchObject({
      status: 409,
      body: { error: { code: 'order_already_shipped' } },
    });
    expect(store.order(orderId).status).toBe('created');
  });

  it('answers 409 idempotency_conflict to the same reference for another order', async () => {
    const one = await placed(store, 'ref-1');
    const other = await placed(store, 'ref-2');
    await call(store, 'POST /cancel', cancel(one, 'cancel-1'));
    expect(await call(store, 'POST /cancel', cancel(other, 'cancel-1'))).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    });
    expect(store.order(other).status).toBe('created');
  });

  it('answers 404 unknown_order to an order it does not have, or that is its own sale', async () => {
    const { orderId } = store.sell({ lines: [{ variantId: 'hat', quantity: 1, network: true }] });
    for (const id of ['nothing', orderId]) {
      expect(await call(store, 'POST /cancel', cancel(id, `cancel-${id}`))).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_order' } },
      });
    }
  });

  it('confirms a shipping order the store itself could not ship, whose goods stay gone', async () => {
    const orderId = await placed(store, 'ref-1', [['hat', 1]]);
    const { done } = store.cancelOrder(orderId, 'damaged');
    expect(await done).toMatchObject({ event: 'order.cancelled', state: 'delivered' });
    expect((await call(store, 'POST /cancel', cancel(orderId, 'cancel-1'))).status).toBe(200);
    expect(store.inventory('hat')['1001']).toBe(0);
    expect(hub.dataOf('order.cancelled').map((data) => OrderCancelled.parse(data))).toMatchObject([
      { order_id: orderId, reason: 'damaged' },
    ]);
  });
});

describe('a platform that reports what the service caused', () => {
  it('sends order.created of a shipping order, with the tag or the reference as loop guard', async () => {
    await store.stop();
    for (const [orders, guard] of [
      ['tag', { tags: ['hub_ship'] }],
      ['external_ref', { hub_external_ref: 'ref-1' }],
    ] as const) {
      store = await aStore({ eventsUrl: hub.url, echoes: { orders } });
      const orderId = await placed(store, 'ref-1');
      await store.until(() => store.deliveries.some(({ event }) => event === 'order.created'));
      const sent = store.deliveries.find(({ event }) => event === 'order.created');
      const { data } = JSON.parse(String(sent?.body)) as { data: unknown };
      expect(data).toMatchObject({ order_id: orderId, ...guard });
      expect(OrderCreated.safeParse(data).success).toBe(true);
      await store.stop();
    }
  });

  it('sends order.cancelled for what POST /cancel has stopped', async () => {
    await store.stop();
    store = await aStore({ eventsUrl: hub.url, echoes: { cancellations: true } });
    const orderId = await placed(store, 'ref-1');
    await call(store, 'POST /cancel', { external_ref: 'cancel-1', order_id: orderId });
    await store.until(() => hub.dataOf('order.cancelled').length === 1);
    expect(hub.dataOf('order.cancelled')).toEqual([{ order_id: orderId }]);
  });
});

describe('a store that ships automatically', () => {
  it('ships every shipping order whole, unless it was stopped', async () => {
    await store.stop();
    store = await aStore({ eventsUrl: hub.url, autoShip: { afterMs: 500, carrier: 'DHL' } });
    const stopped = await placed(store, 'ref-1');
    await call(store, 'POST /cancel', { external_ref: 'cancel-1', order_id: stopped });
    const shipped = await placed(store, 'ref-2', [['jacket-m', 2]]);
    await store.until(() => hub.dataOf('fulfillment.shipped').length > 0);
    expect(hub.dataOf('fulfillment.shipped')).toMatchObject([{ order_id: shipped, carrier: 'DHL' }]);
    expect(store.order(stopped).lines[0]?.shipped).toBe(0);
  });
});
