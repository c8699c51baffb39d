import { randomUUID } from 'node:crypto';
import { ShippingOrderReceipt, sign, SIGNATURE_HEADER } from '@hub/contract';
import type { Database } from '@hub/database';
import { allQueues, Broker, EventRequester, queueNames, startWorker, type EventAnswer } from '@hub/messaging';
import { createLogger, type Part } from '@hub/runtime';
import { startStore, type CatalogueProduct, type SimulatedStore } from '@hub/store-simulator';
import {
  anEnvelope,
  aShop,
  createTestDatabase,
  purgeBroker,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type TestDatabase,
} from '@hub/testing';
import type { CancellationConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';

const logger = createLogger({ service: 'cancellation', level: 'error' });
const HUB_LOCATION = '9000';
const LOCATION = '1001';
const CATALOGUE: CatalogueProduct[] = [
  {
    product_id: 'hat',
    title: 'Hat',
    brand: 'Tindra',
    images: [{ url: 'https://images.example.com/hat.jpg' }],
    variants: [
      {
        variant_id: 'hat',
        size: 'One size',
        inventory: [
          { location_id: LOCATION, quantity: 100 },
          { location_id: HUB_LOCATION, quantity: 0 },
        ],
      },
    ],
  },
];

/** A shop with a simulated store of its own. */
export interface ShopWithStore {
  id: number;
  store: SimulatedStore;
}

/** The service as it runs, over RabbitMQ and PostgreSQL, with simulated stores; and the ingress's half, to send events. */
export class WorkerWorld {
  private readonly parts: Part[] = [];
  private workers: Part[] = [];
  private readonly stores: SimulatedStore[] = [];

  private constructor(
    private readonly database: TestDatabase,
    private readonly amqpUrl: string,
    private readonly requester: EventRequester,
    broker: Broker,
  ) {
    this.parts.push(broker);
  }

  static async open(): Promise<WorkerWorld> {
    const database = await createTestDatabase();
    const amqpUrl = testAmqpUrl();
    await purgeBroker(amqpUrl, queueNames(allQueues()));
    const broker = new Broker({
      config: { AMQP_URL: amqpUrl },
      name: 'ingress',
      queues: allQueues(),
      logger,
    });
    const requester = new EventRequester(broker);
    await broker.start();
    await allReady([broker]);
    const world = new WorkerWorld(database, amqpUrl, requester, broker);
    await world.startWorker();
    return world;
  }

  get db(): Database {
    return this.database.db;
  }

  async startWorker(): Promise<void> {
    const config: CancellationConfig = {
      DATABASE_URL: this.database.url,
      AMQP_URL: this.amqpUrl,
      HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      ALLOW_INSECURE_STORES: true,
      STORE_TIMEOUT_MS: 2_000,
      STORE_RETRY_BASE_MS: 1,
      PLACING_PASSES_MS: [300],
      HEALTH_PORT: undefined,
      LOG_LEVEL: 'error',
    };
    const workers: Part[] = [];
    await startWorker({ name: 'cancellation', config, logger, subscriptions }, workers);
    await allReady(workers);
    this.workers = workers;
  }

  async stopWorker(): Promise<void> {
    for (const part of this.workers.splice(0).toReversed()) await part.stop();
  }

  async close(): Promise<void> {
    await this.stopWorker();
    for (const store of this.stores) await store.stop();
    for (const part of this.parts) await part.stop();
    await this.database.drop();
  }

  /** A shop whose store is simulated; `echoes` where its platform reports our own POST /cancel back. */
  async shop(options: { echoesCancellations?: boolean } = {}): Promise<ShopWithStore> {
    const slug = `shop-${randomUUID()}`;
    const [bearerToken, signingSecret] = [`token of ${slug}`, `secret of ${slug}`];
    const store = await startStore({
      slug,
      country: 'SE',
      currency: 'EUR',
      bearerToken,
      signingSecret,
      hubLocationId: HUB_LOCATION,
      locations: [LOCATION],
      catalogue: CATALOGUE,
      echoes: { cancellations: options.echoesCancellations },
    });
    this.stores.push(store);
    const shop = await aShop(this.db, { slug, bearerToken, signingSecret, storeApiRoot: store.apiRoot });
    return { id: shop.id, store };
  }

  /** Places a shipping order at a shop's store, as routing does. */
  async place({ store }: ShopWithStore): Promise<{ storeOrderId: string; externalRef: string }> {
    const externalRef = `ref-${randomUUID()}`;
    const body = JSON.stringify(shippingOrder(externalRef));
    const response = await fetch(`${store.apiRoot}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer token of ${store.slug}`,
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: sign(`secret of ${store.slug}`, body),
      },
      body,
    });
    const receipt = ShippingOrderReceipt.parse(await response.json());
    return { storeOrderId: receipt.order_id, externalRef };
  }

  /** Sends `order.cancelled` and waits for its verdict as the ingress does. */
  cancel(
    shop: { id: number },
    orderId: string,
    options: { eventId?: string; timeoutMs?: number } = {},
  ): Promise<EventAnswer> {
    const { eventId = randomUUID(), timeoutMs = 20_000 } = options;
    // The same bytes under the same id: a resend (D6).
    const body = anEnvelope(
      'order.cancelled',
      { order_id: orderId },
      { event_id: eventId, occurred_at: SENT_AT },
    );
    return this.requester.request({
      event: 'order.cancelled',
      shopId: shop.id,
      body: Buffer.from(JSON.stringify(body)),
      correlation: randomUUID(),
      timeoutMs,
    });
  }
}

const SENT_AT = new Date().toISOString();

function shippingOrder(externalRef: string) {
  return {
    external_ref: externalRef,
    tag: 'hub_ship',
    payment_status: 'paid',
    currency: 'EUR',
    ship_to: {
      name: 'Robin Example',
      address_line1: 'Example Street 1',
      zip: '12345',
      city: 'Exampleton',
      country_code: 'SE',
      phone: null,
      email: null,
    },
    shipping_method: { code: 'standard' },
    line_items: [
      {
        external_ref: `${externalRef}-1`,
        variant_id: 'hat',
        barcode: null,
        sku: null,
        quantity: 2,
        unit_price: 31.5,
      },
    ],
  };
}

async function allReady(parts: Part[]): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (const part of parts) {
    while (part.ready && !(await part.ready())) {
      if (Date.now() > deadline) throw new Error(`${part.name} is not ready`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
