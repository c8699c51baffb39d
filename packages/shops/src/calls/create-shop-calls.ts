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
import { isForecast, systemClock, WouldCallStore, type Clock, type Logger, type Part } from '@hub/runtime';
import {
  createStoreClient,
  type CallContext,
  type CallOutcome,
  type Store,
  type StoreClient,
} from '@hub/store-client';
import type { ShopDirectory } from '../directory/create-shop-directory';
import type { Shop } from '../directory/shop';
import { CallHold } from '../holds/call-hold';
import type { AskingCall } from '../holds/probe-records';
import { BearerTokens } from './bearer-tokens';
import { closedCapability, type StoreOperation } from './call-gate';
import { createCallLog, type CallLog } from './call-log';
import { createCircuitLog, type CircuitLog } from './circuit-log';
import type { InventoryCallContext, PageCallContext, ShopCallOutcome } from './shop-call-outcome';
import { ShopStandings } from './shop-standing';

/** The contract's six store calls by shop: with its credentials, under its capabilities and holds, each recorded. */
export interface ShopCalls extends Part {
  readProductsPage(
    shopId: number,
    page: { cursor?: string | undefined; limit?: number | undefined },
    context?: PageCallContext,
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
  /** Calls to all stores together, those that wait for their shop included (256 unless given). */
  places?: number | undefined;
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
  /** What tells it from others of the operation, for the hold on calls. */
  reference: string;
  evenIfOff?: boolean;
  probeFor?: AskingCall['alsoFor'];
  context: CallContext | undefined;
  send: (client: StoreClient, store: Store, context: CallContext) => Promise<CallOutcome<T>>;
}

class Calls implements ShopCalls {
  readonly name = 'store calls';
  private readonly clock: Clock;
  private readonly log: CallLog;
  private readonly circuits: CircuitLog;
  private readonly hold: CallHold;
  private readonly standings: ShopStandings;
  private readonly tokens = new BearerTokens();
  private readonly client: StoreClient;

  constructor(private readonly options: ShopCallsOptions) {
    const { db, logger, timeoutMs, retryBaseMs, allowInsecureStores, clock = systemClock } = options;
    this.clock = clock;
    this.log = createCallLog({ db, logger });
    this.circuits = createCircuitLog({ db, logger, clock });
    this.hold = new CallHold({ db, logger, clock });
    this.standings = new ShopStandings(db);
    this.client = createStoreClient({
      timeoutMs,
      retryBaseMs,
      allowInsecureStores,
      places: options.places,
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
      reference: page.cursor ?? '',
      probeFor: context?.probeFor,
      context,
      send: (client, store, given) => client.readProductsPage(store, page, given),
    });

  readonly writeInventory: ShopCalls['writeInventory'] = (shopId, body, context) =>
    this.make({
      operation: 'write_inventory',
      shopId,
      // Quantities of a shop wait as one: any of them shows whether they are taken.
      reference: '',
      evenIfOff: context?.switchingOff === true && body.quantity === 0,
      context,
      send: (client, store, given) => client.writeInventory(store, body, given),
    });

  readonly placeOrder: ShopCalls['placeOrder'] = (shopId, body, context) =>
    this.make({
      operation: 'place_order',
      shopId,
      reference: body.external_ref,
      context,
      send: (client, store, given) => client.placeOrder(store, body, given),
    });

  readonly deliverTracking: ShopCalls['deliverTracking'] = (shopId, { orderId, body }, context) =>
    this.make({
      operation: 'deliver_tracking',
      shopId,
      reference: body.external_ref,
      context,
      send: (client, store, given) => client.deliverTracking(store, orderId, body, given),
    });

  readonly cancelOrder: ShopCalls['cancelOrder'] = (shopId, body, context) =>
    this.make({
      operation: 'cancel_order',
      shopId,
      reference: body.external_ref,
      context,
      send: (client, store, given) => client.cancelOrder(store, body, given),
    });

  readonly registerReturn: ShopCalls['registerReturn'] = (shopId, body, context) =>
    this.make({
      operation: 'register_return',
      shopId,
      reference: body.external_ref,
      context,
      send: (client, store, given) => client.registerReturn(store, body, given),
    });

  /** No attempt to a store begins from now on; those in flight go on. */
  beginStop(): void {
    this.client.endAttempts();
  }

  async stop(): Promise<void> {
    await Promise.all([this.log.written(), this.circuits.end()]);
    this.client.close();
  }

  private async make<T>(call: Call<T>): Promise<ShopCallOutcome<T>> {
    const { operation, shopId, reference, evenIfOff = false, probeFor: alsoFor } = call;
    const standing = await this.standings.of(shopId);
    const shop = await this.findShop(shopId, standing.revision);
    if (shop === null) return { kind: 'held', afterMs: UNKNOWN_SHOP_AFTER_MS };
    const closed = closedCapability(operation, shop.capabilities);
    if (closed !== null && !evenIfOff) return { kind: 'capability_off', capability: closed };
    if (isForecast()) throw new WouldCallStore(operation, shop.slug);
    const asking: AskingCall = { shopId, operation, reference, alsoFor };
    const entry = await this.hold.enter(asking, standing.holds);
    if (entry.kind === 'held') return entry;
    const outcome = await this.send(call, shop);
    await this.hold.leave({ shop, call: asking, entry, outcome });
    return outcome;
  }

  /** The shop as its sheet says now: the directory is read again where it has another revision (D25). */
  private async findShop(shopId: number, revision: bigint | null): Promise<Shop | null> {
    const { directory } = this.options;
    const known = directory.byId(shopId);
    if (known !== null && known.revision === revision) return known;
    await directory.refresh();
    return directory.byId(shopId);
  }

  /** Sends it with each bearer token of the shop until the store takes one (D25); a `401` spends no attempt of the call. */
  private async send<T>(call: Call<T>, shop: Shop): Promise<CallOutcome<T>> {
    const [first, ...others] = this.tokens.inOrder(shop);
    if (first === undefined) throw new Error(`the shop ${shop.slug} has no bearer token`);
    const context = call.context ?? {};
    let { attemptsMade = 0, maybeActed = attemptsMade > 0 } = context;
    let token = first;
    for (;;) {
      const outcome = await call.send(this.client, this.storeOf(shop, token), {
        ...context,
        attemptsMade,
        maybeActed,
      });
      const next = others.shift();
      const isTaken = outcome.kind !== 'unauthorized' || outcome.status !== 401;
      if (isTaken) this.tokens.noteTaken(shop, token);
      if (isTaken || next === undefined) return outcome;
      maybeActed = outcome.maybeActed;
      attemptsMade = outcome.attempts - 1;
      token = next;
    }
  }

  private storeOf(shop: Shop, bearerToken: string): Store {
    const [signingSecret] = shop.signingSecrets(this.clock.now());
    if (signingSecret === undefined) throw new Error(`the shop ${shop.slug} has no signing secret`);
    return {
      shopId: shop.id,
      slug: shop.slug,
      apiRoot: shop.storeApiRoot,
      bearerToken,
      signingSecret,
    };
  }
}
