import { strict } from 'node:assert';
import { sign, type Verdict } from '@hub/contract';
import { allQueues, queueNames } from '@hub/messaging';
import type { Component } from '@hub/runtime';
import {
  anEnvelope,
  anInventoryUpdate,
  aShop,
  createTestDatabase,
  eventually,
  purgeBroker,
  testAmqpUrl,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { connect, type ChannelModel } from 'amqplib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ingressConfig, runIngress } from './test-ingress';

const SHARDS = 4;
const QUEUE = 'inventory.inventory.updated';
const VERDICT: Verdict = { status: 200, outcome: 'accepted' };

let database: TestDatabase;
let worker: ChannelModel;
let url: string;
const components: Component[] = [];
/** The queue that brought each event, by its sender. */
const brought = new Map<number, string[]>();
beforeAll(async () => {
  database = await createTestDatabase();
  await purgeBroker(testAmqpUrl(), queueNames(allQueues(SHARDS)));
  const config = await ingressConfig(database, { EVENT_SHARDS: SHARDS });
  url = await runIngress(config, components);
  await eventually(async () => strict.equal((await fetch(`${url}/health/ready`)).status, 200));
  worker = await connect(testAmqpUrl(), { noDelay: true });
  const channel = await worker.createChannel();
  const answer = Buffer.from(JSON.stringify(VERDICT));
  for (const { name, shardOf = name } of allQueues(SHARDS))
    if (shardOf === QUEUE)
      await channel.consume(
        name,
        (message) => {
          const { replyTo, correlationId, headers } = message?.properties ?? {};
          const shopId = Number(headers?.['x-shop-id']);
          brought.set(shopId, [...(brought.get(shopId) ?? []), name]);
          channel.publish('', String(replyTo), answer, { correlationId });
        },
        { noAck: true },
      );
});
afterAll(async () => {
  await worker.close();
  for (const component of components.toReversed()) await component.stop();
  await purgeBroker(testAmqpUrl(), queueNames(allQueues(SHARDS)));
  await database.drop();
});

async function send(shop: StoredShop): Promise<number> {
  const body = JSON.stringify(anEnvelope('inventory.updated', anInventoryUpdate()));
  const headers = { 'X-HUB-Signature': sign(shop.signingSecret, body) };
  const response = await fetch(`${url}/shops/${shop.slug}/events`, { method: 'POST', body, headers });
  return response.status;
}

describe('an ingress with shards', () => {
  it('declares them, and publishes the events of a shop to one of them', async () => {
    const shops: StoredShop[] = [];
    for (let count = 0; count < 4; count += 1) shops.push(await aShop(database.db));
    for (const shop of shops) {
      await eventually(async () => expect(await send(shop)).toBe(200));
      for (let count = 0; count < 3; count += 1) expect(await send(shop)).toBe(200);
    }
    const queues = shops.map(({ id }) => [...new Set(brought.get(id))]);
    expect(queues.every(({ length }) => length === 1)).toBe(true);
    expect(queues.flat().every((name) => name.startsWith(`${QUEUE}.shard-`))).toBe(true);
    expect(new Set(queues.flat()).size).toBeGreaterThan(1);
  });
});
