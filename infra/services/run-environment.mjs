import { randomBytes } from 'node:crypto';
import { provideServices } from './provide-services.mjs';
import { RUN_SET } from './service-sets.mjs';
import { readJson, writeJson } from './set-state.mjs';

const GIVEN = ['DATABASE_URL', 'AMQP_URL'];

/**
 * Provides the services of `npm start` and `npm run hub`, and keeps in `.hub/env.json` where they are, with
 * the key that stored secrets are encrypted with (made once: what it has encrypted cannot be read with
 * another). What the environment gives itself is used and not kept.
 *
 * @param {{ byHand?: boolean, quiet?: boolean }} choice
 * @returns {Promise<{ env: Record<string, string>, ownDatabase: boolean, started: boolean, registerChild:
 *   (pid: number) => void, release: () => Promise<void> }>} `ownDatabase`: the database is this project's
 *   own, not one given
 */
export async function provideRunServices({ byHand = false, quiet = false } = {}) {
  const given = Object.fromEntries(
    GIVEN.map((name) => [name, process.env[name]]).filter(([, value]) => value),
  );
  const { databaseUrl, amqpUrls, brokerAdminUrl, rolePerService, ...services } = await provideServices(
    RUN_SET,
    {
      given,
      byHand,
      quiet,
    },
  );
  const kept = {
    HUB_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    RELAY_EMAIL_DOMAIN: 'relay.hub.test',
    HUB_ENVIRONMENT: 'development',
    ...readJson(RUN_SET.envFile),
    ...(!given.DATABASE_URL && { DATABASE_URL: databaseUrl }),
    ...(!given.AMQP_URL && { AMQP_URL: amqpUrls['/hub'] }),
    ...(brokerAdminUrl && { BROKER_ADMIN_URL: brokerAdminUrl }),
  };
  writeJson(RUN_SET.envFile, kept);
  const env = { ...kept, ...adminOf(given), ...given, HUB_ROLE_PER_SERVICE: String(rolePerService) };
  return { ...services, env, ownDatabase: !given.DATABASE_URL };
}

/** The management API kept is that of our own broker: of one given by address, only what is given with it counts. */
const adminOf = ({ AMQP_URL }) => (AMQP_URL ? { BROKER_ADMIN_URL: process.env.BROKER_ADMIN_URL ?? '' } : {});
