import { InventoryUpdated, LIMITS } from '@hub/contract';
import {
  commandBatchConsumer,
  commandConsumer,
  COMMANDS,
  eventBatchConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { createShopCalls, createShopDirectory } from '@hub/shops';
import type { InventoryConfig } from './config';
import { articlesRecalculator } from './quantity/handle-recalculate-articles';
import { handleRecalculateShop } from './quantity/handle-recalculate-shop';
import { stockEventsHandler } from './stock/handle-stock-events';
import { NetworkQuantityWriter } from './writing/network-quantity-writer';
import { outOfStepWatch } from './quantity/watch-out-of-step';

/** How many that arrived together are handled in one transaction. */
const MAX_BATCH = 128;
/** A call may end so much later than its attempts and waits add up to, on a machine that is busy. */
const LEASE_MARGIN_MS = 30_000;

export function subscriptions(context: WorkerContext<InventoryConfig>): Subscriptions {
  const { config, db, logger, clock } = context;
  const syncIntervalMs = config.SYNC_INTERVAL_MS;
  const directory = createShopDirectory({ db, encryptionKey: config.HUB_ENCRYPTION_KEY, logger });
  const calls = createShopCalls({
    db,
    directory,
    logger,
    timeoutMs: config.STORE_TIMEOUT_MS,
    retryBaseMs: config.STORE_RETRY_BASE_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
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
        handleAll: articlesRecalculator((shopIds) => writer.wake(shopIds)),
        maxBatch: MAX_BATCH,
      }),
      commandConsumer(COMMANDS.recalculateShop, handleRecalculateShop),
    ],
    passes: [outOfStepWatch(syncIntervalMs)],
    parts: [directory, calls, writer],
  };
}
