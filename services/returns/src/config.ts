import { brokerVariables, configReader, databaseVariables, keyVariables, sharedConfig } from '@hub/runtime';
import { z } from 'zod';

const schema = z.object({
  ...databaseVariables,
  ...brokerVariables,
  ...keyVariables,
  ALLOW_INSECURE_STORES: sharedConfig.ALLOW_INSECURE_STORES,
  STORE_TIMEOUT_MS: sharedConfig.STORE_TIMEOUT_MS,
  STORE_RETRY_BASE_MS: sharedConfig.STORE_RETRY_BASE_MS,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
});
export type ReturnsConfig = z.output<typeof schema>;

/** Reads returns' variables (D28). Throws `ConfigError` naming every faulty one. */
export const readReturnsConfig = configReader(schema);
