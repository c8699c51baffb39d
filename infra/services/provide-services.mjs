import { join } from 'node:path';
import { step } from '../step.mjs';
import { composeEngineAnswers, composeServicesAnswer, composeUrls, startCompose } from './compose.mjs';
import { findEpmd, findPostgresFolder, findRabbitmqServer } from './find-binaries.mjs';
import { endOrphans, startKeeper, stopUnlessNeeded } from './keeper.mjs';
import * as postgresServer from './postgres.mjs';
import * as rabbitmqServer from './rabbitmq.mjs';
import { checkGiven } from './check-given.mjs';
import { addUser, holdByHand, readState, saveState } from './set-state.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { withLock } from './with-lock.mjs';

/**
 * Provides PostgreSQL and RabbitMQ: those given by address, else by docker compose when an engine answers, else private instances of the system's
 * programs, installed through apt where they are missing and that is allowed.
 *
 * @param {import('./service-sets.mjs').ServiceSet} set
 * @param {{ given?: { DATABASE_URL?: string, AMQP_URL?: string }, docker?: boolean, byHand?: boolean, quiet?: boolean }} choice `docker: false` rules docker
 *   out; `byHand` keeps the services running when this process ends; `quiet` says nothing where nothing has to be started
 * @returns {Promise<Services>}
 *
 * @typedef {object} Services
 * @property {string} databaseUrl
 * @property {Record<string, string>} amqpUrls one address per virtual host of the set
 * @property {boolean} started whether anything had to be started
 * @property {(pid: number) => void} registerChild a process to end when this one is killed
 * @property {() => Promise<void>} release stops what nobody else uses
 */
export async function provideServices(
  set,
  { given = {}, docker = true, byHand = false, quiet = false } = {},
) {
  await checkGiven(given, quiet);
  const wanted = { postgres: !given.DATABASE_URL, rabbitmq: !given.AMQP_URL };
  let started = false;
  if (wanted.postgres || wanted.rabbitmq) {
    started = await withLock(set.folder, () => ensureStarted(set, { wanted, docker, byHand, quiet })).catch(
      async (error) => {
        await stopUnlessNeeded(set);
        throw error;
      },
    );
  }
  const { compose } = readState(set);
  const own = compose ? composeUrls(set, compose) : privateUrls(set);
  return {
    databaseUrl: given.DATABASE_URL ?? own.databaseUrl,
    amqpUrls: given.AMQP_URL
      ? Object.fromEntries(set.vhosts.map((vhost) => [vhost, given.AMQP_URL]))
      : own.amqpUrls,
    started,
    registerChild: (pid) => (wanted.postgres || wanted.rabbitmq) && addUser(set, pid),
    release: async () => (wanted.postgres || wanted.rabbitmq) && stopUnlessNeeded(set),
  };
}

async function ensureStarted(set, { wanted, docker, byHand, quiet }) {
  if (byHand) holdByHand(set);
  else addUser(set);
  startKeeper(set);
  await endOrphans(set);
  if (await servicesAnswer(set, wanted)) {
    if (!quiet) await step('PostgreSQL and RabbitMQ', (note) => note('run already'));
    return false;
  }
  if (!(docker && (await startedByCompose(set, wanted)))) await startPrivate(set, wanted);
  return true;
}

/** Whether what an earlier run started still answers: then there is nothing to do. */
async function servicesAnswer(set, { postgres, rabbitmq }) {
  const state = readState(set);
  if (state.compose) return composeServicesAnswer(state.compose);
  const asked = [
    postgres && postgresServer.postgresAnswers(state.postgres),
    rabbitmq && rabbitmqServer.rabbitmqAnswers(state.rabbitmq),
  ];
  return (await Promise.all(asked.filter(Boolean))).every(Boolean);
}

/** Docker is asked where no private instance holds data already; where it cannot start the services (images out of reach), private ones do. */
async function startedByCompose(set, wanted) {
  const { postgres, compose: known } = readState(set);
  if (postgres || !(await composeEngineAnswers())) return false;
  const work = () => startCompose(set, { known, wanted, save: (compose) => saveState(set, { compose }) });
  return step('PostgreSQL and RabbitMQ: docker compose', work).catch((error) => {
    if (error.name === 'Interrupted') throw error;
    saveState(set, { compose: undefined });
    return false;
  });
}

async function startPrivate(set, wanted) {
  await providePrograms(wanted);
  if (wanted.postgres)
    await step('PostgreSQL: a private instance on a free port', (note) => startPrivatePostgres(set, note));
  if (wanted.rabbitmq)
    await step('RabbitMQ: a private instance on a free port', (note) => startPrivateRabbitmq(set, note));
}

async function startPrivatePostgres(set, note) {
  const known = readState(set).postgres;
  if (await postgresServer.postgresAnswers(known)) return note('runs already');
  const save = (postgres) => saveState(set, { postgres });
  const started = await postgresServer.startPostgres({
    known,
    folder: join(set.folder, 'postgres'),
    durable: set.durable,
    save,
  });
  if (set.database !== 'postgres') await postgresServer.createDatabase(started, set.database);
  return note(`port ${started.port}`);
}

async function startPrivateRabbitmq(set, note) {
  const known = readState(set).rabbitmq;
  if (await rabbitmqServer.rabbitmqAnswers(known)) return note('runs already');
  const save = (rabbitmq) => saveState(set, { rabbitmq });
  const started = await rabbitmqServer.startRabbitmq({
    known,
    folder: join(set.folder, 'rabbitmq'),
    vhosts: set.vhosts,
    save,
  });
  return note(`port ${started.port}`);
}

async function providePrograms(wanted) {
  const missing = [
    wanted.postgres && !findPostgresFolder() && { program: 'PostgreSQL', package: 'postgresql' },
    wanted.rabbitmq &&
      !(findRabbitmqServer() && findEpmd()) && { program: 'RabbitMQ', package: 'rabbitmq-server' },
  ].filter(Boolean);
  if (missing.length === 0) return;
  const programs = missing.map(({ program }) => program).join(' and ');
  const packages = missing.map((entry) => entry.package);
  await step(
    `Missing programs: installs ${packages.join(' and ')} through apt, without starting a system service`,
    () => installSystemPackages(packages, programs),
  );
}

function privateUrls(set) {
  const { postgres, rabbitmq } = readState(set);
  return {
    databaseUrl: postgres && postgresServer.urlOf(postgres, set.database),
    amqpUrls:
      rabbitmq &&
      Object.fromEntries(set.vhosts.map((vhost) => [vhost, rabbitmqServer.urlOf(rabbitmq, vhost)])),
  };
}
