import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStoreSide } from '@hub/conformance';
import { errorBody, findEvent, readEnvelope, successBody } from '@hub/contract';
import { KeyRing } from '@hub/installation';
import { Broker, EventRequester } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import {
  ALL_OFF,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type TestDatabase,
} from '@hub/testing';
import { aNewStore, type NewStore } from '@hub/store-simulator/new-store';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rehearseShop } from '../../src/golive/rehearsal/rehearse-shop';

const logger = createLogger({ service: 'test', level: 'error' });
const config = { AMQP_URL: testAmqpUrl() };

let database: TestDatabase;
let nordic: NewStore;
let ingress: { server: Server; broker: Broker; url: string };
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.installation.updateMany({ data: { environment: 'test' } });
  ingress = await anIngress();
  nordic = await aNewStore({ deliveryDelaysMs: [0, 100, 100], control: true });
  await aShop(database.db, {
    ...nordic.shop,
    capabilities: ALL_OFF,
    testVariants: nordic.variantIds.slice(0, 1),
  });
}, 60_000);
afterAll(async () => {
  await nordic.store.stop();
  ingress.server.close();
  await ingress.broker.stop();
  await database.drop();
});

/** The ingress's part for the events of a rehearsing shop, all of whose capabilities are off. */
async function anIngress() {
  const broker = new Broker({ config, name: 'ingress', queues: [], logger });
  const requester = new EventRequester(broker);
  await broker.start();
  const answer = async (body: Buffer): Promise<{ status: number; body: object }> => {
    const run = await database.db.rehearsalRun.findFirstOrThrow();
    const read = readEnvelope(body, Date.now());
    if (!read.ok) return { status: read.refusal.status, body: errorBody(read.refusal) };
    const { event, event_id: eventId } = read.envelope;
    const rehearsal = { run: run.id, capabilityOff: true };
    const timeoutMs = findEvent(event)?.answerWithinMs ?? 0;
    const reply = await requester.request({
      event,
      shopId: run.shopId,
      body,
      // A repeat may come while the first is in progress: each request has its own.
      correlation: randomUUID(),
      receivedAt: Date.now(),
      timeoutMs,
      rehearsal,
    });
    if (reply.kind !== 'rehearsed') return { status: 503, body: {} };
    const { verdict } = reply;
    return verdict.status === 200
      ? { status: 200, body: successBody(eventId, verdict.outcome) }
      : { status: verdict.status, body: errorBody(verdict) };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void answer(Buffer.concat(chunks)).then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, broker, url: `http://127.0.0.1:${port}/shops/nordic/events` };
}

describe("D32: a shop's events during its rehearsal", () => {
  it("are judged by the run, at the shop's usual address, and change nothing", async () => {
    const end = await rehearseShop(
      {
        db: database.db,
        keys: new KeyRing([TEST_ENCRYPTION_KEY]),
        config: { ALLOW_INSECURE_STORES: true, STORE_TIMEOUT_MS: 5_000, STORE_RETRY_BASE_MS: 1 },
        broker: config,
        logger,
      },
      {
        shop: 'nordic',
        capabilities: ['inventory'],
        by: 'cli:ada',
        signal: new AbortController().signal,
        openStoreSide: (_, { signal }) =>
          openStoreSide({
            events: { kind: 'handed_over', url: ingress.url },
            people: { kind: 'simulator', controlUrl: new URL('/_control', nordic.store.apiRoot).href },
            secrets: [nordic.shop.signingSecret],
            hubNetworkLocationId: '9000',
            waitMs: 5_000,
            signal,
          }),
      },
    );
    if (end.kind !== 'kept') throw new Error(end.kind);
    const fromStore = end.record.checks.filter(({ direction }) => direction === 'from_store');
    expect(fromStore.length).toBeGreaterThan(2);
    expect(fromStore.filter(({ result }) => result !== 'passed')).toEqual([]);
    expect(await database.db.stockLevel.count()).toBe(0);
    expect(await database.db.eventLedger.count()).toBe(0);
  });
});
