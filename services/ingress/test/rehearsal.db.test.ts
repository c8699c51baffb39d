import { strict } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { sign, type Verdict } from '@hub/contract';
import { Broker, RehearsalResponder } from '@hub/messaging';
import type { Component } from '@hub/runtime';
import {
  anEnvelope,
  anInventoryUpdate,
  aShop,
  createTestDatabase,
  eventually,
  testAmqpUrl,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { connect, type ChannelModel } from 'amqplib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ingressConfig, logger, runIngress } from './test-ingress';

const BY_WORKER: Verdict = { status: 200, outcome: 'stale' };
const BY_REHEARSAL: Verdict = { status: 200, outcome: 'accepted' };
/** The names that belong to the run. */
const OWN = 'V-own';

let database: TestDatabase;
let worker: ChannelModel;
let url: string;
let shop: StoredShop;
const components: Component[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  url = await runIngress(await ingressConfig(database), components);
  await eventually(async () => strict.equal((await fetch(`${url}/health/ready`)).status, 200));
  worker = await connect(testAmqpUrl(), { noDelay: true });
  const channel = await worker.createChannel();
  const answer = Buffer.from(JSON.stringify(BY_WORKER));
  await channel.purgeQueue('inventory.inventory.updated');
  await channel.consume(
    'inventory.inventory.updated',
    (message) => {
      const { replyTo, correlationId } = message?.properties ?? {};
      channel.publish('', String(replyTo), answer, { correlationId });
    },
    { noAck: true },
  );
});
beforeEach(async () => {
  shop = await aShop(database.db, { capabilities: { orders: 'live', cancellation: 'off' } });
  await eventually(async () => strict.equal((await send('cancel')).code, 'capability_disabled'));
});
afterAll(async () => {
  await worker.close();
  for (const component of components.toReversed()) await component.stop();
  await database.drop();
});

async function send(what: 'cancel' | { variant: string }) {
  const body = JSON.stringify(
    what === 'cancel'
      ? anEnvelope('order.cancelled', { order_id: '7' })
      : anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: what.variant })),
  );
  const headers = { 'X-HUB-Signature': sign(shop.signingSecret, body) };
  const response = await fetch(`${url}/shops/${shop.slug}/events`, { method: 'POST', body, headers });
  const answered: { outcome?: string; error?: { code: string } } = await response.json();
  return { status: response.status, outcome: answered.outcome, code: answered.error?.code };
}

/** A rehearsal of the shop, as its process holds it: a lease, and its queue. */
async function aRun(): Promise<Broker> {
  const id = randomUUID();
  const broker = new Broker({
    config: { AMQP_URL: testAmqpUrl() },
    name: 'rehearsal',
    queues: [],
    logger,
  });
  const responder = new RehearsalResponder(
    id,
    ({ body, capabilityOff }) => (capabilityOff || body.includes(OWN) ? BY_REHEARSAL : null),
    logger,
  );
  broker.register(responder);
  await broker.start();
  await responder.attached;
  const leaseUntil = new Date(Date.now() + 60_000);
  await database.db.rehearsalRun.create({ data: { shopId: shop.id, id, startedBy: 'cli:ada', leaseUntil } });
  await touch();
  return broker;
}

const touch = () =>
  database.db.$executeRaw`UPDATE shop SET revision = nextval('shop_revision') WHERE id = ${shop.id}`;

describe('D32: while a shop rehearses', () => {
  it("events that name the run's own ids, or belong to a capability that is off, are answered by it; all others as always", async () => {
    const run = await aRun();
    await eventually(async () => expect(await send('cancel')).toMatchObject({ outcome: 'accepted' }));
    expect(await send({ variant: OWN })).toMatchObject({ status: 200, outcome: 'accepted' });
    expect(await send({ variant: 'V-other' })).toMatchObject({ status: 200, outcome: 'stale' });
    await run.stop();
  });

  it('its process died: 503 until the lease is over, then everything as always', async () => {
    const run = await aRun();
    await eventually(async () => expect(await send('cancel')).toMatchObject({ outcome: 'accepted' }));
    await run.stop();
    expect(await send({ variant: OWN })).toMatchObject({ status: 503, code: 'temporary_failure' });
    await database.db.rehearsalRun.updateMany({ data: { leaseUntil: new Date(Date.now() - 1_000) } });
    await touch();
    await eventually(async () => expect((await send('cancel')).code).toBe('capability_disabled'));
    expect(await send({ variant: OWN })).toMatchObject({ outcome: 'stale' });
  });
});
