import { declareBroker } from '@hub/messaging';
import type { ServiceName } from './service-list';

/**
 * The environment of one service. With `HUB_ROLE_PER_SERVICE=true` it connects to database and broker as its own user,
 * `hub_<service>`, with the password of the address: for a developer's machine, where the migration makes these users.
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

/** Where each service has its own broker user, the user of the address declares what they use. */
export async function declareForServices(env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  const { HUB_ROLE_PER_SERVICE: perService, AMQP_URL } = env;
  if (perService === 'true' && AMQP_URL) await declareBroker({ AMQP_URL });
}

/** An invalid address is not changed: the service reports it. */
function withUser(url: string, user: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  address.username = user;
  return address.href;
}
