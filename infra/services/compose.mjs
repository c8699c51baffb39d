import { createHash, randomBytes } from 'node:crypto';
import { PROJECT_ROOT } from '../project.mjs';
import { commandSucceeds, runCommand } from '../run-command.mjs';
import { answers, freePorts } from './free-port.mjs';
import { AMQP_GREETING, METHOD_FRAME } from './rabbitmq.mjs';
import { rabbitmqDefinitions } from './rabbitmq-definitions.mjs';
import { amqpUrl, postgresUrl } from './urls.mjs';

const USER = 'hub';
/** As on a private broker: may set policies. */
const ADMIN = 'hub-admin';

/**
 * The services of docker-compose.yml as this project runs them: under a separate project name and on separate
 * ports. `userPerService`: each service may have its own users, on both.
 *
 * @typedef {{ project: string, postgresPort: number, rabbitmqPort: number, password: string, userPerService?: boolean }} Compose
 */

/** Whether there is a docker engine, and `docker compose` to use it. */
export const composeEngineAnswers = async () =>
  (await commandSucceeds('docker', ['info'], { timeout: 10_000 })) &&
  commandSucceeds('docker', ['compose', 'version']);

/** @param {Compose} compose */
export const composeServicesAnswer = async ({ postgresPort, rabbitmqPort }) =>
  (await answers({ port: postgresPort })) &&
  answers({ port: rabbitmqPort, greeting: AMQP_GREETING, expected: METHOD_FRAME });

/**
 * Starts PostgreSQL and RabbitMQ and waits until they are healthy.
 *
 * @param {import('./service-sets.mjs').ServiceSet} set
 * @param {{ known?: Compose, required: { postgres: boolean, rabbitmq: boolean }, save: (compose: Compose) =>
 *   void }} options
 * @returns {Promise<void>}
 */
export async function startCompose(set, { known, required, save }) {
  const [postgresPort, rabbitmqPort] = await freePorts(2);
  const password = known?.password ?? randomBytes(16).toString('hex');
  const compose = { project: projectName(set), postgresPort, rabbitmqPort, password };
  const services = ['postgres', 'rabbitmq'].filter((name) => required[name]);
  save(compose);
  await docker(compose, ['up', '--detach', '--wait', ...services]);
  if (required.rabbitmq) await importDefinitions(compose, set.vhosts);
  save({ ...compose, userPerService: required.postgres && required.rabbitmq });
}

/** @param {Compose | undefined} compose */
export async function stopCompose(set, compose) {
  if (!compose) return;
  await docker(compose, set.durable ? ['stop'] : ['down', '--volumes']);
}

/** @param {Compose} compose */
export function composeUrls(set, { postgresPort, rabbitmqPort, password, userPerService = false }) {
  const url = (vhost) => amqpUrl({ user: USER, password, port: rabbitmqPort, vhost });
  return {
    rolePerService: userPerService,
    databaseUrl: postgresUrl({ role: USER, password, port: postgresPort, database: set.database }),
    amqpUrls: Object.fromEntries(set.vhosts.map((vhost) => [vhost, url(vhost)])),
  };
}

/** Virtual hosts, users and limits of queues, as a private broker has them at its boot. */
async function importDefinitions(compose, vhosts) {
  const { password } = compose;
  const definitions = JSON.stringify(rabbitmqDefinitions({ user: USER, admin: ADMIN, password, vhosts }));
  const script = 'printf %s "$1" | rabbitmqctl --quiet import_definitions';
  await docker(compose, ['exec', '-T', 'rabbitmq', 'sh', '-e', '-c', script, 'sh', definitions]);
}

/** One project per clone and set: two clones on one machine do not share containers. */
const projectName = (set) =>
  `hub-${createHash('sha256').update(PROJECT_ROOT).digest('hex').slice(0, 8)}-${set.name}`;

const docker = (compose, args) =>
  runCommand('docker', ['compose', '--project-name', compose.project, ...args], {
    env: {
      ...process.env,
      HUB_POSTGRES_PORT: String(compose.postgresPort),
      HUB_RABBITMQ_PORT: String(compose.rabbitmqPort),
      HUB_RABBITMQ_PAGE_PORT: '0',
      HUB_DEVELOPMENT_PASSWORD: compose.password,
    },
  });
