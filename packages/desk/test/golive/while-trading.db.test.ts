import { randomUUID } from 'node:crypto';
import { NO_PEOPLE } from '@hub/conformance';
import { sign, SIGNATURE_HEADER } from '@hub/contract';
import { inTransaction } from '@hub/database';
import { KeyRing } from '@hub/installation';
import { Broker, EventRequester, type EventAnswer } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import { requestRunsAfterRehearsals } from '@hub/shops';
import { aNewStore, type NewStore } from '@hub/store-simulator/new-store';
import {
  anEnvelope,
  anInventoryUpdate,
  anOrder,
  anOrderLine,
  aShippingOrder,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Inbox } from '../../../conformance/src/inbound/inbox';
import { rehearseShop, type RehearsalRequest } from '../../src/golive/rehearsal/rehearse-shop';
import { judgeOf } from '../../src/golive/rehearsal/events-of-run';
import { RunSubjects } from '../../src/golive/rehearsal/run-subjects';

const logger = createLogger({ service: 'test', level: 'error' });
const config = { AMQP_URL: testAmqpUrl() };
const VARIANT = 'v1-0';

let database: TestDatabase;
let nordic: NewStore;
let broker: Broker;
let requester: EventRequester;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.installation.updateMany({ data: { environment: 'test' } });
  nordic = await aNewStore();
  broker = new Broker({ config, name: 'ingress', queues: [], logger });
  requester = new EventRequester(broker);
  await broker.start();
});
afterAll(async () => {
  await broker.stop();
  await nordic.store.stop();
  await database.drop();
});

let shop: StoredShop;
let inbox: Inbox;
beforeEach(async () => {
  await database.db.$executeRaw`TRUNCATE "shop", "rehearsal_write" CASCADE`;
});

/** A shop that trades in these capabilities, and rehearses the rest. */
async function aShopWith(capabilities: object): Promise<void> {
  const off = { cancellation: 'off', returns: 'off' } as const;
  shop = await aShop(database.db, {
    ...nordic.shop,
    testVariants: [VARIANT],
    capabilities: { ...off, ...capabilities },
  });
  inbox = new Inbox({ secrets: [shop.signingSecret], waitMs: 500, arriveMs: 500, quietMs: 200 });
}

/** Has something done while the shop rehearses. */
function whileItRehearses(act: (run: string) => Promise<unknown>, request: Partial<RehearsalRequest> = {}) {
  return rehearseShop(
    {
      db: database.db,
      keys: new KeyRing([TEST_ENCRYPTION_KEY]),
      config: { ALLOW_INSECURE_STORES: true, STORE_TIMEOUT_MS: 5_000, STORE_RETRY_BASE_MS: 1 },
      broker: config,
      logger,
    },
    {
      shop: 'nordic',
      capabilities: ['products'],
      by: 'cli:ada',
      imagesVia: nordic.store.apiRoot,
      signal: new AbortController().signal,
      openStoreSide: async (_, run) => {
        const listVariant = async () => {
          await act(run.id);
          return null;
        };
        return { inbox, people: { ...NO_PEOPLE, listVariant }, close: () => Promise.resolve() };
      },
      ...request,
    },
  );
}

const IS_OFF = { capabilityOff: true };
const IS_ON = { capabilityOff: false };

/** What the ingress does with an event of the shop. */
function send(run: string, envelope: { event: string }, state: { capabilityOff: boolean }) {
  const event = envelope.event as Parameters<typeof requester.request>[0]['event'];
  const body = Buffer.from(JSON.stringify(envelope));
  const correlation = randomUUID();
  const rehearsal = { run, ...state };
  return requester.request({
    event,
    shopId: shop.id,
    body,
    correlation,
    receivedAt: Date.now(),
    timeoutMs: 3_000,
    rehearsal,
  });
}

const disabled = {
  kind: 'rehearsed',
  verdict: expect.objectContaining({ status: 403, code: 'capability_disabled' }),
};

describe('D32: while a shop that trades rehearses', () => {
  it("its customers' cancellations and returns, of capabilities that are off, get 403 and are not thrown away", async () => {
    await aShopWith({ orders: 'live' });
    const other = await aShop(database.db);
    await aShippingOrder(database.db, { sellingShop: shop, shippingShop: other, orderId: 'CUSTOMER-1' });
    const { storeOrderId, reference, lines } = await aShippingOrder(database.db, {
      sellingShop: other,
      shippingShop: shop,
    });
    const returned = { order_line_id: 'L', external_ref: lines[0]?.reference, quantity: 1 };
    const answers: EventAnswer[] = [];
    await whileItRehearses(async (run) => {
      for (const envelope of [
        anEnvelope('order.cancelled', { order_id: 'CUSTOMER-1' }),
        anEnvelope('order.cancelled', { order_id: 'of-nobody' }),
        anEnvelope('return.created', { order_id: storeOrderId, external_ref: reference, lines: [returned] }),
      ])
        answers.push(await send(run, envelope, IS_OFF));
    });
    expect(answers).toEqual([disabled, disabled, disabled]);
  });

  it("an order that the hub holds is never the run's, though the run asked its people to cancel it", async () => {
    await aShopWith({ orders: 'live' });
    const other = await aShop(database.db);
    await aShippingOrder(database.db, { sellingShop: shop, shippingShop: other, orderId: 'S-1' });
    const shipped = await aShippingOrder(database.db, { sellingShop: other, shippingShop: shop });
    const orders = ['S-1', shipped.storeOrderId ?? ''];
    const run = { id: randomUUID(), shopId: shop.id, code: 'BCDFGHJK' };
    const subjects = new RunSubjects(run, { testVariants: new Set([VARIANT]), hubNetworkLocationId: '9000' });
    const asked = subjects.watch(NO_PEOPLE);
    for (const orderId of orders) await asked.cancelSale(orderId);
    const signing = { slug: shop.slug, signingSecrets: () => [shop.signingSecret] };
    const { judge } = judgeOf({ db: database.db, run, shop: signing, subjects, inbox });
    for (const orderId of orders) {
      const body = Buffer.from(JSON.stringify(anEnvelope('order.cancelled', { order_id: orderId })));
      const answer = await judge({ event: 'order.cancelled', body, capabilityOff: true });
      expect(answer).toEqual({ by: 'hub', watched: false });
    }
  });

  it("a customer's paid order of its test variants is the hub's, whatever the run waits for", async () => {
    await aShopWith({ orders: 'live' });
    const line = anOrderLine({ variant_id: VARIANT, fulfillment_location_id: '9000' });
    const envelope = anEnvelope('order.created', anOrder({ order_id: 'CUSTOMER-1', line_items: [line] }));
    const answers: string[] = [];
    await whileItRehearses((run) =>
      inbox.whileAwaiting(
        () => true,
        async () => answers.push((await send(run, envelope, IS_ON)).kind),
      ),
    );
    // There is no worker here.
    expect(answers).toEqual([expect.stringMatching(/^(unanswered|not_published)$/)]);
    expect(inbox.arrivals).toEqual([]);
  });

  it('a sale with the code is taken once the run waits for it, and its cancellation with it', async () => {
    await aShopWith({ orders: 'live' });
    const answers: EventAnswer[] = [];
    await whileItRehearses(async (run) => {
      const { code } = await database.db.rehearsalRun.findFirstOrThrow({ where: { id: run } });
      const line = anOrderLine({ variant_id: VARIANT, fulfillment_location_id: '9000' });
      const order = anOrder({ order_id: 'S-2', line_items: [line] });
      const address = { ...order.shipping_address, company: code };
      const sold = anEnvelope('order.created', { ...order, shipping_address: address });
      await inbox.whileAwaiting(
        () => true,
        async () => answers.push(await send(run, sold, IS_ON)),
      );
      answers.push(await send(run, anEnvelope('order.cancelled', { order_id: 'S-2' }), IS_OFF));
    });
    const outcomes = answers.map((answer) => (answer.kind === 'rehearsed' ? answer.verdict : answer));
    expect(outcomes).toEqual([
      { status: 200, outcome: 'accepted' },
      { status: 200, outcome: 'stopped' },
    ]);
  });
});

describe('D32: what a run leaves to the hub', () => {
  const report = () =>
    anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: VARIANT, location_id: '1001' }));
  const takeReport = async (run: string) => {
    const answer = await inbox.whileAwaiting(
      () => true,
      () => send(run, report(), IS_OFF),
    );
    expect(answer).toEqual({ kind: 'rehearsed', verdict: { status: 200, outcome: 'accepted' } });
  };
  const requested = () => database.db.catalogueRun.count({ where: { shopId: shop.id } });

  it('a stock report that it took: the catalogue is read again when it ends', async () => {
    await aShopWith({ inventory: 'off', orders: 'off' });
    await whileItRehearses(async (run) => {
      await takeReport(run);
      expect(await requested()).toBe(0);
    });
    expect(await requested()).toBe(1);
    expect(await database.db.outbox.count({ where: { type: 'catalogue.pull' } })).toBe(1);
  });

  it('a stock report that it took and then died: any process that finds its lease over has the catalogue read', async () => {
    await aShopWith({ inventory: 'off', orders: 'off' });
    const found = () => inTransaction(database.db, (tx) => requestRunsAfterRehearsals(tx));
    await whileItRehearses(async (run) => {
      await takeReport(run);
      expect(await found()).toEqual([]);
      await database.db.$executeRaw`UPDATE rehearsal_run SET lease_until = now() - interval '1 second'`;
      expect(await found()).toHaveLength(1);
      expect(await found()).toEqual([]);
    });
    expect(await requested()).toBe(1);
  });

  it('the HUB_Network figure that the platform lowered for a sale which the run took', async () => {
    await aShopWith({ orders: 'live' });
    const lines = [
      anOrderLine({ line_item_id: 'L-1', variant_id: VARIANT, fulfillment_location_id: '9000' }),
      anOrderLine({ line_item_id: 'L-2', variant_id: VARIANT, fulfillment_location_id: '1001' }),
    ];
    const order = anOrder({ order_id: 'S-3', line_items: lines });
    const answers: EventAnswer[] = [];
    await whileItRehearses(async (run) => {
      const { code } = await database.db.rehearsalRun.findFirstOrThrow({ where: { id: run } });
      const address = { ...order.shipping_address, company: code };
      const sold = anEnvelope('order.created', { ...order, shipping_address: address });
      await inbox.whileAwaiting(
        () => true,
        async () => answers.push(await send(run, sold, IS_ON)),
      );
    });
    expect(answers).toEqual([{ kind: 'rehearsed', verdict: { status: 200, outcome: 'accepted' } }]);
    const noted = await database.db.rehearsalWrite.findMany({ select: { shopId: true, variantId: true } });
    expect(noted).toEqual([{ shopId: shop.id, variantId: VARIANT }]);
  });

  it('HUB_Network quantities, where inventory is live: noted before they are written, and not put back by the run', async () => {
    await aShopWith({});
    const put = async (quantity: number) => {
      const body = JSON.stringify({ variant_id: VARIANT, location_id: '9000', quantity });
      const headers = {
        authorization: `Bearer ${shop.bearerToken}`,
        [SIGNATURE_HEADER]: sign(shop.signingSecret, body),
      };
      const answer = await fetch(`${nordic.store.apiRoot}/inventory`, { method: 'PUT', headers, body });
      expect(answer.status).toBe(200);
    };
    await put(10);
    const written = () =>
      database.db.rehearsalWrite.count({ where: { shopId: shop.id, variantId: VARIANT } });
    let changed: Promise<void> = Promise.resolve();
    const seen: number[] = [];
    await whileItRehearses(async () => undefined, {
      capabilities: ['inventory'],
      onProgress: (progress) => {
        if (progress.kind !== 'check_ended' || progress.result.id !== 'inventory.restored_to_zero') return;
        // The last pieces of the network are sold meanwhile: the hub writes 0.
        changed = put(0).then(async () => void seen.push(await written()));
      },
    });
    await changed;
    expect(seen).toEqual([1]);
    expect(nordic.store.inventory(VARIANT)['9000']).toBe(0);
    expect(await written()).toBe(1);
    expect(await database.db.rehearsalRun.count()).toBe(0);
  });
});
