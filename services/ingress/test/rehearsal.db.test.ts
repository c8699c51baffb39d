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
/** The names that belong to the run, and those that it watches. */
const OWN = 'V-own';
const WATCHED = 'V-watched';
const OWN_ORDER = 'S-own';

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
  await eventually(async () => strict.equal((await send(CANCEL)).code, 'capability_disabled'));
});
afterAll(async () => {
  await worker.close();
  for (const component of components.toReversed()) await component.stop();
  await database.drop();
});

/** Of a capability that is off. */
const CANCEL = { order: '7' };
const CANCEL_OWN = { order: OWN_ORDER };

async function send(what: { order: string } | { variant: string }) {
  const body = JSON.stringify(
    'order' in what
      ? anEnvelope('order.cancelled', { order_id: what.order })
      : anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: what.variant })),
  );
  const headers = { 'X-HUB-Signature': sign(shop.signingSecret, body) };
  const response = await fetch(`${url}/shops/${shop.slug}/events`, { method: 'POST', body, headers });
  const answered: { outcome?: string; error?: { code: string } } = await response.json();
  return { status: response.status, outcome: answered.outcome, code: answered.error?.code };
}

/** A rehearsal of the shop, as its process holds it: a lease, and its queue. */
async function aRun(answers = true) {
  const id = randomUUID();
  const broker = new Broker({
    config: { AMQP_URL: testAmqpUrl() },
    name: 'rehearsal',
    queues: [],
    logger,
  });
  const watched: unknown[] = [];
  const asked: string[] = [];
  const responder = new RehearsalResponder(
    id,
    {
      judge: async ({ event, body }) => {
        asked.push(String(event));
        if (!answers) await new Promise(() => undefined);
        if ([OWN, OWN_ORDER].some((name) => body.includes(name))) return { by: 'run', verdict: BY_REHEARSAL };
        return { by: 'hub', watched: body.includes(WATCHED) };
      },
      watch: ({ event, body }, verdict) => watched.push([event, body.includes(WATCHED), verdict]),
    },
    logger,
  );
  broker.register(responder);
  await broker.start();
  await responder.attached;
  const leaseUntil = new Date(Date.now() + 60_000);
  await database.db.rehearsalRun.create({ data: { shopId: shop.id, id, startedBy: 'cli:ada', leaseUntil } });
  await touch();
  return { stop: () => broker.stop(), watched, asked };
}

const touch = () =>
  database.db.$executeRaw`UPDATE shop SET revision = nextval('shop_revision') WHERE id = ${shop.id}`;

describe('D32: while a shop rehearses', () => {
  it("the run's own events are answered by it; of all others those of a capability that is off get 403, the rest are the hub's", async () => {
    const run = await aRun();
    await eventually(async () => expect(await send(CANCEL_OWN)).toMatchObject({ outcome: 'accepted' }));
    expect(await send(CANCEL)).toMatchObject({ status: 403, code: 'capability_disabled' });
    expect(await send({ variant: OWN })).toMatchObject({ status: 200, outcome: 'accepted' });
    expect(await send({ variant: 'V-other' })).toMatchObject({ status: 200, outcome: 'stale' });
    expect(run.watched).toEqual([]);
    await run.stop();
  });

  it("the run is sent the hub's verdict on what it watches", async () => {
    const run = await aRun();
    await eventually(async () => expect(await send(CANCEL_OWN)).toMatchObject({ outcome: 'accepted' }));
    expect(await send({ variant: WATCHED })).toMatchObject({ status: 200, outcome: 'stale' });
    await eventually(async () => expect(run.watched).toEqual([['inventory.updated', true, BY_WORKER]]));
    await run.stop();
  });

  it('its process died: a capability that is live is handled as always, one that is off is 503 until the lease is over', async () => {
    const run = await aRun();
    await eventually(async () => expect(await send(CANCEL_OWN)).toMatchObject({ outcome: 'accepted' }));
    await run.stop();
    expect(await send({ variant: 'V-other' })).toMatchObject({ outcome: 'stale' });
    expect(await send(CANCEL_OWN)).toMatchObject({ status: 503, code: 'temporary_failure' });
    await database.db.rehearsalRun.updateMany({ data: { leaseUntil: new Date(Date.now() - 1_000) } });
    await touch();
    await eventually(async () => expect((await send(CANCEL)).code).toBe('capability_disabled'));
  });

  it('its process hangs: a capability that is live waits for it no longer than two seconds', async () => {
    const run = await aRun(false);
    await eventually(async () => {
      expect(await send({ variant: 'V-other' })).toMatchObject({ outcome: 'stale' });
      expect(run.asked).toContain('inventory.updated');
    });
    await run.stop();
  });
});
