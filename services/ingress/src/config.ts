import {
  brokerVariables,
  configReader,
  connectionVariables,
  databaseVariables,
  keyVariables,
  sharedConfig,
} from '@hub/runtime';
import { z } from 'zod';

const schema = z.object({
  ...databaseVariables,
  ...brokerVariables,
  ...keyVariables,
  INGRESS_PORT: sharedConfig.INGRESS_PORT,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  DRAIN_MS: sharedConfig.DRAIN_MS,
  ...connectionVariables,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
});
export type IngressConfig = z.output<typeof schema>;

/** Reads the ingress's variables (D28). Throws `ConfigError` naming every faulty one. */
export const readIngressConfig = configReader(schema);
