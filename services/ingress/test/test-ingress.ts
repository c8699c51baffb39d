import { BlockList } from 'node:net';
import { createLogger, freePort, type Component } from '@hub/runtime';
import { TEST_ENCRYPTION_KEY, testAmqpUrl, type TestDatabase } from '@hub/testing';
import type { IngressConfig } from '../src/config';
import { startIngress } from '../src/start-ingress';

export const logger = createLogger({ service: 'ingress', level: 'error' });

/** The configuration of an ingress on the tests' broker and a free port. @param more what differs */
export async function ingressConfig(
  database: TestDatabase,
  more: Partial<IngressConfig> = {},
): Promise<IngressConfig> {
  return {
    DATABASE_URL: database.url,
    AMQP_URL: testAmqpUrl(),
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    INGRESS_PORT: await freePort(),
    HEALTH_PORT: undefined,
    DRAIN_MS: 0,
    TRUSTED_PROXIES: new BlockList(),
    CONNECTIONS_PER_ADDRESS: 512,
    LOG_LEVEL: 'error',
    ...more,
  };
}

/** Starts an ingress; its components are to be stopped, the last first. @returns its address */
export async function runIngress(config: IngressConfig, components: Component[]): Promise<string> {
  await startIngress({ config, logger }, components);
  return `http://127.0.0.1:${config.INGRESS_PORT}`;
}
