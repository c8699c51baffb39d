import type { ShippingOrderRequest, TrackingRequest } from '@hub/contract';
import type { Database } from '@hub/database';
import {
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type ShopOverrides,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '../src';
import { aLogger } from './a-logger';
import { aStore, type LocalStore } from './a-store';

export const WRITE = { variant_id: 'V-1', location_id: '9000', quantity: 4 };
export const CANCEL = { external_ref: 'cancel-1', order_id: 'SO-1' };
export const TRACKING: TrackingRequest = {
  external_ref: 'pkg-1',
  carrier: 'PostNord',
  tracking_number: '00370',
  shipped_at: '2026-11-21T10:00:00Z',
  line_items: [{ line_item_id: 'L-1', quantity: 1 }],
};
export const SHIPPING_ORDER: ShippingOrderRequest = {
  external_ref: 'ref-1',
  tag: 'hub_ship',
  payment_status: 'paid',
  currency: 'EUR',
  ship_to: {
    name: 'Ada Lind',
    address_line1: 'Storgatan 1',
    zip: '111 22',
    city: 'Stockholm',
    country_code: 'SE',
    phone: null,
    email: 'x7@relay.hub.example',
  },
  shipping_method: { code: 'standard' },
  line_items: [
    { external_ref: 'line-1', variant_id: 'V-1', barcode: null, sku: null, quantity: 1, unit_price: 56.25 },
  ],
};

export interface CallingService {
  calls: ShopCalls;
  directory: ShopDirectory;
}

/** Services that call one store, each with its own directory, at a time that the test sets. */
export class CallsWorld {
  now = Date.parse('2026-11-21T10:00:00Z');
  log = aLogger();
  private readonly running: CallingService[] = [];

  private constructor(
    private readonly database: TestDatabase,
    public store: LocalStore,
  ) {}

  static async open(): Promise<CallsWorld> {
    return new CallsWorld(await createTestDatabase(), await aStore());
  }

  get db(): Database {
    return this.database.db;
  }

  /** Everything in its initial state, on the same database. */
  async clear(): Promise<void> {
    await this.stopServices();
    await this.db
      .$executeRaw`TRUNCATE "shop", "alert", "store_call", "store_call_count" RESTART IDENTITY CASCADE`;
    await this.store.close();
    this.store = await aStore();
    this.now = Date.parse('2026-11-21T10:00:00Z');
    this.log = aLogger();
  }

  async close(): Promise<void> {
    await this.stopServices();
    await this.store.close();
    await this.database.drop();
  }

  aShop(overrides: ShopOverrides = {}): Promise<StoredShop> {
    return aShop(this.db, { slug: 'shipping-shop', storeApiRoot: this.store.root, ...overrides });
  }

  /** A service whose directory polls for changed sheets only every hour: earlier knowledge comes from explicit reads. */
  async aService(refreshMs = 3_600_000): Promise<CallingService> {
    const { db } = this;
    const { logger } = this.log;
    const directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, refreshMs, logger });
    await directory.start();
    const calls = createShopCalls({
      db,
      directory,
      logger,
      clock: { now: () => this.now },
      timeoutMs: 10_000,
      retryBaseMs: 1,
      allowInsecureStores: true,
    });
    const service = { calls, directory };
    this.running.push(service);
    return service;
  }

  private async stopServices(): Promise<void> {
    for (const { calls, directory } of this.running.splice(0)) {
      await calls.stop();
      await directory.stop();
    }
  }
}
