import { randomUUID } from 'node:crypto';
import { sign } from '@hub/contract';
import { inTransaction, type Database } from '@hub/database';
import { BodyCipher, openKeys } from '@hub/installation';
import { decided, eventConsumer, startWorker } from '@hub/messaging';
import { metrics, type Component } from '@hub/runtime';
import {
  anEnvelope,
  anInventoryUpdate,
  anOrder,
  aShop,
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { SentEventLog } from '../src/sent/sent-event-log';
import { ingressConfig, logger, runIngress } from './test-ingress';

/** The ingress over HTTP, with a worker that accepts every order, and each first stock report of a variant. */
const KEYS = { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY };
const AnyData = z.looseObject({});
const STALE = 'V-stale';

let database: TestDatabase;
let db: Database;
let shop: StoredShop;
let url: string;
const components: Component[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  await openKeys(db, KEYS);
  shop = await aShop(db, { slug: 'nordic', capabilities: { returns: 'off' } });
  const config = await ingressConfig(database);
  const subject = () => 'whatever';
  await startWorker(
    {
      name: 'test',
      config,
      logger,
      subscriptions: () => ({
        consumers: [
          eventConsumer({
            event: 'order.created',
            data: AnyData,
            subject,
            handle: async () => decided({ status: 200, outcome: 'accepted' }),
          }),
          eventConsumer({
            event: 'inventory.updated',
            data: AnyData,
            subject,
            handle: async (_tx, { data }) =>
              decided({ status: 200, outcome: data['variant_id'] === STALE ? 'stale' : 'accepted' }),
          }),
        ],
      }),
    },
    components,
  );
  url = await runIngress(config, components);
  const ready = async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  await eventually(ready);
}, 60_000);
afterAll(async () => {
  for (const component of components.splice(0).toReversed()) await component.stop();
  await database.drop();
}, 60_000);
beforeEach(() => db.sentEvent.deleteMany());

async function post(body: string, headers: Record<string, string>, slug = 'nordic'): Promise<number> {
  return (await fetch(`${url}/shops/${slug}/events`, { method: 'POST', body, headers })).status;
}
const send = (body: string) => post(body, { 'X-HUB-Signature': sign(shop.signingSecret, body) });

/** Waits for this many rows, the oldest first. */
const kept = (count: number) =>
  eventually(async () => {
    const found = await db.sentEvent.findMany({ orderBy: { receivedAt: 'asc' } });
    expect(found).toHaveLength(count);
    return found;
  });

/** Everything answered before this order is kept once the order is. @returns rows except the order's */
async function keptBefore() {
  const orderId = `marker-${randomUUID()}`;
  await send(JSON.stringify(anEnvelope('order.created', anOrder({ order_id: orderId }))));
  await eventually(async () => expect(await db.sentEvent.count({ where: { about: orderId } })).toBe(1));
  return db.sentEvent.findMany({ where: { about: { not: orderId } } });
}

describe('D10: a stock event that the ingress itself refuses', () => {
  it('leaves its variant to be covered; another event, or one without a valid signature, does not', async () => {
    const ahead = { occurred_at: '2999-01-01T00:00:00Z' };
    await send(JSON.stringify(anEnvelope('inventory.updated', anInventoryUpdate(), ahead)));
    await send(JSON.stringify(anEnvelope('order.created', anOrder(), ahead)));
    await post(JSON.stringify(anEnvelope('inventory.updated', anInventoryUpdate(), ahead)), {});
    await keptBefore();
    expect(await db.stockRefusal.findMany()).toMatchObject([
      { shopId: shop.id, code: 'future_timestamp', variantId: 'V-1', locationId: '' },
    ]);
  });
});

describe('D33: what the ingress refused of a known shop is kept', () => {
  it.each([
    ['no header', {}],
    ['malformed', { 'X-HUB-Signature': 'sha256=abc' }],
    ['no secret matched', { 'X-HUB-Signature': sign('another', 'body') }],
  ])('of a 401 only the class of the reason (%s) and the length', async (reason, headers) => {
    const body = JSON.stringify(anEnvelope('order.created', anOrder()));
    expect(await post(body, headers)).toBe(401);
    const nothing = { event: null, eventId: null, about: null, field: null, outcome: null, body: null };
    expect(await kept(1)).toMatchObject([
      { ...nothing, shopId: shop.id, status: 401, code: 'unauthorized', reason, bytes: body.length },
    ]);
  });

  it.each([
    ['400: no JSON', '{"spec', { status: 400, code: 'invalid_json', event: null, eventId: null }],
    [
      '422: an unknown event',
      JSON.stringify({
        ...anEnvelope('order.created', { order_id: 'O-7' }),
        event: 'order.eaten',
        event_id: 'E-7',
      }),
      {
        status: 422,
        code: 'unknown_event',
        field: 'event',
        event: 'order.eaten',
        eventId: 'E-7',
        about: 'O-7',
      },
    ],
    [
      '422: from the future',
      JSON.stringify(
        anEnvelope('inventory.updated', anInventoryUpdate(), { occurred_at: '2999-01-01T00:00:00Z' }),
      ),
      { status: 422, code: 'future_timestamp', field: 'occurred_at', about: 'V-1' },
    ],
    [
      '403: a capability that is off',
      JSON.stringify(anEnvelope('return.created', { order_id: 'SO-9' })),
      { status: 403, code: 'capability_disabled', event: 'return.created', about: 'SO-9' },
    ],
  ])('%s, with what could be read, why, and the body encrypted', async (_, body, expected) => {
    await send(body);
    const [row] = await kept(1);
    expect(row).toMatchObject({
      ...expected,
      byIngress: true,
      reason: expect.any(String),
      bytes: body.length,
    });
    expect(await opened(row)).toBe(body);
  });

  it('413, which is not read, with the length it stated', async () => {
    expect(await send('x'.repeat(600_000))).toBe(413);
    expect(await kept(1)).toMatchObject([{ status: 413, bytes: 600_000, body: null, byIngress: true }]);
  });

  it('nothing is kept for an address without a shop', async () => {
    expect(await post('{}', {}, 'nobody')).toBe(401);
    expect(await keptBefore()).toEqual([]);
  });
});

describe('D33: bodies of verified events are kept, encrypted', () => {
  it('of an order, so that it cannot be read in the database, and can be decrypted again', async () => {
    const name = 'Zdenka Quvarova';
    const order = anOrder({ order_id: 'O-1' });
    const body = JSON.stringify(
      anEnvelope('order.created', { ...order, shipping_address: { ...order.shipping_address, name } }),
    );
    expect(await send(body)).toBe(200);
    const [row] = await kept(1);
    expect(row).toMatchObject({ status: 200, outcome: 'accepted', about: 'O-1', byIngress: false });
    expect(Buffer.from(row?.body ?? []).includes(name)).toBe(false);
    expect(await opened(row)).toBe(body);
  });

  it('of a stock event that was not accepted; an accepted one leaves nothing here', async () => {
    for (const variantId of [STALE, 'V-fresh'])
      await send(
        JSON.stringify(anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: variantId }))),
      );
    expect(await keptBefore()).toMatchObject([{ about: STALE, outcome: 'stale', byIngress: false }]);
  });

  it('the size per shop is added up, for the bound of 256 MiB', async () => {
    await db.sentBodyVolume.deleteMany();
    await send('{');
    await post('{', {});
    const rows = await kept(2);
    const bytes = rows.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
    const volume = await db.sentBodyVolume.findMany({ where: { shopId: shop.id } });
    expect(volume.reduce((sum, minute) => sum + Number(minute.bytes), 0)).toBe(bytes);
  });
});

describe('D33: no answer waits for what is kept', () => {
  it('while the table cannot be written events are answered as always, and kept afterwards', async () => {
    await inTransaction(db, async (tx) => {
      await tx.$executeRaw`LOCK TABLE sent_event IN ACCESS EXCLUSIVE MODE`;
      for (const body of ['{', '[]']) expect(await send(body)).toBe(400);
    });
    expect(await kept(2)).toHaveLength(2);
  });

  it('what does not fit into memory is dropped and counted, and of one shop’s unsigned requests a few are kept', async () => {
    const log = new SentEventLog(db, { config: KEYS, logger, writeEveryMs: 60_000 });
    const request = {
      shopId: shop.id,
      receivedAt: Date.now(),
      signature: undefined,
      envelope: null,
      contentLength: null,
      verdict: { status: 400, code: 'invalid_json', message: 'no' } as const,
      byIngress: true,
    };
    const body = Buffer.alloc(400_000, 'x');
    for (let n = 0; n < 100; n += 1) log.keep({ ...request, verified: true, body });
    for (let n = 0; n < 100; n += 1) log.keep({ ...request, verified: false, body: null });
    await log.stop();
    expect(await db.sentEvent.count({ where: { body: { not: null } } })).toBe(10);
    expect(await db.sentEvent.count({ where: { body: null } })).toBe(50);
    expect(await metrics.getSingleMetricAsString('hub_sent_events_dropped_total')).toMatch(
      /why="full"\} 90[\s\S]*why="unverified"\} 50/,
    );
  });

  it('D34: an ingress that lacks the key keeps what it can without the body', async () => {
    const other = { HUB_ENCRYPTION_KEY: 'ab'.repeat(32) };
    const log = new SentEventLog(db, { config: other, logger });
    const verdict = { status: 400, code: 'invalid_json', message: 'no' } as const;
    const facts = {
      shopId: shop.id,
      receivedAt: Date.now(),
      verified: true,
      signature: undefined,
      envelope: null,
    };
    log.keep({ ...facts, contentLength: 1, verdict, byIngress: true, body: Buffer.from('{') });
    await log.stop();
    expect(await kept(1)).toMatchObject([{ status: 400, bytes: 1, body: null, bodyKeyId: null }]);
  });
});

async function opened(row?: {
  id: string;
  body: Uint8Array | null;
  bodyKeyId: number | null;
}): Promise<string> {
  if (!row?.body) throw new Error('no body');
  const { id, body, bodyKeyId } = row;
  expect(bodyKeyId).not.toBeNull();
  const plain = await new BodyCipher(KEYS).open(db, { table: 'sent_event', id }, { body, bodyKeyId });
  return plain.toString('utf8');
}
