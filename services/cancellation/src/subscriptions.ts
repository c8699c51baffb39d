import { LIMITS, OrderCancelled } from '@hub/contract';
import {
  commandConsumer,
  COMMANDS,
  eventConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { createShopCalls, createShopDirectory } from '@hub/shops';
import { applyMarker } from './apply-marker';
import type { CancellationConfig } from './config';
import { dueStopsPass } from './due-stops-pass';
import { handleOrderCancelled, resumeOrderCancelled } from './handle-order-cancelled';
import { shippingOrderStopping } from './stop-shipping-order';

/** For the two short transactions around the call, and for clocks that differ between machines. */
const LEASE_MARGIN_MS = 30_000;
const PASS_EVERY_MS = { most: 10_000, least: 200 };

/** The service on one screen. */
export function subscriptions(context: WorkerContext<CancellationConfig>): Subscriptions {
  const { config, db, keys, logger, clock, reply } = context;
  const directory = createShopDirectory({ service: 'cancellation', db, encryptionKey: keys.ring, logger });
  const calls = createShopCalls({
    db,
    directory,
    logger,
    clock,
    timeoutMs: config.STORE_TIMEOUT_MS,
    retryBaseMs: config.STORE_RETRY_BASE_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
  });
  const passesMs = config.PLACING_PASSES_MS;
  const leaseMs = LIMITS.attempts * (config.STORE_TIMEOUT_MS + LIMITS.commandWaitMs) + LEASE_MARGIN_MS;
  return {
    consumers: [
      eventConsumer({
        event: 'order.cancelled',
        data: OrderCancelled,
        subject: (data) => data.order_id,
        handle: handleOrderCancelled,
        resume: resumeOrderCancelled,
      }),
      shippingOrderStopping({ calls, clock, reply, passesMs, leaseMs }),
      commandConsumer(COMMANDS.cannotShip, applyMarker),
    ],
    passes: [dueStopsPass(passEveryMs(passesMs))],
    parts: [directory, calls],
  };
}

/** Often enough for the shortest wait. */
function passEveryMs(passesMs: readonly number[]): number {
  return Math.max(PASS_EVERY_MS.least, Math.min(PASS_EVERY_MS.most, ...passesMs));
}
