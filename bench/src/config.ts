import { readConfig, sharedConfig } from '@hub/runtime';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: sharedConfig.DATABASE_URL,
  AMQP_URL: sharedConfig.AMQP_URL,
  HUB_ENCRYPTION_KEY: sharedConfig.HUB_ENCRYPTION_KEY,
  RELAY_EMAIL_DOMAIN: sharedConfig.RELAY_EMAIL_DOMAIN,
});

export type BenchConfig = z.output<typeof schema>;

/** Where a benchmark runs; `npm run bench` provides it. */
export const readBenchConfig = () => readConfig(schema, process.env);
