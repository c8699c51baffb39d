import { SetUpProblem, step } from '../step.mjs';
import { answers } from './free-port.mjs';

const DEFAULT_PORTS = { 'postgres:': 5432, 'postgresql:': 5432, 'amqp:': 5672, 'amqps:': 5671 };

/**
 * @returns {{ host: string, port: number }} where a URL of PostgreSQL or RabbitMQ points to; the password
 *   stays behind
 */
export function placeOf(url) {
  const { protocol, hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || DEFAULT_PORTS[protocol] };
}

/**
 * Services given by address are used as they are; it is checked that a server answers there, so that a wrong
 * address shows at once.
 *
 * @param {{ DATABASE_URL?: string, AMQP_URL?: string }} given
 * @param {boolean} quiet leaves the check to the caller that connects
 * @throws {SetUpProblem}
 */
export async function checkGiven(given, quiet) {
  if (quiet) return;
  for (const [name, url] of Object.entries(given)) {
    if (!url) continue;
    if (!URL.canParse(url)) throw new SetUpProblem(`${name} is not a URL.`);
    const place = placeOf(url);
    await step(`${name}: used as given`, async (note) => {
      const reached = await answers({ ...place, timeoutMs: 5_000 });
      if (!reached) throw new SetUpProblem(`${name}: no server answers at ${place.host}:${place.port}.`);
      note(`${place.host}:${place.port} answers`);
    });
  }
}
