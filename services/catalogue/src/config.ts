import {
  brokerVariables,
  configReader,
  databaseVariables,
  keyVariables,
  sharedConfig,
  variable,
} from '@hub/runtime';
import { z } from 'zod';

const DAY_MS = 86_400_000;

const schema = z.object({
  ...databaseVariables,
  ...brokerVariables,
  ...keyVariables,
  ALLOW_INSECURE_STORES: sharedConfig.ALLOW_INSECURE_STORES,
  STORE_TIMEOUT_MS: sharedConfig.STORE_TIMEOUT_MS,
  STORE_RETRY_BASE_MS: sharedConfig.STORE_RETRY_BASE_MS,
  SYNC_INTERVAL_MS: sharedConfig.SYNC_INTERVAL_MS,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
  CATALOGUE_INTERVAL_MS: variable(
    "How old a shop's last catalogue run may become before the next one starts automatically.",
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number)
      .describe('milliseconds, a whole number')
      .default(DAY_MS),
  ),
});
export type CatalogueConfig = z.output<typeof schema>;

/** Reads the worker's variables (D28). Throws `ConfigError` naming every faulty one. */
export const readCatalogueConfig = configReader(schema);
