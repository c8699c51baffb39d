import { brokerVariables, configReader, databaseVariables, keyVariables, sharedConfig } from '@hub/runtime';
import { z } from 'zod';

const schema = z.object({
  ...databaseVariables,
  ...brokerVariables,
  ...keyVariables,
  ALLOW_INSECURE_STORES: sharedConfig.ALLOW_INSECURE_STORES,
  STORE_TIMEOUT_MS: sharedConfig.STORE_TIMEOUT_MS,
  STORE_RETRY_BASE_MS: sharedConfig.STORE_RETRY_BASE_MS,
  /** The waits between later runs of `POST /cancel` are those of `POST /orders` (D23). */
  PLACING_PASSES_MS: sharedConfig.PLACING_PASSES_MS,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
});
export type CancellationConfig = z.output<typeof schema>;

/** Reads the worker's variables (D28). Throws `ConfigError` naming every faulty one. */
export const readCancellationConfig = configReader(schema);
