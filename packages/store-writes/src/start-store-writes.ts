import type { Subscriptions, WorkerConfig, WorkerContext } from '@hub/messaging';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '@hub/shops';
import { callLeaseMs } from './call-lease';
import type { ClaimedWrite, StoreWrite } from './store-write';
import { CALLS_AT_ONCE, StoreWriter } from './store-writer';

/** A worker that calls stores. */
interface StoreWorkerConfig extends WorkerConfig {
  STORE_TIMEOUT_MS: number;
  STORE_RETRY_BASE_MS: number;
  ALLOW_INSECURE_STORES: boolean;
}

/** The engine of a service, with its calls and its directory of shops. */
export interface StoreWriting<Write extends ClaimedWrite, Receipt> {
  writer: StoreWriter<Write, Receipt>;
  directory: ShopDirectory;
  calls: ShopCalls;
  /** In the order in which they start. */
  components: NonNullable<Subscriptions['components']>;
}

/** Builds what a service needs to deliver its writes to the stores; the worker starts and stops the components. */
export function startStoreWrites<Write extends ClaimedWrite, Receipt>(
  context: WorkerContext<StoreWorkerConfig>,
  define: (calls: ShopCalls) => StoreWrite<Write, Receipt>,
  options: { pollMs?: number } = {},
): StoreWriting<Write, Receipt> {
  const { service, config, db, keys, logger, clock } = context;
  const directory = createShopDirectory({ service, db, encryptionKey: keys.ring, logger });
  const calls = createShopCalls({
    db,
    directory,
    logger,
    clock,
    timeoutMs: config.STORE_TIMEOUT_MS,
    retryBaseMs: config.STORE_RETRY_BASE_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
    // Twice as many as the engine's own, which it already shares fairly.
    slots: 2 * CALLS_AT_ONCE,
  });
  const writer = anotherWriter(context, define(calls), options);
  return { writer, directory, calls, components: [directory, calls, writer] };
}

/** The engine of another write of the same service, to be started after its calls. */
export function anotherWriter<Write extends ClaimedWrite, Receipt>(
  context: WorkerContext<StoreWorkerConfig>,
  write: StoreWrite<Write, Receipt>,
  options: { pollMs?: number } = {},
): StoreWriter<Write, Receipt> {
  const { config, logger, clock, work, database } = context;
  const leaseMs = callLeaseMs(config.STORE_TIMEOUT_MS);
  return new StoreWriter({ write, work, database, logger, clock, leaseMs, ...options });
}
