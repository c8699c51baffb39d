import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SimulatedStore } from '../src/start-store';
import { aStore, call, placed, shippingOrder } from './a-store';
import { startFakeHub, type FakeHub } from './fake-hub';

let hub: FakeHub;
let store: SimulatedStore;
beforeEach(async () => {
  hub = await startFakeHub();
  store = await aStore({ eventsUrl: hub.url, control: true });
});
afterEach(async () => {
  await store.stop();
  await hub.stop();
});

/** Calls a control endpoint, without credentials. */
async function control(target: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const [method = '', path = ''] = target.split(' ');
  const response = await fetch(`${store.apiRoot}/_control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe('the control endpoints', () => {
  it('sell, with the answer of the service', async () => {
    const { body } = await control('POST sell', { lines: [{ variantId: 'hat' }], address: { city: 'Umeå' } });
    expect(body).toMatchObject({
      orderId: store.orders[0]?.orderId,
      lines: [{ variantId: 'hat', quantity: 1 }],
      state: 'delivered',
      attempts: 1,
      answer: { status: 200, outcome: 'accepted' },
    });
    expect(hub.dataOf('order.created')).toMatchObject([{ shipping_address: { city: 'Umeå' } }]);
  });

  it('ship, return, cancel, stock and resend', async () => {
    const orderId = await placed(store, 'ref-1');
    await control('POST ship', { orderId, carrier: 'DHL', trackingNumber: 'D1' });
    await control('POST return', { orderId, customerNote: 'too big' });
    await control('POST cancel', { orderId: await placed(store, 'ref-2'), reason: 'damaged' });
    const { body } = await control('POST stock', { variantId: 'hat', locationId: '1001', quantity: 8 });
    expect(hub.dataOf('fulfillment.shipped')).toMatchObject([{ order_id: orderId, carrier: 'DHL' }]);
    expect(hub.dataOf('return.created')).toMatchObject([{ order_id: orderId, customer_note: 'too big' }]);
    expect(hub.dataOf('order.cancelled')).toMatchObject([{ reason: 'damaged' }]);
    expect(store.inventory('hat')['1001']).toBe(8);

    const { eventId } = body as { eventId: string };
    await control('POST resend', { eventId });
    expect(hub.received.filter(({ envelope }) => envelope.event_id === eventId)).toHaveLength(2);
  });

  it('answer at the first attempt, and let the retries continue', async () => {
    hub.answers.push(503);
    const { body } = await control('POST stock', { variantId: 'hat', locationId: '1001', quantity: 8 });
    expect(body).toMatchObject({ answer: { status: 503 }, attempts: 1 });
    await store.until(() => store.deliveries[0]?.state === 'delivered');
  });

  it('add and clear faults', async () => {
    const fault = { endpoint: 'POST /orders', times: 2, fault: { kind: 'status', status: 503 } };
    expect((await control('POST faults', fault)).body).toEqual({ pending: [fault] });
    expect((await call(store, 'POST /orders', shippingOrder('ref-1'))).status).toBe(503);
    expect((await control('DELETE faults')).body).toEqual({ pending: [] });
    expect((await call(store, 'POST /orders', shippingOrder('ref-1'))).status).toBe(200);
  });

  it('show the state: orders, notifications, deliveries, requests, faults', async () => {
    const orderId = await placed(store, 'ref-1');
    await store.until(() => store.deliveries.every(({ state }) => state === 'delivered'));
    expect((await control('GET state')).body).toMatchObject({
      slug: 'test-shop',
      products: 2,
      orders: [{ orderId, kind: 'shipping', externalRef: 'ref-1' }],
      notifications: [],
      returns: [],
      faults: [],
      deliveries: [
        { event: 'inventory.updated', state: 'delivered', attempts: [{ answer: { status: 200 } }] },
      ],
      requests: [{ endpoint: 'POST /orders', status: 200 }],
    });
  });

  it('answer 400 with the fault to an impossible request', async () => {
    for (const [target, body] of [
      ['POST sell', { lines: [] }],
      ['POST sell', {}],
      ['POST ship', { orderId: 'nothing' }],
      ['POST faults', { endpoint: 'POST /orders', fault: { kind: 'magic' } }],
      ['POST faults', { endpoint: 'POST /nothing', fault: { kind: 'drop', when: 'after' } }],
      ['POST stock', undefined],
    ] as const) {
      const answer = await control(target, body);
      expect([target, answer.status, answer.body]).toEqual([
        target,
        400,
        { error: { code: 'invalid_request', message: expect.stringMatching(/./) } },
      ]);
    }
  });
});
