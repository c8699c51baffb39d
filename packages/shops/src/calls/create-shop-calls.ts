import { STORE_ENDPOINTS } from '@hub/contract';
import type { Database } from '@hub/database';
import {
  isForecast,
  systemClock,
  WouldCallStore,
  type Clock,
  type Logger,
  type Component,
} from '@hub/runtime';
import {
  createStoreClient,
  type CallContext,
  type CallOutcome,
  type Store,
  type StoreCall,
  type StoreClient,
} from '@hub/store-calls';
import type { ShopDirectory } from '../directory/create-shop-directory';
import type { Shop } from '../directory/shop';
import { CallHold } from '../holds/call-hold';
import type { AskingCall } from '../holds/probe-records';
import { BearerTokens } from './bearer-tokens';
import { closedCapability } from './call-gate';
import { createCallLog, type CallLog } from './call-log';
import { createCircuitLog, type CircuitLog } from './circuit-log';
import type { SendContext, ShopCallOutcome } from './shop-call-outcome';
import { ShopStandings } from './shop-standing';

/** Every call to a store goes through here: with the shop's credentials, under its capabilities and holds, each recorded. */
export interface ShopCalls extends Component {
  send<T>(shopId: number, call: StoreCall<T>, context?: SendContext): Promise<ShopCallOutcome<T>>;
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
  /** Maximum calls to all stores together, including those that wait for their shop (default 256). */
  slots?: number | undefined;
  clock?: Clock | undefined;
}

export function createShopCalls(options: ShopCallsOptions): ShopCalls {
  return new Calls(options);
}

/** When to retry for a shop that is missing in the directory because its secrets cannot be decrypted. */
const UNKNOWN_SHOP_AFTER_MS = 60_000;

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
      slots: options.slots,
      logger,
      clock,
      onCall: (record) => this.log.record(record),
      onCircuit: (change) => this.circuits.record(change),
    });
  }

  /** No attempt to a store starts from now on; those in flight continue. */
  beginStop(): void {
    this.client.endAttempts();
  }

  async stop(): Promise<void> {
    await Promise.all([this.log.written(), this.circuits.end()]);
    this.client.close();
  }

  async send<T>(shopId: number, call: StoreCall<T>, context: SendContext = {}): Promise<ShopCallOutcome<T>> {
    const { operation } = call;
    const { switchingOff = false, probeFor: alsoFor } = context;
    const standing = await this.standings.of(shopId);
    const shop = await this.findShop(shopId, standing.revision);
    if (shop === null) return { kind: 'held', afterMs: UNKNOWN_SHOP_AFTER_MS };
    const closed = closedCapability(operation, shop.capabilities);
    if (closed !== null && !(switchingOff && call.takesAway))
      return { kind: 'capability_off', capability: closed };
    if (isForecast()) throw new WouldCallStore(STORE_ENDPOINTS[operation].endpoint, shop.slug);
    const asking: AskingCall = { shopId, operation, reference: call.heldAs, alsoFor };
    const entry = await this.hold.enter(asking, standing.holds);
    if (entry.kind === 'held') return entry;
    const outcome = await this.sendWithTokens(shop, call, context);
    await this.hold.leave({ shop, call: asking, entry, outcome });
    return outcome;
  }

  /** The shop by its current sheet: the directory is read again if it has another revision (D25). */
  private async findShop(shopId: number, revision: bigint | null): Promise<Shop | null> {
    const { directory } = this.options;
    const known = directory.byId(shopId);
    if (known !== null && known.revision === revision) return known;
    await directory.refresh();
    return directory.byId(shopId);
  }

  /** Sends it with each bearer token of the shop until the store accepts one (D25); a `401` spends no attempt of the call. */
  private async sendWithTokens<T>(
    shop: Shop,
    call: StoreCall<T>,
    context: CallContext,
  ): Promise<CallOutcome<T>> {
    const [first, ...others] = this.tokens.inOrder(shop);
    if (first === undefined) throw new Error(`the shop ${shop.slug} has no bearer token`);
    let { attemptsMade = 0, maybeActed = attemptsMade > 0 } = context;
    let token = first;
    for (;;) {
      const outcome = await this.client.send(this.storeOf(shop, token), call, {
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
