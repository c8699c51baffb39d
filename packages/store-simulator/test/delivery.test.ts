import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InventoryUpdated, readEnvelope, verifySignature } from '@hub/contract';
import { DELIVERY_DELAYS_MS } from '../src/delivery/delays';
import type { SimulatedStore } from '../src/start-store';
import { aStore, SECRET } from './a-store';
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

describe('an event', () => {
  it('goes out in the envelope, signed over its exact bytes (D2, "Events")', async () => {
    const { eventId } = await store.changeStock('hat', '1001', 9).done;
    const [event] = hub.received;
    expect(event?.contentType).toBe('application/json');
    expect(
      verifySignature({ secrets: [SECRET], body: event?.bytes ?? '', header: event?.signature ?? '' }),
    ).toBe(true);
    expect(event?.envelope).toMatchObject({
      spec_version: '1',
      event: 'inventory.updated',
      event_id: eventId,
    });
    expect(readEnvelope(event?.bytes ?? Buffer.alloc(0), Date.now()).ok).toBe(true);
    expect(InventoryUpdated.safeParse(event?.envelope.data).success).toBe(true);
  });

  it('is recorded and not sent where there is no address', async () => {
    await store.stop();
    store = await aStore();
    expect(await store.changeStock('hat', '1001', 9).done).toMatchObject({ state: 'unsent', attempts: [] });
    store.sendEventsTo(hub.url);
    expect(await store.changeStock('hat', '1001', 8).done).toMatchObject({ state: 'delivered' });
  });
});

it('an event goes to the address that was set when it happened', async () => {
  store.sendEventsTo('http://127.0.0.1:1/events');
  const lost = store.changeStock('hat', '1001', 9);
  store.sendEventsTo(hub.url);
  expect(await lost.done).toMatchObject({ state: 'given_up' });
  expect(hub.received).toEqual([]);
});

describe('delivery rules', () => {
  it('sends identical bytes again on no answer and on 5xx, until the 200', async () => {
    hub.answers.push('cut', 503);
    const delivery = await store.changeStock('hat', '1001', 9).done;
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: [
        { answer: null, failure: expect.any(String) },
        { answer: { status: 503, code: 'invalid_request' } },
        { answer: { status: 200, outcome: 'accepted' } },
      ],
    });
    expect(hub.received).toHaveLength(3);
    expect(hub.received.map(({ bytes }) => bytes.equals(delivery.body))).toEqual([true, true, true]);
    expect(new Set(hub.received.map(({ signature }) => signature)).size).toBe(1);
  });

  it('never repeats an event that met a 4xx', async () => {
    hub.answers.push(422);
    expect(await store.changeStock('hat', '1001', 9).done).toMatchObject({
      state: 'rejected',
      answer: { status: 422, code: 'invalid_request', field: 'data.order_id' },
      attempts: [{}],
    });
    expect(hub.received).toHaveLength(1);
  });

  it('gives up after its attempts, and can be made to send the same bytes again', async () => {
    hub.answers.push(500, 502, 503);
    const { eventId } = store.changeStock('hat', '1001', 9);
    expect(await store.delivered(eventId)).toMatchObject({ state: 'given_up', attempts: [{}, {}, {}] });

    store.resend(eventId);
    expect(await store.delivered(eventId)).toMatchObject({ state: 'delivered', attempts: [{}] });
    expect(new Set(hub.received.map(({ bytes }) => bytes.toString())).size).toBe(1);
  });

  it('by default makes at least three attempts over at least fifteen minutes', () => {
    expect(DELIVERY_DELAYS_MS.length).toBeGreaterThanOrEqual(3);
    expect(DELIVERY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThanOrEqual(15 * 60_000);
  });

  it('ends a waiting delivery when the store stops', async () => {
    await store.stop();
    store = await aStore({ eventsUrl: hub.url, deliveryDelaysMs: [0, 600_000] });
    hub.answers.push(503);
    const delivery = store.changeStock('hat', '1001', 9);
    await store.until(() => delivery.attempts.length === 1);
    await store.stop();
    expect(delivery.state).toBe('given_up');
  });

  it('sends any event a test needs, with any id and time', async () => {
    await store.send('order.eaten', { a: 1 }, { eventId: 'e-1', occurredAt: '2020-01-01T00:00:00Z' }).done;
    expect(hub.received[0]?.envelope).toEqual({
      spec_version: '1',
      event: 'order.eaten',
      event_id: 'e-1',
      occurred_at: '2020-01-01T00:00:00Z',
      data: { a: 1 },
    });
    expect(() => store.resend('e-2')).toThrow('no event');
  });
});

describe('what the store prints', () => {
  it('says as text what happens', async () => {
    const printed: string[] = [];
    await store.stop();
    store = await aStore({ eventsUrl: hub.url, onEvent: (text) => printed.push(text) });
    hub.answers.push(503);
    const { orderId, delivery } = store.sell({
      lines: [{ variantId: 'hat', quantity: 1, network: true, title: 'Hat' }],
    });
    await delivery.done;
    expect(printed).toEqual([
      `test-shop: sold 1 × Hat (for the network to ship): order ${orderId}`,
      'test-shop: order.created met 503 invalid_request data.order_id; the same bytes go again later',
      'test-shop: order.created was answered 200 accepted',
    ]);
  });

  it('says what did not happen when a wait runs out', async () => {
    await expect(store.until(() => store.returns.length === 1, 5)).rejects.toThrow('not so within 5 ms');
  });
});
