import { existsSync } from 'node:fs';
import { findChromium, findPgbouncer } from './find-binaries.mjs';
import { provideServices } from './provide-services.mjs';
import { E2E_VHOSTS, privateTestSet, TEST_SET } from './service-sets.mjs';
import { writeJson } from './set-state.mjs';

/**
 * Provides the services of the tests. `.hub/test-env.json` has the addresses of those kept by hand, for jest run
 * directly.
 *
 * @param {{ given?: { DATABASE_URL?: string, AMQP_URL?: string }, alone?: boolean, byHand?: boolean }} choice
 *   `alone`: private instances that nothing else uses, whatever runs on the machine
 * @returns {Promise<{ env: Record<string, string>, oneBroker: boolean, registerChild: (pid: number) => void,
 *   release: () => Promise<void> }>}
 *   `oneBroker`: one virtual host for all, so that tests run one after the other
 */
export async function provideTestServices({ given = {}, alone = false, byHand = false } = {}) {
  const set = alone ? privateTestSet() : TEST_SET;
  const services = await provideServices(set, { given: alone ? {} : given, docker: !alone, byHand });
  const urlsOf = (isOne) => [...new Set(set.vhosts.filter(isOne).map((vhost) => services.amqpUrls[vhost]))];
  const amqpUrls = urlsOf((vhost) => !E2E_VHOSTS.includes(vhost));
  const e2eAmqpUrls = urlsOf((vhost) => E2E_VHOSTS.includes(vhost));
  const env = {
    HUB_TEST_DATABASE_URL: services.databaseUrl,
    HUB_TEST_AMQP_URLS: amqpUrls.join(','),
    HUB_TEST_E2E_AMQP_URLS: e2eAmqpUrls.join(','),
    HUB_TEST_ROLE_PER_SERVICE: String(services.rolePerService),
    HUB_TEST_CHROMIUM: findChromium() ?? '',
    HUB_TEST_PGBOUNCER: findPgbouncer() ?? '',
  };
  const isOwn = !given.DATABASE_URL && !given.AMQP_URL;
  if (byHand || (isOwn && existsSync(set.envFile))) writeJson(set.envFile, env);
  const { registerChild, release } = services;
  return { env, oneBroker: amqpUrls.length === 1, registerChild, release };
}
