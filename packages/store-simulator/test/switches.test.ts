import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { verifySignature } from '@hub/contract';
import { BROKEN_RULES } from '../src/broken-rules/broken-rules';
import type { SimulatedStore } from '../src/start-store';
import { aStore, call, callWith, SECRET, shippingOrder } from './a-store';
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

const place = () => call(store, 'POST /orders', shippingOrder('ref-1'));

describe('switches that break one rule each', () => {
  it('are a list of ids, each with its rule as text', () => {
    const ids = BROKEN_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(40);
    for (const { id, rule } of BROKEN_RULES) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
      expect(rule).toMatch(/^\S.*\.$/);
    }
  });

  it('break the rule until all rules are kept again', async () => {
    store.switches.break('orders-receipt-without-reference');
    expect((await place()).body).not.toHaveProperty('external_ref');
    store.switches.keepAll();
    expect((await place()).body).toMatchObject({ external_ref: 'ref-1' });
  });

  it('are set at the start as well', async () => {
    await store.stop();
    store = await aStore({ broken: ['orders-answered-201'] });
    expect((await place()).status).toBe(201);
    await expect(aStore({ broken: ['nothing'] })).rejects.toThrow('there is no switch nothing');
  });

  it('are listed and set through _control', async () => {
    const control = async (method: string, body?: unknown): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const text = body === undefined ? null : JSON.stringify(body);
      return (await fetch(`${store.apiRoot}/_control/switches`, { method, headers, body: text })).json();
    };
    const id = 'orders-receipt-of-another-status';
    const rule = expect.stringContaining('status created');
    expect(await control('GET')).toContainEqual({ id, rule, broken: false });
    expect(await control('POST', { break: [id] })).toContainEqual({ id, rule, broken: true });
    expect((await place()).body).toMatchObject({ status: 'accepted' });
    expect(await control('POST', { break: ['nothing'] })).toMatchObject({
      error: { code: 'invalid_request' },
    });
    expect(await control('DELETE')).toContainEqual({ id, rule, broken: false });
  });
});

describe('a switch takes effect in its one place', () => {
  it('credentials: a missing bearer token is let in, a wrong one is not', async () => {
    store.switches.break('bearer-not-required');
    const without = await fetch(`${store.apiRoot}/products`);
    expect(without.status).toBe(200);
    expect((await callWith(store, 'GET /products', { bearer: 'another' })).status).toBe(401);
  });

  it('call: twenty repeats at once create several orders, one after the other they do not', async () => {
    store.switches.break('orders-at-once-create-several');
    const first = await place();
    expect((await place()).body).toEqual(first.body);
    // On a busy machine one of them may be over before the next has come: then others are tried.
    let created = 1;
    for (let tried = 1; created === 1 && tried <= 50; tried += 1) {
      const at = () => call(store, 'POST /orders', shippingOrder(`ref-at-once-${tried}`));
      const answers = await Promise.all(Array.from({ length: 20 }, at));
      created = new Set(answers.map(({ body }) => body['order_id'])).size;
    }
    expect(created).toBeGreaterThan(1);
  });

  it('answer: an error has another body, a receipt does not', async () => {
    store.switches.break('error-body-of-its-own');
    expect((await callWith(store, 'GET /products', { bearer: 'another' })).body).toMatchObject({
      code: 'unauthorized',
    });
    expect((await place()).body).toMatchObject({ status: 'created' });
  });

  it('event: the envelope loses a field, and is signed as it is', async () => {
    store.switches.break('event-without-time');
    await store.changeStock('hat', '1001', 4).done;
    const [event] = hub.received;
    expect(event?.envelope).not.toHaveProperty('occurred_at');
    expect(verifySignature({ secrets: [SECRET], body: event?.bytes ?? '', header: event?.signature })).toBe(
      true,
    );
  });

  it('attempt: the resend has another id, signed rightly', async () => {
    store.switches.break('resend-under-another-id');
    hub.answers.push(503);
    await store.changeStock('hat', '1001', 4).done;
    const [first, again] = hub.received;
    expect(again?.envelope).toMatchObject({ data: first?.envelope.data });
    expect(again?.envelope.event_id).not.toBe(first?.envelope.event_id);
    expect(verifySignature({ secrets: [SECRET], body: again?.bytes ?? '', header: again?.signature })).toBe(
      true,
    );
  });

  it('delivery: a 503 ends it', async () => {
    store.switches.break('no-resend-on-5xx');
    hub.answers.push(503);
    expect(await store.changeStock('hat', '1001', 4).done).toMatchObject({
      state: 'given_up',
      attempts: [{}],
    });
  });
});

describe('what a rehearsal needs from a store', () => {
  it('leaves a variant out of the catalogue, and lists it again', async () => {
    const ids = async () => JSON.stringify((await call(store, 'GET /products')).body);
    const list = (listed: boolean) =>
      fetch(`${store.apiRoot}/_control/list`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ variantId: 'hat', listed }),
      });
    await list(false);
    expect(await ids()).not.toContain('"hat"');
    expect(await ids()).toContain('"jacket-m"');
    await list(true);
    expect(await ids()).toContain('"hat"');
  });

  it('D2: verifies an older secret too, and signs with the first', async () => {
    await store.stop();
    store = await aStore({ signingSecret: 'new', olderSecrets: [SECRET], eventsUrl: hub.url });
    expect((await place()).status).toBe(200);
    const { deliveries } = store;
    await deliveries[0]?.done;
    const [event] = hub.received;
    const signed = { body: event?.bytes ?? '', header: event?.signature };
    expect(verifySignature({ secrets: ['new'], ...signed })).toBe(true);
  });
});
