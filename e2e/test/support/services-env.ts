import { join } from 'node:path';
import { repositoryRoot, testConfig, TEST_ENCRYPTION_KEY } from '@hub/testing';

/** The environment of services under test: nothing of this machine's own, and waits that suit a test. */
export function servicesEnv(given: {
  databaseUrl: string;
  amqpUrl: string;
  ingressPort: number;
  supportPort: number;
  /** Whether each service connects to the servers as its own user; as the servers of the tests allow, unless given. */
  rolePerService?: boolean;
}): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: given.databaseUrl,
    AMQP_URL: given.amqpUrl,
    // Each service works under the least that it needs, so that every journey shows that it is enough.
    HUB_ROLE_PER_SERVICE: String(given.rolePerService ?? testConfig().rolePerService),
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    RELAY_EMAIL_DOMAIN: 'relay.hub.test',
    INGRESS_PORT: String(given.ingressPort),
    SUPPORT_PORT: String(given.supportPort),
    ALLOW_INSECURE_STORES: 'true',
    STORE_TIMEOUT_MS: '5000',
    STORE_RETRY_BASE_MS: '50',
    SYNC_INTERVAL_MS: '1000',
    PLACING_PASSES_MS: '500,500,1000,1000',
    DRAIN_MS: '0',
    TZ: 'UTC',
    // Commands work past the desk, unless a test is about the way through it; its token is no business of this machine's.
    HUB_LOCAL: 'true',
    HUB_TOKEN_FILE: join(repositoryRoot(), '.hub', 'test', `desk-token-${process.pid}.json`),
  };
}
