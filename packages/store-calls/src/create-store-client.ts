import { setMaxListeners } from 'node:events';
import { LIMITS } from '@hub/contract';
import { systemClock, type Clock, type Logger } from '@hub/runtime';
import { storeAgents } from './address-guard';
import type { StoreCallRecord } from './call-record';
import { callSpan } from './call-span';
import { observeCall } from './observe-call';
import type { CallOutcome } from './outcome';
import { Slots } from './slots';
import { createHttpClient, sendCall, type Store } from './send-call';
import { CALLS_IN_FLIGHT, ShopGate } from './shop-gate';
import type { StoreCall } from './store-call';
import { storeTarget, type StoreTarget } from './store-request';

export interface StoreClientOptions {
  /** Time limit of one attempt, its whole answer included. */
  timeoutMs: number;
  /** Upper bound of the first wait between attempts. */
  retryBaseMs: number;
  /** Plain HTTP and private addresses: for tests only (D28). */
  allowInsecureStores: boolean;
  logger?: Logger | undefined;
  /** Called for every call with at least one attempt. */
  onCall?: ((record: StoreCallRecord) => void) | undefined;
  /** Called when a shop's circuit opens, again with each failed trial, and when it closes. */
  onCircuit?: ((change: { shopId: number; open: boolean }) => void) | undefined;
  /** Maximum calls to all stores together, including those that wait for their shop (default 256). */
  slots?: number | undefined;
  clock?: Clock | undefined;
  /** From 0 up to 1. */
  random?: (() => number) | undefined;
}

/** The command's facts about its call. */
export interface CallContext {
  correlation?: string | undefined;
  /** Seller order of the call, for its record. */
  sellerOrderId?: string | undefined;
  /** Of an earlier `postponed` outcome of the same call: attempts already spent, and whether one may have had an effect. */
  attemptsMade?: number | undefined;
  maybeActed?: boolean | undefined;
  /** A call that would have to wait longer is deferred (default 5 s). */
  maxWaitMs?: number | undefined;
  /** Three by default. */
  maxAttempts?: number | undefined;
  /**
   * Awaited when an attempt starts, before anything is sent, with its start in milliseconds since the epoch. If it
   * fails, so does the call, and the attempt is not made.
   */
  onAttempt?: ((startedAt: number) => Promise<void>) | undefined;
}

/** The client for stores. A call never throws for a store's behaviour: every end is an outcome. */
export interface StoreClient {
  send<T>(store: Store, call: StoreCall<T>, context?: CallContext): Promise<CallOutcome<T>>;
  /** No attempt starts from now on; waits between attempts end, those in flight continue. For a process that ends. */
  endAttempts(): void;
  /** Closes connections; for the end of the service, when no call is in flight. */
  close(): void;
}

/** A client for all stores; each shop has its own connections, slots and circuit. */
export function createStoreClient(options: StoreClientOptions): StoreClient {
  return new Calls(options);
}

/** As many as messages in flight in a service: `concurrency` of a calling consumer. */
const SLOTS = 256;

/** The state kept for each shop while its API root is unchanged. */
interface Way {
  apiRoot: string;
  target: StoreTarget;
  gate: ShopGate;
}

class Calls implements StoreClient {
  private readonly httpClient = createHttpClient();
  private readonly ways = new Map<number, Way>();
  private readonly clock: Clock;
  private readonly ending = new AbortController();
  private readonly slots: Slots;

  constructor(private readonly options: StoreClientOptions) {
    this.clock = options.clock ?? systemClock;
    this.slots = new Slots(options.slots ?? SLOTS);
    // Each wait between attempts listens.
    setMaxListeners(0, this.ending.signal);
  }

  async send<T>(store: Store, call: StoreCall<T>, context: CallContext = {}): Promise<CallOutcome<T>> {
    const { target, gate } = this.wayTo(store);
    const { timeoutMs, retryBaseMs, logger, onCall, random = Math.random } = this.options;
    const { attemptsMade = 0, maybeActed = attemptsMade > 0, maxAttempts = LIMITS.attempts } = context;
    const maxWaitMs = context.maxWaitMs ?? LIMITS.commandWaitMs;
    const attempts = {
      attemptsMade,
      maybeActed,
      maxAttempts,
      maxWaitMs,
      timeoutMs,
      retryBaseMs,
      onAttempt: context.onAttempt,
      clock: this.clock,
      random,
      ending: this.ending.signal,
    };
    const startedAt = this.clock.now();
    const { httpClient } = this;
    const correlation = context.correlation ?? null;
    const { span, traceparent } = callSpan(correlation);
    const end = await gate.run((watch) => {
      const limits = { ...attempts, watch };
      return sendCall(call, {
        httpClient,
        target,
        store,
        attempts: limits,
        traceparent,
      });
    }, maxWaitMs);
    if ('held' in end) {
      return { kind: 'postponed', reason: end.held, afterMs: end.afterMs, attemptsMade, maybeActed };
    }
    const durationMs = this.clock.now() - startedAt;
    observeCall({
      call,
      ...end,
      store,
      durationMs,
      span,
      correlation,
      sellerOrderId: context.sellerOrderId ?? null,
      logger,
      onCall,
    });
    return end.outcome;
  }

  endAttempts(): void {
    this.ending.abort();
    for (const { gate } of this.ways.values()) gate.dismissWaiting();
  }

  close(): void {
    for (const { target } of this.ways.values()) {
      target.agents.httpAgent.destroy();
      target.agents.httpsAgent.destroy();
    }
    this.ways.clear();
  }

  private wayTo(store: Store): Way {
    const known = this.ways.get(store.shopId);
    // Calls in flight to the old root keep their connections; idle ones close automatically.
    if (known?.apiRoot === store.apiRoot) return known;
    const way = { apiRoot: store.apiRoot, target: this.target(store), gate: this.gate(store) };
    this.ways.set(store.shopId, way);
    return way;
  }

  private target({ apiRoot }: Store): StoreTarget {
    const { timeoutMs, allowInsecureStores: allowInsecure } = this.options;
    const agents = storeAgents({
      maxSockets: CALLS_IN_FLIGHT,
      idleMs: timeoutMs + 5_000,
      insecure: allowInsecure,
    });
    return storeTarget(apiRoot, { agents, allowInsecure });
  }

  private gate({ slug, shopId }: Store): ShopGate {
    const { logger, onCircuit } = this.options;
    return new ShopGate({
      clock: this.clock,
      ending: this.ending.signal,
      slots: this.slots,
      onOpen: () => {
        logger?.warn('circuit opened: calls to the store are suspended for 30 s', { shop: slug });
        onCircuit?.({ shopId, open: true });
      },
      onClose: () => {
        logger?.info('circuit closed: the store answers again', { shop: slug });
        onCircuit?.({ shopId, open: false });
      },
    });
  }
}
