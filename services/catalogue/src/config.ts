import { brokerVariables, databaseVariables, keyVariables, readConfig, sharedConfig } from '@hub/runtime';
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
  /** How old a shop's last run may become before the next begins automatically. */
  CATALOGUE_INTERVAL_MS: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .describe('milliseconds, a whole number')
    .default(DAY_MS),
});
export type CatalogueConfig = z.output<typeof schema>;

/** Reads the worker's variables (D28). Throws `ConfigError` naming every faulty one. */
export function readCatalogueConfig(env: NodeJS.ProcessEnv = process.env): CatalogueConfig {
  return readConfig(schema, env);
}
