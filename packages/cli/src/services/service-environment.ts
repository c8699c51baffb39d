import { declareBroker } from '@hub/messaging';
import type { ServiceName } from './service-list';

/**
 * The environment of one service. With `HUB_ROLE_PER_SERVICE=true` it goes to database and broker as a user of its own,
 * `hub_<service>`, whose password is that of the address: for a machine of one's own, where migrating makes them.
 */
export function serviceEnvironment(
  service: ServiceName,
  { HUB_ROLE_PER_SERVICE: perService, ...env }: Readonly<NodeJS.ProcessEnv>,
): NodeJS.ProcessEnv {
  if (perService !== 'true') return env;
  const user = `hub_${service}`;
  const as = (urls: string | undefined) =>
    urls
      ?.split(',')
      .map((url) => withUser(url, user))
      .join(',');
  return { ...env, DATABASE_URL: as(env['DATABASE_URL']), AMQP_URL: as(env['AMQP_URL']) };
}

/** What services use at the broker is declared by whoever the address names, where each goes there as a user of its own. */
export async function declareForServices(env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  const { HUB_ROLE_PER_SERVICE: perService, AMQP_URL } = env;
  if (perService === 'true' && AMQP_URL) await declareBroker({ AMQP_URL });
}

/** What is no address is left as it is: the service says so. */
function withUser(url: string, user: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  address.username = user;
  return address.href;
}
