import { LIMITS, OrderCreated } from '@hub/contract';
import { eventBatchConsumer, type Subscriptions, type WorkerContext } from '@hub/messaging';
import { createShopCalls, createShopDirectory } from '@hub/shops';
import type { RoutingConfig } from './config';
import { findExistingOrders, orderIntake, screenOrderCreated } from './intake/handle-order-created';
import { overduePass } from './placing/overdue-pass';
import { placeShippingOrder } from './placing/place-shipping-order';
import { placingPass } from './placing/placing-pass';
import { handleOrderRoute } from './routing/handle-order-route';
import { handleServeWaiting } from './routing/handle-serve-waiting';
import { heldSupplyPass } from './routing/held-supply-pass';
import { References } from './routing/references';
import { waitingPass } from './routing/waiting-pass';

/** How often due shipping orders are looked for, at the most. */
const PLACING_PASS_MS = 5_000;
/** How soon at the latest a shop whose hold has ended counts again (D16). */
const HELD_SUPPLY_PASS_MS = 5_000;
/** After so long a command that should have come is taken to be lost. */
const LOOK_AGAIN_MS = 60_000;
/** How many orders that arrived together are decided in one transaction. */
const ORDERS_TOGETHER = 32;
/** What a call waits between attempts, and for a place among those in flight, beside its attempts themselves. */
const LEASE_MARGIN_MS = 30_000;

export function subscriptions({
  config,
  db,
  keys,
  logger,
  clock,
}: WorkerContext<RoutingConfig>): Subscriptions {
  const directory = createShopDirectory({ service: 'routing', db, encryptionKey: keys.ring, logger });
  const calls = createShopCalls({
    db,
    directory,
    logger,
    timeoutMs: config.STORE_TIMEOUT_MS,
    retryBaseMs: config.STORE_RETRY_BASE_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
  });
  const passesMs = config.PLACING_PASSES_MS;
  const passMs = Math.max(1, passesMs[0] ?? LOOK_AGAIN_MS);
  const routing = {
    references: new References(keys.reference, config.RELAY_EMAIL_DOMAIN),
    firstLookAfterMs: LOOK_AGAIN_MS,
  };
  const placing = {
    calls,
    clock,
    passesMs,
    leaseMs: LIMITS.attempts * config.STORE_TIMEOUT_MS + LEASE_MARGIN_MS,
    lookAgainMs: LOOK_AGAIN_MS,
  };
  return {
    consumers: [
      eventBatchConsumer({
        event: 'order.created',
        data: OrderCreated,
        subject: (order) => order.order_id,
        screen: screenOrderCreated,
        findExisting: findExistingOrders,
        ...orderIntake({ ...routing, sheets: directory, logger }),
        maxBatch: ORDERS_TOGETHER,
      }),
      handleOrderRoute(routing),
      handleServeWaiting(routing),
      placeShippingOrder(placing),
    ],
    passes: [
      waitingPass(passMs),
      placingPass(Math.min(passMs, PLACING_PASS_MS), LOOK_AGAIN_MS),
      overduePass(passMs),
      heldSupplyPass(Math.min(passMs, HELD_SUPPLY_PASS_MS)),
    ],
    parts: [directory, calls],
  };
}
