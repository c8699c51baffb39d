import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OrderCreated, ReturnReceipt, TrackingReceipt } from '@hub/contract';
import type { SimulatedStore } from '../src/start-store';
import { aStore, call, placed } from './a-store';
import { startFakeHub, type FakeHub } from './fake-hub';

let hub: FakeHub;
let store: SimulatedStore;
beforeEach(async () => {
  hub = await startFakeHub();
  store = await aStore({ eventsUrl: hub.url, echoes: { inventory: true } });
});
afterEach(async () => {
  await store.stop();
  await hub.stop();
});

/** An order with a hat from the network and two jackets of the store's own. */
function aSale(): ReturnType<SimulatedStore['sell']> {
  return store.sell({
    lines: [
      { variantId: 'hat', quantity: 1, network: true, unitPrice: 20 },
      { variantId: 'jacket-m', quantity: 2, network: false, unitPrice: 99.9 },
    ],
    shippingCost: 4.9,
    totalDiscounts: 10,
    address: { city: 'Uppsala', email: 'robin@example.com' },
  });
}

describe('a sale', () => {
  it('sends one valid order.created with every line, each with the location that ships it', async () => {
    const { orderId, lines, delivery } = aSale();
    expect(await delivery.done).toMatchObject({
      state: 'delivered',
      answer: { status: 200, outcome: 'accepted' },
    });
    const [data] = hub.dataOf('order.created');
    expect(OrderCreated.safeParse(data).success).toBe(true);
    expect(data).toMatchObject({
      order_id: orderId,
      payment_status: 'paid',
      currency: 'EUR',
      shipping_address: { city: 'Uppsala', country_code: 'SE' },
      shipping_cost: 4.9,
      total_discounts: 10,
      line_items: [
        {
          line_item_id: lines[0]?.lineId,
          variant_id: 'hat',
          unit_price: 20,
          fulfillment_location_id: '9000',
        },
        { line_item_id: lines[1]?.lineId, quantity: 2, fulfillment_location_id: '1001' },
      ],
    });
  });

  it('lowers the stock of what the store itself ships, and its network figure, never below 0', async () => {
    await call(store, 'PUT /inventory', { variant_id: 'hat', location_id: '9000', quantity: 1 });
    aSale();
    expect(store.inventory('jacket-m')['1001']).toBe(0);
    expect(store.inventory('hat')).toEqual({ '1001': 1, '1002': 0, '9000': 0 });
    aSale();
    expect(store.inventory('hat')['9000']).toBe(0);
  });

  it('puts everything back when cancelled', async () => {
    await call(store, 'PUT /inventory', { variant_id: 'hat', location_id: '9000', quantity: 3 });
    const { orderId } = aSale();
    await store.cancelOrder(orderId).done;
    expect(store.order(orderId).status).toBe('cancelled');
    expect(store.inventory('hat')['9000']).toBe(3);
    expect(store.inventory('jacket-m')['1001']).toBe(2);
    expect(hub.dataOf('order.cancelled')).toMatchObject([{ order_id: orderId }]);
  });

  it('can be given what no honest store would send', async () => {
    await store.sell({
      lines: [{ variantId: 'hat', quantity: 1, network: true }],
      paymentStatus: 'pending',
      data: { shipping_cost: null },
    }).delivery.done;
    expect(hub.dataOf('order.created')).toMatchObject([{ payment_status: 'pending', shipping_cost: null }]);
  });
});

describe('PUT /orders/{order_id}/tracking (D20)', () => {
  const tracking = (lineId: string | undefined, quantity = 1) => ({
    external_ref: 'package-1',
    carrier: 'PostNord',
    tracking_number: 'PN1',
    tracking_url: 'https://track.example.com/PN1',
    shipped_at: '2026-11-21T09:00:00Z',
    line_items: [{ line_item_id: lineId, quantity }],
  });

  it('notifies the customer once, however often the same package comes', async () => {
    const { orderId, lines } = aSale();
    const path = `PUT /orders/${orderId}/tracking`;
    const first = await call(store, path, tracking(lines[0]?.lineId));
    expect(first.status).toBe(200);
    expect(TrackingReceipt.parse(first.body)).toEqual({
      success: true,
      external_ref: 'package-1',
      order_id: orderId,
    });
    expect((await call(store, path, tracking(lines[0]?.lineId))).body).toEqual(first.body);
    expect(store.notifications).toEqual([
      {
        orderId,
        externalRef: 'package-1',
        carrier: 'PostNord',
        trackingNumber: 'PN1',
        trackingUrl: 'https://track.example.com/PN1',
        lines: [{ lineId: lines[0]?.lineId, quantity: 1 }],
      },
    ]);
  });

  it('answers 409 to the same reference for other data or another order', async () => {
    const { orderId, lines } = aSale();
    const other = aSale();
    await call(store, `PUT /orders/${orderId}/tracking`, tracking(lines[0]?.lineId));
    const changed = { ...tracking(lines[0]?.lineId), tracking_number: 'PN2' };
    expect((await call(store, `PUT /orders/${orderId}/tracking`, changed)).status).toBe(409);
    const elsewhere = await call(store, `PUT /orders/${other.orderId}/tracking`, tracking(lines[0]?.lineId));
    expect(elsewhere).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
  });

  it('answers 404 to an unknown order, a shipping order, and an unknown line', async () => {
    const { orderId } = aSale();
    const shippingOrderId = await placed(store, 'ref-1');
    for (const id of ['nothing', shippingOrderId]) {
      expect(await call(store, `PUT /orders/${id}/tracking`, tracking('line'))).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_order' } },
      });
    }
    expect(await call(store, `PUT /orders/${orderId}/tracking`, tracking('nothing'))).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_line', field: 'line_items[0].line_item_id' } },
    });
    expect(store.notifications).toEqual([]);
  });

  it('answers 400 to more than was ordered, over all packages', async () => {
    const { orderId, lines } = aSale();
    const path = `PUT /orders/${orderId}/tracking`;
    await call(store, path, tracking(lines[0]?.lineId));
    const another = { ...tracking(lines[0]?.lineId), external_ref: 'package-2' };
    const answer = await call(store, path, another);
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'line_items[0].quantity' } } });
  });

  it('finds an order whose id needs escaping in a path', async () => {
    await store.stop();
    store = await aStore({ slug: 'shop.åäö 1' });
    const { orderId, lines } = aSale();
    const path = `PUT /orders/${encodeURIComponent(orderId)}/tracking`.replace(' 1', '%201');
    expect((await call(store, path, tracking(lines[0]?.lineId))).status).toBe(200);
  });
});

describe('POST /returns (D22)', () => {
  const request = (orderId: string, lineId: string | undefined, quantity = 1) => ({
    external_ref: 'return-1',
    order_id: orderId,
    lines: [{ order_line_id: lineId, quantity, reason: 'too small' }],
  });

  it('registers one return, and answers the same reference with the same return_id', async () => {
    const { orderId, lines } = aSale();
    const first = await call(store, 'POST /returns', request(orderId, lines[0]?.lineId));
    const receipt = ReturnReceipt.parse(first.body);
    expect(receipt.external_ref).toBe('return-1');
    expect((await call(store, 'POST /returns', request(orderId, lines[0]?.lineId))).body).toEqual(first.body);
    expect(store.returns).toEqual([
      {
        returnId: receipt.return_id,
        orderId,
        externalRef: 'return-1',
        lines: [{ lineId: lines[0]?.lineId, quantity: 1, reason: 'too small' }],
      },
    ]);
  });

  it('answers 409 to other data, 404 to an unknown order or line, 400 to a part of a line', async () => {
    const { orderId, lines } = aSale();
    const part = await call(store, 'POST /returns', request(orderId, lines[1]?.lineId, 1));
    expect(part).toMatchObject({ status: 400, body: { error: { field: 'lines[0].quantity' } } });
    const unknownLine = await call(store, 'POST /returns', request(orderId, 'nothing'));
    expect(unknownLine).toMatchObject({ status: 404, body: { error: { code: 'unknown_line' } } });
    const unknownOrder = await call(store, 'POST /returns', request('nothing', 'nothing'));
    expect(unknownOrder).toMatchObject({ status: 404, body: { error: { code: 'unknown_order' } } });

    await call(store, 'POST /returns', request(orderId, lines[0]?.lineId));
    const conflict = await call(store, 'POST /returns', request(orderId, lines[1]?.lineId, 2));
    expect(conflict).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
    expect(store.returns).toHaveLength(1);
  });

  it('reports the return back where the platform does, with only its own line ids', async () => {
    await store.stop();
    store = await aStore({ eventsUrl: hub.url, echoes: { returns: true } });
    const { orderId, lines } = aSale();
    await call(store, 'POST /returns', request(orderId, lines[0]?.lineId));
    await store.until(() => hub.dataOf('return.created').length === 1);
    expect(hub.dataOf('return.created')).toEqual([
      { order_id: orderId, lines: [{ order_line_id: lines[0]?.lineId, quantity: 1 }] },
    ]);
  });
});
