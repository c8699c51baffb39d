import { readConfig, sharedConfig } from '@hub/runtime';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: sharedConfig.DATABASE_URL,
  AMQP_URL: sharedConfig.AMQP_URL,
  SUPPORT_PORT: sharedConfig.SUPPORT_PORT,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
  /** Where alerts go as `{ "text": … }`; without it they go nowhere. It is a secret: whoever knows it can post. */
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .describe('https:// URL')
    .optional(),
});
export type SupportConfig = z.output<typeof schema>;

/** Reads support's variables (D28). Throws `ConfigError` naming every faulty one. */
export const readSupportConfig = (): SupportConfig => readConfig(schema, process.env);
