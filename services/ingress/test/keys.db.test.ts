import { sign } from '@hub/contract';
import { inTransaction } from '@hub/database';
import { openKeys } from '@hub/installation';
import type { Component } from '@hub/runtime';
import { removeShop } from '@hub/shops';
import {
  ALL_OFF,
  anEnvelope,
  anInventoryUpdate,
  aShop,
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ingressConfig, runIngress } from './test-ingress';

/** The ingress over HTTP, on a real database whose shops another key encrypted. */
let database: TestDatabase;
const components: Component[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await aShop(database.db, { slug: 'nordic' });
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const component of components.splice(0).toReversed()) await component.stop();
});

const anIngress = async (key: string): Promise<string> =>
  runIngress(await ingressConfig(database, { HUB_ENCRYPTION_KEY: key }), components);

async function send(url: string, slug: string): Promise<number> {
  const body = JSON.stringify(anEnvelope('inventory.updated', anInventoryUpdate()));
  const headers = { 'X-HUB-Signature': sign(`secret-of-${slug}`, body) };
  return (await fetch(`${url}/shops/${slug}/events`, { method: 'POST', body, headers })).status;
}

describe('an ingress with another key than the shops were encrypted with', () => {
  it('D3: answers their events 503, for a 401 would end delivery; an address without a shop is 401 as always', async () => {
    await openKeys(database.db, { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
    const url = await anIngress('ab'.repeat(32));
    await eventually(async () => expect(await send(url, 'nobody')).toBe(401));
    expect(await send(url, 'nordic')).toBe(503);
    const ready = await fetch(`${url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      parts: expect.arrayContaining([{ name: 'keys', ready: false }]),
    });
    // It reports the problem itself: no shop is at fault.
    expect(await database.db.alert.count()).toBe(0);
  });
});

describe('an ingress while a shop is removed', () => {
  it('D25: its door closes: 401, as for an address without a shop, whatever the signature', async () => {
    await openKeys(database.db, { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
    await aShop(database.db, { slug: 'leaving', capabilities: ALL_OFF });
    const url = await anIngress(TEST_ENCRYPTION_KEY);
    await eventually(async () => expect(await send(url, 'leaving')).toBe(403));
    const removed = await inTransaction(database.db, (tx) =>
      removeShop(tx, { slug: 'leaving', by: 'cli:test' }),
    );
    expect(removed).toMatchObject({ kind: 'removed' });
    await eventually(async () => expect(await send(url, 'leaving')).toBe(401));
  });
});
