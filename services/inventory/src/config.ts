import { brokerVariables, configReader, databaseVariables, keyVariables, sharedConfig } from '@hub/runtime';
import { z } from 'zod';

const Config = z.object({
  ...databaseVariables,
  ...brokerVariables,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
  ...keyVariables,
  ALLOW_INSECURE_STORES: sharedConfig.ALLOW_INSECURE_STORES,
  STORE_TIMEOUT_MS: sharedConfig.STORE_TIMEOUT_MS,
  STORE_RETRY_BASE_MS: sharedConfig.STORE_RETRY_BASE_MS,
  SYNC_INTERVAL_MS: sharedConfig.SYNC_INTERVAL_MS,
});
export type InventoryConfig = z.output<typeof Config>;

/** Throws `ConfigError` naming every faulty variable (D28). */
export const inventoryConfig = configReader(Config);
