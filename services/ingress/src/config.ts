import { brokerVariables, databaseVariables, keyVariables, readConfig, sharedConfig } from '@hub/runtime';
import { z } from 'zod';
import { TrustedProxies } from './trusted-proxies';

const schema = z.object({
  ...databaseVariables,
  ...brokerVariables,
  ...keyVariables,
  INGRESS_PORT: sharedConfig.INGRESS_PORT,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  DRAIN_MS: sharedConfig.DRAIN_MS,
  TRUSTED_PROXIES: TrustedProxies,
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(4_096).default(512),
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
});
export type IngressConfig = z.output<typeof schema>;

/** Reads the ingress's variables (D28). Throws `ConfigError` naming every faulty one. */
export function readIngressConfig(env: NodeJS.ProcessEnv = process.env): IngressConfig {
  return readConfig(schema, env);
}
