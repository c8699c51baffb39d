import { InventoryUpdated } from '@hub/contract';
import {
  callingConsumer,
  commandBatchConsumer,
  COMMANDS,
  eventBatchConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { pruneKeptFalls } from '@hub/stock';
import { startStoreWrites } from '@hub/store-writes';
import type { InventoryConfig } from './config';
import { afterRehearsals } from './quantity/after-rehearsals';
import { beginningRates } from './quantity/beginning-rates';
import { dueArticles } from './quantity/due-articles';
import { articlesRecalculator } from './quantity/handle-recalculate-articles';
import { shopRecalculator } from './quantity/handle-recalculate-shop';
import { quantitySweep } from './quantity/quantity-sweep';
import { unreportedMoves } from './quantity/unreported-moves';
import { outOfSyncWatch } from './quantity/watch-out-of-sync';
import { switchedOffWatch } from './quantity/watch-switched-off';
import { stockEventsHandler } from './handle-stock-events';
import { keepUnreadable } from './stock/stock-refusals';
import { refusalWatch } from './stock/watch-refusals';
import { quantityWrite } from './quantity/quantity-write';

/** How many events that arrived together are handled in one transaction. */
const MAX_BATCH = 128;
/** Nothing waits for a calculation: under load, changes within this time are calculated together. */
const RECALCULATED_EVERY_MS = 10;
/** Shops recalculated as a whole at the same time. */
const SHOPS_AT_ONCE = 2;
const PRUNED_EVERY_MS = 600_000;
const LOOKS_EVERY_MS = 1_000;

export function subscriptions(context: WorkerContext<InventoryConfig>): Subscriptions {
  const syncIntervalMs = context.config.SYNC_INTERVAL_MS;
  const { writer, components } = startStoreWrites(
    context,
    (calls) => quantityWrite({ calls, syncIntervalMs, logger: context.logger }),
    {
      // Often enough for a sync cycle.
      pollMs: Math.min(LOOKS_EVERY_MS, syncIntervalMs),
    },
  );
  const wakeWriter = (shopIds: Iterable<number>) => writer.wake(shopIds);
  return {
    consumers: [
      eventBatchConsumer({
        event: 'inventory.updated',
        data: InventoryUpdated,
        subject: (data) => data.variant_id,
        handleAll: stockEventsHandler({ syncIntervalMs }),
        onRefused: keepUnreadable,
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
    sweeps: [
      outOfSyncWatch(syncIntervalMs),
      switchedOffWatch(syncIntervalMs),
      refusalWatch,
      beginningRates(syncIntervalMs),
      dueArticles(syncIntervalMs),
      quantitySweep({ syncIntervalMs }),
      unreportedMoves(syncIntervalMs),
      afterRehearsals(syncIntervalMs),
      { name: 'kept falls of no use any more', everyMs: PRUNED_EVERY_MS, run: (tx) => pruneKeptFalls(tx) },
    ],
    components,
  };
}
