import type { Database } from '@hub/database';
import { allQueues, queueNames } from '@hub/messaging';
import { startStore, type CatalogueProduct, type SimulatedStore } from '@hub/store-simulator';
import {
  aGtin,
  aShop,
  aVariant,
  createTestDatabase,
  holdE2eBroker,
  purgeBroker,
  TEST_ENCRYPTION_KEY,
  type HeldBroker,
  type TestDatabase,
} from '@hub/testing';
import { FakeIngress } from './fake-ingress';
import { SERVICE_NAMES, Worker, type EveryConfig, type ServiceName, type TestLogger } from './worker';

/** A shop with its simulated store. */
export interface Shop {
  id: number;
  slug: string;
  store: SimulatedStore;
}

export const LOCATION = '1001';
const HUB_LOCATION = '9000';
const SHIPPING_SHOPS = [
  { slug: 'amber', deducts: 'order', echoes: { cancellations: true, orders: 'tag' } },
  { slug: 'birch', deducts: 'shipment', echoes: {} },
  { slug: 'cedar', deducts: 'order', echoes: { inventory: true } },
] as const;
/**
 * Pieces of each article that each shipping shop has when a scenario begins: two articles, both scarce, each with its own
 * first choice, so that an order of both is at two shops.
 */
const PIECES = [
  [4, 0],
  [0, 4],
  [2, 2],
] as const;
/** Stores send again soon: the contract's minutes are not waited for. */
const DELIVERY_DELAYS_MS = [0, ...Array.from({ length: 300 }, () => 150)];

/** Variants that only one scenario sells; every shop has its own ids of the same articles. */
export interface Articles {
  variantId(shop: Shop, article: number): string;
}

/** All services but the desk, in this process, over real PostgreSQL and RabbitMQ, with four stores. */
export class Stage {
  private readonly catalogues = new Map<string, CatalogueProduct[]>();
  private scenarios = 0;

  private constructor(
    private readonly under: { database: TestDatabase; broker: HeldBroker },
    private readonly parts: { door: FakeIngress; workers: Record<ServiceName, Worker> },
    /** The selling shop, and those that ship. */
    readonly shops: { selling: Shop; shipping: Shop[] },
  ) {}

  static async open(): Promise<Stage> {
    const database = await createTestDatabase();
    const broker = await holdE2eBroker();
    const { amqpUrl } = broker;
    await purgeBroker(amqpUrl, queueNames(allQueues()));
    const door = await FakeIngress.open({ amqpUrl, logger: silent });
    const shipping: Shop[] = [];
    for (const plan of SHIPPING_SHOPS) shipping.push(await openShop(database.db, { door, ...plan }));
    const selling = await openShop(database.db, {
      door,
      slug: 'selling',
      deducts: 'order',
      echoes: { returns: true },
    });
    const config = configOf(database.url, amqpUrl);
    const workers = {
      routing: new Worker('routing', { config, logger: silent }),
      fulfilment: new Worker('fulfilment', { config, logger: silent }),
      cancellation: new Worker('cancellation', { config, logger: silent }),
      returns: new Worker('returns', { config, logger: silent }),
      inventory: new Worker('inventory', { config, logger: silent }),
    };
    for (const name of SERVICE_NAMES) await workers[name].start();
    return new Stage({ database, broker }, { door, workers }, { selling, shipping });
  }

  get db(): Database {
    return this.under.database.db;
  }

  get door(): FakeIngress {
    return this.parts.door;
  }

  get workers(): Record<ServiceName, Worker> {
    return this.parts.workers;
  }

  get allShops(): Shop[] {
    return [...this.shops.shipping, this.shops.selling];
  }

  get busy(): boolean {
    return this.door.busy || SERVICE_NAMES.some((name) => this.workers[name].life.busy);
  }

  /** Lists articles in every store that no scenario before this one knows. */
  async newArticles(): Promise<Articles> {
    this.scenarios += 1;
    const scenario = this.scenarios;
    const variantId = ({ slug }: Shop, article: number) => `${slug}-${scenario}-${article}`;
    for (const [index, shop] of this.allShops.entries())
      for (const article of [0, 1]) {
        const pieces = PIECES[index]?.[article] ?? 0;
        const gtin = aGtin(1_000 + scenario * 2 + article);
        const id = variantId(shop, article);
        this.list(shop, { variantId: id, gtin, pieces });
        await aVariant(this.db, { shopId: shop.id, variantId: id, gtin, onHand: pieces });
      }
    return { variantId };
  }

  async restart(name: ServiceName): Promise<void> {
    await this.workers[name].kill();
    await this.workers[name].start();
  }

  async close(): Promise<void> {
    for (const { store } of this.allShops) await store.stop();
    for (const name of SERVICE_NAMES) await this.workers[name].stop();
    await this.door.close();
    await this.under.broker.release();
    await this.under.database.drop();
  }

  private list(shop: Shop, listed: { variantId: string; gtin: string; pieces: number }): void {
    const { variantId, gtin, pieces } = listed;
    const catalogue = this.catalogues.get(shop.slug) ?? [];
    catalogue.push({
      product_id: `product-of-${variantId}`,
      title: 'Down jacket',
      brand: 'Fjordline',
      images: [{ url: 'https://images.example.com/down-jacket.jpg' }],
      variants: [
        {
          variant_id: variantId,
          size: 'M',
          barcode: gtin,
          inventory: [
            { location_id: LOCATION, quantity: pieces },
            { location_id: HUB_LOCATION, quantity: 0 },
          ],
        },
      ],
    });
    this.catalogues.set(shop.slug, catalogue);
    shop.store.sellFrom([...catalogue]);
  }
}

async function openShop(
  db: Database,
  plan: {
    door: FakeIngress;
    slug: string;
    deducts: 'order' | 'shipment';
    echoes: { cancellations?: boolean; orders?: 'tag'; inventory?: boolean; returns?: boolean };
  },
): Promise<Shop> {
  const { door, slug, deducts, echoes } = plan;
  const [bearerToken, signingSecret] = [`token-of-${slug}`, `secret-of-${slug}`];
  const store = await startStore({
    slug,
    country: 'SE',
    currency: 'EUR',
    bearerToken,
    signingSecret,
    hubLocationId: HUB_LOCATION,
    locations: [LOCATION],
    catalogue: [],
    deducts,
    echoes,
    eventsUrl: door.urlOf(slug),
    deliveryDelaysMs: DELIVERY_DELAYS_MS,
  });
  const { id } = await aShop(db, {
    slug,
    bearerToken,
    signingSecret,
    storeApiRoot: store.apiRoot,
    stockDeductedAt: deducts,
  });
  door.admit(slug, id);
  return { id, slug, store };
}

function configOf(databaseUrl: string, amqpUrl: string): EveryConfig {
  return {
    DATABASE_URL: databaseUrl,
    AMQP_URL: amqpUrl,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    RELAY_EMAIL_DOMAIN: 'relay.hub.test',
    ALLOW_INSECURE_STORES: true,
    STORE_TIMEOUT_MS: 2_000,
    STORE_RETRY_BASE_MS: 20,
    SYNC_INTERVAL_MS: 300,
    PLACING_PASSES_MS: [300, 300, 600],
    HEALTH_PORT: undefined,
    LOG_LEVEL: 'error',
  };
}

const silent: TestLogger = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silent,
};
