import { writeInventory } from '@hub/store-calls';
import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { clientUnderTest, inventoryReceipt, inventoryWrite, ROOT, store } from './client-under-test';
import { useNock } from './use-nock';

useNock();

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const clock = { now: () => NOW };
const api = () => nock(ROOT).put('/api/inventory');
const refusedConnection = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
const lostConnection = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

describe('three attempts per call (D23)', () => {
  it.each([429, 500, 502, 503, 504])('%i is retried and may succeed', async (status) => {
    const { client } = clientUnderTest();
    api().twice().reply(status);
    api().reply(200, inventoryReceipt);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'confirmed',
      attempts: 3,
    });
  });

  it('sends the same bytes and signature every time', async () => {
    const { client } = clientUnderTest();
    const seen: unknown[] = [];
    const remember = function (this: nock.ReplyFnContext, _uri: string, body: nock.Body) {
      seen.push([body, this.req.headers['x-hub-signature'], this.req.headers['authorization']]);
      return [500] as const;
    };
    api().thrice().reply(remember);
    await client.send(store, writeInventory(inventoryWrite));
    expect(seen).toHaveLength(3);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('5xx on every attempt: unavailable, and the store may have acted', async () => {
    const { client } = clientUnderTest();
    api()
      .thrice()
      .reply(500, { error: { code: 'temporary_failure', message: '' } });
    expect(await client.send(store, writeInventory(inventoryWrite))).toEqual({
      kind: 'unavailable',
      reason: 'status',
      status: 500,
      code: 'temporary_failure',
      retryAfterMs: null,
      maybeActed: true,
      attempts: 3,
    });
    expect(nock.isDone()).toBe(true);
  });

  it('429 on every attempt: rate limited, and the store has not acted', async () => {
    const { client } = clientUnderTest();
    api().twice().reply(429);
    api().reply(429, '', { 'Retry-After': '40' });
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'unavailable',
      reason: 'rate_limited',
      retryAfterMs: 40_000,
      maybeActed: false,
    });
  });

  it('no connection on every attempt: the store has not acted', async () => {
    const { client } = clientUnderTest();
    api().thrice().replyWithError(refusedConnection);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'unavailable',
      reason: 'network',
      status: null,
      code: 'ECONNREFUSED',
      maybeActed: false,
      attempts: 3,
    });
  });

  it('one lost connection among refused ones: the store may have acted', async () => {
    const { client } = clientUnderTest();
    api().replyWithError(refusedConnection);
    api().replyWithError(lostConnection);
    api().replyWithError(refusedConnection);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      reason: 'network',
      maybeActed: true,
    });
  });

  it('an attempt without an answer in time is retried', async () => {
    const { client } = clientUnderTest({ timeoutMs: 400 });
    api().twice().delay(5_000).reply(200, inventoryReceipt);
    api().reply(200, inventoryReceipt);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'confirmed',
      attempts: 3,
    });
  });

  it('no answer on every attempt: a timeout, and the store may have acted', async () => {
    const { client } = clientUnderTest({ timeoutMs: 20 });
    api().thrice().delay(5_000).reply(200, inventoryReceipt);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'unavailable',
      reason: 'timeout',
      status: null,
      maybeActed: true,
      attempts: 3,
    });
  });

  it('fewer attempts if the caller asks for fewer', async () => {
    const { client } = clientUnderTest();
    api().reply(500);
    const outcome = await client.send(store, writeInventory(inventoryWrite), { maxAttempts: 1 });
    expect(outcome).toMatchObject({ kind: 'unavailable', attempts: 1 });
  });
});

describe('Retry-After (D23)', () => {
  it.each([
    ['seconds', '6', 6_000],
    ['a date', 'Sat, 21 Nov 2026 12:00:08 GMT', 8_000],
    ['more than the cap', '3600', 120_000],
  ])('a wait of more than 5 s, given as %s, defers the call', async (_what, header, afterMs) => {
    const { client } = clientUnderTest({ clock });
    api().reply(429, '', { 'Retry-After': header });
    expect(await client.send(store, writeInventory(inventoryWrite))).toEqual({
      kind: 'postponed',
      reason: 'long_wait',
      afterMs,
      attemptsMade: 1,
      maybeActed: false,
    });
  });

  it('a past date is no wait', async () => {
    const { client } = clientUnderTest({ clock });
    api().reply(503, '', { 'Retry-After': 'Sat, 21 Nov 2026 11:59:00 GMT' });
    api().reply(200, inventoryReceipt);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'confirmed',
      attempts: 2,
    });
  });

  it('a wait the caller accepts is waited for', async () => {
    const { client } = clientUnderTest();
    api().reply(429, '', { 'Retry-After': '0.05' });
    api().reply(200, inventoryReceipt);
    const startedAt = performance.now();
    const outcome = await client.send(store, writeInventory(inventoryWrite), { maxWaitMs: 50 });
    expect(outcome).toMatchObject({ kind: 'confirmed', attempts: 2 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(48);
  });

  it('a long backoff defers as well', async () => {
    const { client } = clientUnderTest({ retryBaseMs: 10_000, random: () => 0.9 });
    api().replyWithError(lostConnection);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'postponed',
      reason: 'long_wait',
      afterMs: 9_000,
      maybeActed: true,
    });
  });

  it('a deferred call continues with its remaining attempts', async () => {
    const { client } = clientUnderTest();
    api().reply(429, '', { 'Retry-After': '60' });
    const first = await client.send(store, writeInventory(inventoryWrite));
    expect(first).toMatchObject({ kind: 'postponed', attemptsMade: 1 });

    api().twice().reply(429, '', { 'Retry-After': '0' });
    const context = first.kind === 'postponed' ? first : {};
    expect(await client.send(store, writeInventory(inventoryWrite), context)).toMatchObject({
      kind: 'unavailable',
      attempts: 3,
      maybeActed: false,
    });
  });

  it('earlier attempts are unknown unless the caller states them: the store may have acted', async () => {
    const { client } = clientUnderTest();
    api().reply(429);
    const outcome = await client.send(store, writeInventory(inventoryWrite), { attemptsMade: 2 });
    expect(outcome).toMatchObject({ kind: 'unavailable', attempts: 3, maybeActed: true });
  });

  it('a call whose attempts were miscounted still gets one', async () => {
    const { client } = clientUnderTest();
    api().reply(200, inventoryReceipt);
    const outcome = await client.send(store, writeInventory(inventoryWrite), { attemptsMade: 9 });
    expect(outcome).toMatchObject({ kind: 'confirmed', attempts: 3 });
  });
});
