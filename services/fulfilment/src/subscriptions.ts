import { FulfillmentShipped } from '@hub/contract';
import {
  callingConsumer,
  COMMANDS,
  eventConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { callLeaseMs, createShopCalls, createShopDirectory } from '@hub/shops';
import type { FulfilmentConfig } from './config';
import { deliverTracking } from './deliver-tracking';
import { handleFulfillmentShipped, resumeFulfillmentShipped } from './handle-fulfillment-shipped';
import { undeliveredTracking } from './undelivered-tracking';

/** Fulfilment on one screen: packages in, tracking out. */
export function subscriptions(context: WorkerContext<FulfilmentConfig>): Subscriptions {
  const { config, db, keys, logger, clock } = context;
  const directory = createShopDirectory({ service: 'fulfilment', db, encryptionKey: keys.ring, logger });
  const calls = createShopCalls({
    db,
    directory,
    logger,
    clock,
    timeoutMs: config.STORE_TIMEOUT_MS,
    retryBaseMs: config.STORE_RETRY_BASE_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
  });
  const leaseMs = callLeaseMs(config.STORE_TIMEOUT_MS);
  return {
    consumers: [
      eventConsumer({
        event: 'fulfillment.shipped',
        data: FulfillmentShipped,
        subject: (data) => data.order_id,
        handle: handleFulfillmentShipped,
        resume: resumeFulfillmentShipped,
      }),
      callingConsumer(COMMANDS.deliverTracking, deliverTracking({ calls, clock, leaseMs })),
    ],
    passes: [undeliveredTracking],
    parts: [directory, calls],
  };
}
