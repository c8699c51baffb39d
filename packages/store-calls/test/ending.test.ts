import { writeInventory } from '@hub/store-calls';
import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { clientUnderTest, inventoryReceipt, inventoryWrite, ROOT, store } from './client-under-test';
import { useNock } from './use-nock';

useNock();

const api = () => nock(ROOT).put('/api/inventory');

describe('a process that ends', () => {
  it('starts no attempt: the call is returned unchanged', async () => {
    const { client } = clientUnderTest();
    const never = api().reply(200, inventoryReceipt);
    client.endAttempts();
    const context = { attemptsMade: 1, maybeActed: false };
    expect(await client.send(store, writeInventory(inventoryWrite), context)).toEqual({
      kind: 'postponed',
      reason: 'stopping',
      afterMs: 1_000,
      ...context,
    });
    expect(never.isDone()).toBe(false);
    nock.cleanAll();
  });

  it('cuts the wait for the next attempt short, and reports what the last one may have done', async () => {
    const { client } = clientUnderTest({ retryBaseMs: 4_000 });
    api().reply(() => {
      setImmediate(() => client.endAttempts());
      return [500];
    });
    const never = api().reply(200, inventoryReceipt);
    expect(await client.send(store, writeInventory(inventoryWrite))).toEqual({
      kind: 'postponed',
      reason: 'long_wait',
      afterMs: 4_000,
      attemptsMade: 1,
      maybeActed: true,
    });
    expect(never.isDone()).toBe(false);
    nock.cleanAll();
  });

  it('waits for the attempt in flight, and uses its answer', async () => {
    const { client } = clientUnderTest();
    api().reply(() => {
      client.endAttempts();
      return [200, inventoryReceipt];
    });
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'confirmed',
      attempts: 1,
    });
  });
});
