import { readConfig, sharedConfig } from '@hub/runtime';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: sharedConfig.DATABASE_URL,
  SUPPORT_PORT: sharedConfig.SUPPORT_PORT,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
});

/** Reads support's variables (D28). Throws `ConfigError` naming every faulty one. */
export const readSupportConfig = () => readConfig(schema, process.env);
