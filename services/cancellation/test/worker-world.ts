import { randomUUID } from 'node:crypto';
import { ShippingOrderReceipt, sign, SIGNATURE_HEADER } from '@hub/contract';
import type { Database } from '@hub/database';
import type { EventAnswer } from '@hub/messaging';
import type { CatalogueProduct, SimulatedStore } from '@hub/store-simulator';
import { aStore, Running, World } from '@hub/test-world';
import { anEnvelope } from '@hub/testing';
import type { CancellationConfig } from '../src/config';
import { subscriptions } from '../src/subscriptions';

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
          { location_id: '1001', quantity: 100 },
          { location_id: '9000', quantity: 0 },
        ],
      },
    ],
  },
];

/** A shop with its own simulated store. */
export interface ShopWithStore {
  id: number;
  store: SimulatedStore;
}

/** The running service, over RabbitMQ and PostgreSQL, with simulated stores. */
export class WorkerWorld {
  private readonly stores: SimulatedStore[] = [];
  private stopRunning: (() => Promise<void>) | undefined;

  private constructor(
    private readonly world: World,
    private readonly running: Running,
  ) {}

  static async open(): Promise<WorkerWorld> {
    const inner = await World.open();
    const world = new WorkerWorld(inner, await Running.of(inner));
    await world.startWorker();
    return world;
  }

  get db(): Database {
    return this.world.db;
  }

  async startWorker(): Promise<void> {
    const config: CancellationConfig = { ...this.running.config, PLACING_PASSES_MS: [300] };
    this.stopRunning = await this.running.worker(config, subscriptions);
  }

  async stopWorker(): Promise<void> {
    await this.stopRunning?.();
  }

  async close(): Promise<void> {
    await this.stopWorker();
    for (const store of this.stores) await store.stop();
    await this.world.close();
  }

  /** A shop whose store is simulated; `echoes` where its platform reports our own POST /cancel back. */
  async shop(options: { echoesCancellations?: boolean } = {}): Promise<ShopWithStore> {
    const slug = `shop-${randomUUID()}`;
    const echoes = { cancellations: options.echoesCancellations };
    const { store, shop } = await aStore(this.db, { slug, catalogue: CATALOGUE, echoes });
    this.stores.push(store);
    return { id: shop.id, store };
  }

  /** Places a shipping order at a shop's store, as routing does. */
  async place({ store }: ShopWithStore): Promise<{ storeOrderId: string; externalRef: string }> {
    const externalRef = `ref-${randomUUID()}`;
    const body = JSON.stringify(shippingOrder(externalRef));
    const response = await fetch(`${store.apiRoot}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer token-of-${store.slug}`,
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: sign(`secret-of-${store.slug}`, body),
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
    { eventId = randomUUID(), timeoutMs }: { eventId?: string; timeoutMs?: number } = {},
  ): Promise<EventAnswer> {
    // The same bytes under the same id: a resend (D6).
    const sent = { event_id: eventId, occurred_at: SENT_AT };
    const body = anEnvelope('order.cancelled', { order_id: orderId }, sent);
    return this.running.send({ event: 'order.cancelled', shopId: shop.id, body, timeoutMs });
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
