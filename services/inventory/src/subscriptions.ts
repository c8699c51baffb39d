import { InventoryUpdated, LIMITS } from '@hub/contract';
import {
  callingConsumer,
  commandBatchConsumer,
  COMMANDS,
  eventBatchConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { createShopCalls, createShopDirectory } from '@hub/shops';
import { pruneKeptFalls } from '@hub/stock';
import type { InventoryConfig } from './config';
import { beginningRates } from './quantity/beginning-rates';
import { dueArticles } from './quantity/due-articles';
import { articlesRecalculator } from './quantity/handle-recalculate-articles';
import { shopRecalculator } from './quantity/handle-recalculate-shop';
import { quantitySweep } from './quantity/quantity-sweep';
import { outOfStepWatch } from './quantity/watch-out-of-step';
import { switchedOffWatch } from './quantity/watch-switched-off';
import { stockEventsHandler } from './stock/handle-stock-events';
import { NetworkQuantityWriter } from './writing/network-quantity-writer';

/** Twice as many as the writer's calls at once, which it shares fairly itself. */
const STORE_CALL_PLACES = 1_024;

/** How many that arrived together are handled in one transaction. */
const MAX_BATCH = 128;
/** Nobody waits for a calculation: under load, what changes within so long is worked out together. */
const RECALCULATED_EVERY_MS = 10;
/** Shops worked out as a whole at the same time. */
const SHOPS_AT_ONCE = 2;
const PRUNED_EVERY_MS = 600_000;
/** A call may end so much later than its attempts and waits add up to, on a machine that is busy. */
const LEASE_MARGIN_MS = 30_000;

export function subscriptions(context: WorkerContext<InventoryConfig>): Subscriptions {
  const { config, db, keys, logger, clock } = context;
  const syncIntervalMs = config.SYNC_INTERVAL_MS;
  const directory = createShopDirectory({ service: 'inventory', db, encryptionKey: keys.ring, logger });
  const calls = createShopCalls({
    db,
    directory,
    logger,
    timeoutMs: config.STORE_TIMEOUT_MS,
    retryBaseMs: config.STORE_RETRY_BASE_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
    places: STORE_CALL_PLACES,
    clock,
  });
  const writer = new NetworkQuantityWriter({
    db,
    calls,
    logger,
    clock,
    syncIntervalMs,
    leaseMs: LIMITS.attempts * (config.STORE_TIMEOUT_MS + LIMITS.commandWaitMs) + LEASE_MARGIN_MS,
  });
  const wakeWriter = (shopIds: Iterable<number>) => writer.wake(shopIds);
  return {
    consumers: [
      eventBatchConsumer({
        event: 'inventory.updated',
        data: InventoryUpdated,
        subject: (data) => data.variant_id,
        handleAll: stockEventsHandler({ syncIntervalMs }),
        maxBatch: MAX_BATCH,
      }),
      commandBatchConsumer(COMMANDS.recalculateArticle, {
        handleAll: articlesRecalculator({ wakeWriter, syncIntervalMs }),
        maxBatch: MAX_BATCH,
        everyMs: RECALCULATED_EVERY_MS,
      }),
      {
        ...callingConsumer(COMMANDS.recalculateShop, shopRecalculator({ wakeWriter, syncIntervalMs })),
        concurrency: SHOPS_AT_ONCE,
      },
    ],
    passes: [
      outOfStepWatch(syncIntervalMs),
      switchedOffWatch(syncIntervalMs),
      beginningRates(syncIntervalMs),
      dueArticles(syncIntervalMs),
      quantitySweep({ syncIntervalMs }),
      { name: 'kept falls of no use any more', everyMs: PRUNED_EVERY_MS, run: (tx) => pruneKeptFalls(tx) },
    ],
    parts: [directory, calls, writer],
  };
}
