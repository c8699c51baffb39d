import { step } from '../step.mjs';
import { checkGiven } from './check-given.mjs';
import * as compose from './compose.mjs';
import { endOrphans, startSupervisor, stopUnlessNeeded } from './supervisor.mjs';
import { privateServicesAnswer, privateUrls, startPrivateServices } from './private-services.mjs';
import { addUser, holdByHand, letGoByHand, readState, saveState } from './set-state.mjs';
import { withLock } from './with-lock.mjs';

/**
 * Provides PostgreSQL and RabbitMQ: those given by address, else by docker compose when an engine answers,
 * else private instances of the system's programs.
 *
 * @param {import('./service-sets.mjs').ServiceSet} set
 * @param {Choice} choice
 * @returns {Promise<Services>}
 *
 * @typedef {object} Choice
 * @property {{ DATABASE_URL?: string, AMQP_URL?: string }} [given]
 * @property {boolean} [docker] false rules docker out
 * @property {boolean} [byHand] keeps the services running when this process ends
 * @property {boolean} [quiet] says nothing where nothing has to be started
 *
 * @typedef {object} Services
 * @property {string} databaseUrl
 * @property {Record<string, string>} amqpUrls one address per virtual host of the set
 * @property {string} [brokerAdminUrl] its management API, where there is one
 * @property {boolean} rolePerService whether each service connects there as its own user: both are this project's own
 * @property {boolean} started whether anything had to be started
 * @property {(pid: number) => void} registerChild a process to end when this one is killed
 * @property {() => Promise<void>} release stops what no other process uses
 */
export async function provideServices(set, choice = {}) {
  const { given = {}, quiet = false } = choice;
  await checkGiven(given, quiet);
  const required = { postgres: !given.DATABASE_URL, rabbitmq: !given.AMQP_URL };
  const needed = required.postgres || required.rabbitmq;
  const started = needed && (await acquire(set, required, choice));
  const own = ownUrls(set);
  return {
    databaseUrl: given.DATABASE_URL ?? own.databaseUrl,
    amqpUrls: given.AMQP_URL ? sameForAll(set, given.AMQP_URL) : own.amqpUrls,
    brokerAdminUrl: given.AMQP_URL ? undefined : own.brokerAdminUrl,
    rolePerService: !given.DATABASE_URL && !given.AMQP_URL && own.rolePerService,
    started,
    registerChild: (pid) => needed && addUser(set, pid),
    release: async () => needed && stopUnlessNeeded(set),
  };
}

/** Enters this process as a user of the services first, so that the supervisor does not stop them in between. */
async function acquire(set, required, { docker = true, byHand = false, quiet = false }) {
  try {
    return await withLock(set.folder, async () => {
      if (byHand) holdByHand(set);
      else addUser(set);
      startSupervisor(set);
      await endOrphans(set);
      return ensureStarted(set, required, { docker, quiet });
    });
  } catch (error) {
    if (byHand) letGoByHand(set);
    await stopUnlessNeeded(set);
    throw error;
  }
}

async function ensureStarted(set, required, { docker, quiet }) {
  const known = readState(set).compose;
  if (await (known ? compose.composeServicesAnswer(known) : privateServicesAnswer(set, required))) {
    if (!quiet) await step('PostgreSQL and RabbitMQ', (note) => note('run already'));
    return false;
  }
  if (!docker || !(await startedByCompose(set, required))) await startPrivateServices(set, required);
  return true;
}

/**
 * Where there are data, the services stay where the data are. Else docker is asked first, and where it cannot
 * start them (images out of reach), private instances do.
 */
async function startedByCompose(set, required) {
  const { postgres, rabbitmq, compose: known } = readState(set);
  const hasPrivateData = postgres || rabbitmq;
  if (!known && (hasPrivateData || !(await compose.composeEngineAnswers()))) return false;
  const save = (made) => saveState(set, { compose: made });
  try {
    await step('PostgreSQL and RabbitMQ: docker compose', () =>
      compose.startCompose(set, { known, required, save }),
    );
    return true;
  } catch (error) {
    if (known || error.name === 'Interrupted') throw error;
    await compose.stopCompose(set, readState(set).compose).catch(() => {});
    saveState(set, { compose: undefined });
    return false;
  }
}

function ownUrls(set) {
  const known = readState(set).compose;
  return known ? compose.composeUrls(set, known) : privateUrls(set);
}

const sameForAll = (set, url) => Object.fromEntries(set.vhosts.map((vhost) => [vhost, url]));
