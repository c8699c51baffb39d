import { brokerVariables, configReader, databaseVariables, keyVariables, sharedConfig } from '@hub/runtime';
import { z } from 'zod';

const schema = z.object({
  ...databaseVariables,
  ...brokerVariables,
  ...keyVariables,
  RELAY_EMAIL_DOMAIN: sharedConfig.RELAY_EMAIL_DOMAIN,
  PLACING_PASSES_MS: sharedConfig.PLACING_PASSES_MS,
  STORE_TIMEOUT_MS: sharedConfig.STORE_TIMEOUT_MS,
  STORE_RETRY_BASE_MS: sharedConfig.STORE_RETRY_BASE_MS,
  ALLOW_INSECURE_STORES: sharedConfig.ALLOW_INSECURE_STORES,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
});
export type RoutingConfig = z.output<typeof schema>;

/** Reads the worker's variables (D28). Throws `ConfigError` naming every faulty one. */
export const readRoutingConfig = configReader(schema);
