import type {
  CancelReceipt,
  CancelRequest,
  InventoryReceipt,
  InventoryWrite,
  ProductsPage,
  ReturnReceipt,
  ReturnRequest,
  ShippingOrderReceipt,
  ShippingOrderRequest,
  TrackingReceipt,
  TrackingRequest,
} from '@hub/contract';
import type { Database } from '@hub/database';
import { systemClock, type Clock, type Logger, type Part } from '@hub/runtime';
import {
  createStoreClient,
  type CallContext,
  type CallOutcome,
  type Store,
  type StoreClient,
} from '@hub/store-client';
import type { ShopDirectory } from '../directory/create-shop-directory';
import type { Shop } from '../directory/shop';
import { closedCapability, type StoreOperation } from './call-gate';
import { CallHold } from './call-hold';
import { createCallLog, type CallLog } from './call-log';
import { createCircuitLog, type CircuitLog } from './circuit-log';
import type { InventoryCallContext, ShopCallOutcome } from './shop-call-outcome';

/** The contract's six store calls by shop: with its credentials, under its capabilities and holds, each recorded. */
export interface ShopCalls extends Part {
  readProductsPage(
    shopId: number,
    page: { cursor?: string | undefined; limit?: number | undefined },
    context?: CallContext,
  ): Promise<ShopCallOutcome<ProductsPage>>;
  writeInventory(
    shopId: number,
    body: InventoryWrite,
    context?: InventoryCallContext,
  ): Promise<ShopCallOutcome<InventoryReceipt>>;
  placeOrder(
    shopId: number,
    body: ShippingOrderRequest,
    context?: CallContext,
  ): Promise<ShopCallOutcome<ShippingOrderReceipt>>;
  /** `orderId` is the seller order's id at this shop. */
  deliverTracking(
    shopId: number,
    tracking: { orderId: string; body: TrackingRequest },
    context?: CallContext,
  ): Promise<ShopCallOutcome<TrackingReceipt>>;
  cancelOrder(
    shopId: number,
    body: CancelRequest,
    context?: CallContext,
  ): Promise<ShopCallOutcome<CancelReceipt>>;
  registerReturn(
    shopId: number,
    body: ReturnRequest,
    context?: CallContext,
  ): Promise<ShopCallOutcome<ReturnReceipt>>;
  /** Waits until the calls made so far are recorded, and closes connections. */
  stop(): Promise<void>;
}

export interface ShopCallsOptions {
  db: Database;
  directory: ShopDirectory;
  logger: Logger;
  /** STORE_TIMEOUT_MS */
  timeoutMs: number;
  /** STORE_RETRY_BASE_MS */
  retryBaseMs: number;
  /** ALLOW_INSECURE_STORES */
  allowInsecureStores: boolean;
  clock?: Clock | undefined;
}

export function createShopCalls(options: ShopCallsOptions): ShopCalls {
  return new Calls(options);
}

/** When to look again for a shop that the directory has not, for its secrets cannot be opened. */
const UNKNOWN_SHOP_AFTER_MS = 60_000;

interface Call<T> {
  operation: StoreOperation;
  shopId: number;
  evenIfOff?: boolean;
  send: (client: StoreClient, store: Store) => Promise<CallOutcome<T>>;
}

class Calls implements ShopCalls {
  readonly name = 'store calls';
  private readonly clock: Clock;
  private readonly log: CallLog;
  private readonly circuits: CircuitLog;
  private readonly hold: CallHold;
  private readonly client: StoreClient;

  constructor(private readonly options: ShopCallsOptions) {
    const {
      db,
      directory,
      logger,
      timeoutMs,
      retryBaseMs,
      allowInsecureStores,
      clock = systemClock,
    } = options;
    this.clock = clock;
    this.log = createCallLog({ db, logger });
    this.circuits = createCircuitLog({ db, logger, clock });
    this.hold = new CallHold({ db, directory, logger, clock });
    this.client = createStoreClient({
      timeoutMs,
      retryBaseMs,
      allowInsecureStores,
      logger,
      clock,
      onCall: (record) => this.log.record(record),
      onCircuit: (change) => this.circuits.record(change),
    });
  }

  readonly readProductsPage: ShopCalls['readProductsPage'] = (shopId, page, context) =>
    this.make({
      operation: 'read_products',
      shopId,
      send: (client, store) => client.readProductsPage(store, page, context),
    });

  readonly writeInventory: ShopCalls['writeInventory'] = (shopId, body, context) =>
    this.make({
      operation: 'write_inventory',
      shopId,
      evenIfOff: context?.switchingOff === true && body.quantity === 0,
      send: (client, store) => client.writeInventory(store, body, context),
    });

  readonly placeOrder: ShopCalls['placeOrder'] = (shopId, body, context) =>
    this.make({
      operation: 'place_order',
      shopId,
      send: (client, store) => client.placeOrder(store, body, context),
    });

  readonly deliverTracking: ShopCalls['deliverTracking'] = (shopId, { orderId, body }, context) =>
    this.make({
      operation: 'deliver_tracking',
      shopId,
      send: (client, store) => client.deliverTracking(store, orderId, body, context),
    });

  readonly cancelOrder: ShopCalls['cancelOrder'] = (shopId, body, context) =>
    this.make({
      operation: 'cancel_order',
      shopId,
      send: (client, store) => client.cancelOrder(store, body, context),
    });

  readonly registerReturn: ShopCalls['registerReturn'] = (shopId, body, context) =>
    this.make({
      operation: 'register_return',
      shopId,
      send: (client, store) => client.registerReturn(store, body, context),
    });

  /** No attempt to a store begins from now on; those in flight go on. */
  beginStop(): void {
    this.client.endAttempts();
  }

  async stop(): Promise<void> {
    await Promise.all([this.log.written(), this.circuits.written()]);
    this.client.close();
  }

  private async make<T>(call: Call<T>): Promise<ShopCallOutcome<T>> {
    const { operation, shopId, evenIfOff = false, send } = call;
    const shop = await this.findShop(shopId);
    if (shop === null) return { kind: 'held', afterMs: UNKNOWN_SHOP_AFTER_MS };
    const closed = closedCapability(operation, shop.capabilities);
    if (closed !== null && !evenIfOff) return { kind: 'capability_off', capability: closed };
    const entry = await this.hold.enter(shop);
    if (entry.kind === 'held') return entry;
    const store = this.storeOf(shop);
    const outcome = await send(this.client, store);
    await this.hold.leave(shop, entry, outcome);
    return outcome;
  }

  /** A shop applied a moment ago may not be in the directory yet. */
  private async findShop(shopId: number): Promise<Shop | null> {
    const { directory } = this.options;
    const known = directory.byId(shopId);
    if (known !== null) return known;
    await directory.refresh();
    return directory.byId(shopId);
  }

  private storeOf(shop: Shop): Store {
    const [signingSecret] = shop.signingSecrets(this.clock.now());
    if (signingSecret === undefined) throw new Error(`the shop ${shop.slug} has no signing secret`);
    return {
      shopId: shop.id,
      slug: shop.slug,
      apiRoot: shop.storeApiRoot,
      bearerToken: shop.bearerToken,
      signingSecret,
    };
  }
}
