import { OrderCreated } from '@hub/contract';
import {
  commandConsumer,
  COMMANDS,
  eventBatchConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { startStoreWrites } from '@hub/store-writes';
import type { RoutingConfig } from './config';
import { findExistingOrders, orderIntake, skipOwnOrders } from './intake/handle-order-created';
import { noteSkippedOrders, skippedOrdersSweep } from './intake/skipped-orders';
import { overdueSweep } from './placing/overdue-sweep';
import { handleShippingOrderPlace } from './placing/handle-shipping-order-place';
import { placingWrite } from './placing/placing-write';
import { handleOrderRoute } from './routing/handle-order-route';
import { handleServeWaiting } from './routing/handle-serve-waiting';
import { heldSupplySweep } from './routing/held-supply-sweep';
import { pauseSweep } from './routing/pause-sweep';
import { References } from './routing/references';
import { waitingSweep } from './routing/waiting-sweep';

/** How often due shipping orders are looked for, at most. */
const LOOKS_EVERY_MS = 1_000;
/** The latest a shop counts again after its hold ended (D16), or its pause (D38). */
const HELD_SUPPLY_SWEEP_MS = 5_000;
/** How often waiting lines are checked, where no first run says so. */
const SWEEP_MS = 60_000;
/** How many orders that arrived together are decided in one transaction. */
const ORDERS_TOGETHER = 32;
/** How far apart batches begin under load: a few large ones cost less than many small ones. */
const BATCH_EVERY_MS = 25;

export function subscriptions(context: WorkerContext<RoutingConfig>): Subscriptions {
  const { config, keys, logger, work } = context;
  const waitsMs = config.PLACING_PASSES_MS;
  const sweepMs = Math.max(1, waitsMs[0] ?? SWEEP_MS);
  const { writer, directory, components } = startStoreWrites(
    context,
    (calls) => placingWrite({ calls, context: work, waitsMs }),
    { pollMs: Math.min(sweepMs, LOOKS_EVERY_MS) },
  );
  const references = new References(keys.reference, config.RELAY_EMAIL_DOMAIN);
  const routing = { references, placing: writer };
  return {
    consumers: [
      eventBatchConsumer({
        event: 'order.created',
        data: OrderCreated,
        subject: (order) => order.order_id,
        skipIf: skipOwnOrders,
        findExisting: findExistingOrders,
        onSkipped: noteSkippedOrders,
        ...orderIntake({ ...routing, sheets: directory, logger }),
        maxBatch: ORDERS_TOGETHER,
        everyMs: BATCH_EVERY_MS,
      }),
      handleOrderRoute(routing),
      handleServeWaiting(routing),
      commandConsumer(COMMANDS.placeShippingOrder, handleShippingOrderPlace(writer)),
    ],
    sweeps: [
      waitingSweep(sweepMs),
      overdueSweep(sweepMs),
      heldSupplySweep(Math.min(sweepMs, HELD_SUPPLY_SWEEP_MS)),
      pauseSweep(Math.min(sweepMs, HELD_SUPPLY_SWEEP_MS)),
      skippedOrdersSweep(),
    ],
    components,
  };
}
