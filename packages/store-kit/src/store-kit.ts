import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoreOperation } from '@hub/contract';
import type { StoreAdapter } from './adapter';
import type {
  OrderCancellation,
  OrderFact,
  ReturnedGoods,
  SellerOrder,
  ShippedPackage,
  StockChange,
} from './facts/facts';
import type { Answer } from './answer';
import type { KitRequest, ServedCall } from './served-call';
import type { KitStorage, ParkedEvent } from './storage';

/** What the shop's own people settle, in a plugin of a platform. */
export interface ShopSettings extends Pick<
  StoreKitOptions<never>,
  'credentials' | 'eventsUrl' | 'currency' | 'imageUrl' | 'delivery' | 'sweep'
> {
  /** Where the six endpoints are. `hub`, where not given. */
  route?: string | undefined;
}

export interface StoreKitOptions<Tx> {
  adapter: StoreAdapter<Tx>;
  storage: KitStorage<Tx>;
  /** Asked at each call and each attempt, so that what is rotated counts at once. */
  credentials: () => Credentials | Promise<Credentials>;
  /** The service's address for this shop's events: `{base_url}/shops/{shop_slug}/events`; a function, where it can change. */
  eventsUrl: string | (() => string);
  /** The platform's own id of the location that stands for the network. */
  networkLocationId: string;
  /** The currency of the sheet, ISO 4217. */
  currency: string;
  /** How many of the platform's amounts are one of the currency: 100 where it counts cents; 1, where not given. */
  perUnit?: number | undefined;
  /** The public https address of a picture, from what the adapter calls it; the same, where not given. */
  imageUrl?: ((identifier: string) => string) | undefined;
  hooks?: KitHooks | undefined;
  delivery?: Partial<DeliveryOptions> | undefined;
  sweep?: Partial<SweepOptions> | undefined;
  /**
   * For how long the reference of a call and the key of a delivered event are known; 180 days, where not given: twice as long as
   * the service can repeat a call.
   */
  forgetAfterDays?: number | undefined;
  /**
   * Around each call that was let in, for a span of your tracing, a tenant's context, or a refusal of the shop's own
   * (`throw refuse.temporaryFailure(60)`). What it gives is answered; `carryOut` gives the right answer, a refusal too.
   */
  aroundCall?:
    | ((call: ServedCall, carryOut: (call: ServedCall) => Promise<Answer>) => Promise<Answer>)
    | undefined;
  /**
   * Whether only stock of what the catalogue listed when it was last read is reported; true, where not given. False for a store that puts
   * another catalogue into the answer (`aroundCall`) than its adapter gave.
   */
  tellsListedStockAlone?: boolean | undefined;
  /** Gives the id of each event, a UUID; random, where not given. */
  newEventId?: (() => string) | undefined;
  /** Calls carried out at once; further ones are answered `429` with `Retry-After`. 64, where not given. */
  callsAtOnce?: number | undefined;
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined;
}

/** Every one of them is taken; the first secret signs (D2). */
export interface Credentials {
  bearerTokens: readonly [string, ...string[]];
  signingSecrets: readonly [string, ...string[]];
}

/** What the shop's staff should know. None of them may throw. */
export interface KitHooks {
  /** An event was refused permanently, or never answered: it is not sent until `sendAgain`. */
  onParked?: ((event: ParkedEvent) => void) | undefined;
  /** Something failed that is retried automatically: the adapter, the storage, the sweep. */
  onError?: ((error: unknown, doing: string) => void) | undefined;
  /** A product is kept out of the catalogue: with it, the service would refuse all of it. Called each time the page is read. */
  onLeftOut?: ((product: LeftOutProduct) => void) | undefined;
  /** A paid order that the network should ship is not reported, because its amounts do not fit its lines. Called each time it is read. */
  onUnreported?: ((order: UnreportedOrder) => void) | undefined;
}

export interface UnreportedOrder {
  orderId: string;
  reason: string;
}

export interface LeftOutProduct {
  productId: string;
  /** What of it is missing or wrong, such as `images`. */
  field: string;
  reason: string;
}

export interface DeliveryOptions {
  /** The wait after each attempt; one attempt more than there are waits, then the event is parked. */
  delaysMs: readonly number[];
  attemptTimeoutMs: number;
  /** How long a taken event is kept from other processes; longer than an attempt takes. */
  leaseMs: number;
  /** Events on their way at once. */
  atOnce: number;
  /** How often the outbox is polled in any case; what is queued or due in this process leaves without waiting for it. */
  pollMs: number;
  /** Who posts. */
  fetch: typeof fetch;
}

export interface SweepOptions {
  everyMs: number;
  /** How far each sweep looks back behind the start of the last one. */
  overlapMs: number;
}

/** Why an event was not sent: the service knows it already, or must not, or need not, know it. */
export type SkipReason =
  /** The same was reported before. */
  | 'repeated'
  /** A newer figure of the stock was reported already. */
  | 'older'
  /** The service caused it itself. */
  | 'echo'
  /** A paid order whose amounts do not fit its lines: `onUnreported` was called. */
  | 'unfit'
  /** An order that the kit never reported, nor took in. */
  | 'unreported_order'
  /** Stock of what the service cannot know: a variant that the catalogue does not list, a location that is not agreed. */
  | 'not_listed'
  /** Goods that are back, but of no line all of them: reported with the rest. */
  | 'part_of_a_line'
  /** No event of a capability that is not ported. */
  | 'not_ported';

export type Reported = { queued: string } | { skipped: SkipReason };

/** A variant at a location. */
export type Place = Pick<StockChange, 'variantId' | 'locationId'>;

/**
 * What the platform reports, best within the transaction in which it happens: then neither exists without the other. Without
 * a `tx` the kit opens its own transaction.
 */
export interface KitEvents<Tx> {
  /** `inventory.updated`. At the network's location too, where the platform reports that. */
  stockChanged(change: StockChange, tx?: Tx): Promise<Reported>;
  /** `order.created`, of an order sold here; once, however often it is reported. Never of a shipping order. */
  orderPaid(order: SellerOrder, tx?: Tx): Promise<Reported>;
  /** `order.cancelled`, of an order reported by `orderPaid`, or of a shipping order that cannot be shipped. */
  orderCancelled(cancellation: OrderCancellation, tx?: Tx): Promise<Reported>;
  /** `fulfillment.shipped`, of a shipping order; of any other order nothing is sent. */
  packageShipped(shipped: ShippedPackage, tx?: Tx): Promise<Reported>;
  /** `return.created`. */
  returned(goods: ReturnedGoods, tx?: Tx): Promise<Reported>;
  /** Any of the last four. */
  orderFact(fact: OrderFact, tx?: Tx): Promise<Reported>;
  /** All there is to report of an order, read by `orderNow`: for a platform that says which order, not what happened. */
  orderChanged(orderId: string | number, tx?: Tx): Promise<void>;
  /** `inventory.updated` of these places, read by `stockOf`. */
  stockChangedAt(places: readonly Place[], tx?: Tx): Promise<void>;
}

export interface KitHealth {
  /** False where events are parked, the oldest waits for over 15 minutes, or the last sweep failed. */
  ok: boolean;
  waiting: number;
  oldestQueuedAt: Date | null;
  parked: number;
  /** The newest of them, with why. */
  latestParked: {
    eventId: string;
    event: string;
    status: number | null;
    code: string | null;
    field: string | null;
  }[];
  /** Orders of which part of a line is back: it is reported once the rest is. Since when the first of them waits. */
  openReturns: { orders: number; since: Date | null };
  /** Of this process; null before the first. */
  lastSweep: SweepReport | null;
}

export interface SweepReport {
  endedAt: Date;
  /** Events that something had lost. */
  reported: number;
  failed: boolean;
}

export interface StoreKit<Tx> {
  /** The six endpoints, under the path it is mounted at: for Express, and as a `node:http` listener. */
  router(request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void): void;
  /** The same for any other server, by bytes; null where it is none of the six. What it gives is to be written, the body as JSON. */
  handle(request: KitRequest): Promise<Answer | null>;
  readonly events: KitEvents<Tx>;
  /** Whether the platform is now carrying out that call of the service. */
  isServing(operation: StoreOperation): boolean;
  /** Sends events and sweeps from now on. */
  start(): void;
  /** Ends what is under way. */
  stop(): Promise<void>;
  /** Sends what is due now, without waiting for the next look; resolves once those attempts have ended. */
  sendDue(): Promise<void>;
  /** Looks for what got lost, now. */
  sweep(): Promise<SweepReport>;
  health(): Promise<KitHealth>;
  parked(limit?: number): Promise<ParkedEvent[]>;
  /** Sends a parked event's data as a new event, once its cause is removed; its new id, or null where none is parked under this one. */
  sendAgain(eventId: string): Promise<string | null>;
  /** The whole number under which the service knows a location of the platform: what the sheet has to name. */
  locationNumber(locationId: string): Promise<string>;
}
