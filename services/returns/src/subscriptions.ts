import { ReturnCreated } from '@hub/contract';
import {
  callingConsumer,
  COMMANDS,
  eventConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { createShopCalls, createShopDirectory } from '@hub/shops';
import { callLeaseMs } from '@hub/store-writes';
import type { ReturnsConfig } from './config';
import { handleReturnCreated } from './handle-return-created';
import { registerReturn } from './register-return';
import { unregisteredReturns } from './unregistered-returns';

/** Returns on one screen: what came back goes in, its registration at the selling shop out. */
export function subscriptions(context: WorkerContext<ReturnsConfig>): Subscriptions {
  const { config, db, keys, logger, clock } = context;
  const directory = createShopDirectory({ service: 'returns', db, encryptionKey: keys.ring, logger });
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
        event: 'return.created',
        data: ReturnCreated,
        subject: (data) => data.order_id,
        handle: handleReturnCreated,
      }),
      callingConsumer(COMMANDS.registerReturn, registerReturn({ calls, clock, leaseMs })),
    ],
    passes: [unregisteredReturns],
    parts: [directory, calls],
  };
}
