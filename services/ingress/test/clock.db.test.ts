import { sign } from '@hub/contract';
import { openKeys } from '@hub/installation';
import type { Component } from '@hub/runtime';
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
import { startIngress } from '../src/start-ingress';
import { ingressConfig, logger } from './test-ingress';

let database: TestDatabase;
const components: Component[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await openKeys(database.db, { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  await aShop(database.db, { slug: 'off', capabilities: ALL_OFF });
}, 60_000);
afterAll(() => database.drop());
afterEach(async () => {
  for (const component of components.splice(0).toReversed()) await component.stop();
});

async function anIngress(aheadMs: number): Promise<string> {
  const config = await ingressConfig(database);
  await startIngress({ config, logger, ownClock: { now: () => Date.now() + aheadMs } }, components);
  return `http://127.0.0.1:${config.INGRESS_PORT}`;
}

/** An event of a capability that is off: a 403 shows that its time was accepted (D3's order). */
async function send(url: string, occurredAt: number) {
  const data = anInventoryUpdate();
  const envelope = anEnvelope('inventory.updated', data, {
    occurred_at: new Date(occurredAt).toISOString(),
  });
  const body = JSON.stringify(envelope);
  const headers = { 'X-HUB-Signature': sign('secret-of-off', body) };
  const response = await fetch(`${url}/shops/off/events`, { method: 'POST', body, headers });
  return [response.status, JSON.parse(await response.text()).error.code];
}

describe('Clocks: an ingress whose clock differs from that of the database', () => {
  it.each([
    ['30 s behind judges by the database', -30_000, 0, 403],
    ['30 s behind still refuses a time after the database', -30_000, 7_000, 422],
    ['30 s ahead judges by its own clock', 30_000, 28_000, 403],
  ])('%s', async (_what, aheadMs, occursInMs, status) => {
    const url = await anIngress(aheadMs);
    await eventually(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200));
    expect(await send(url, Date.now() + occursInMs)).toEqual([
      status,
      status === 403 ? 'capability_disabled' : 'future_timestamp',
    ]);
  });

  it.each([
    ['behind', -90_000],
    ['ahead', 90_000],
  ])('90 s %s is not ready, and answers every event 503', async (_which, aheadMs) => {
    const url = await anIngress(aheadMs);
    const schema = components.find(({ name }) => name === 'schema');
    await eventually(async () => expect(await schema?.ready?.()).toBe(true));
    expect(await send(url, Date.now())).toEqual([503, 'temporary_failure']);
    const ready = await fetch(`${url}/health/ready`);
    expect(await ready.json()).toMatchObject({
      ready: false,
      parts: expect.arrayContaining([{ name: 'clock', ready: false }]),
    });
  });
});
