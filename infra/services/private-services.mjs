import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { step } from '../step.mjs';
import { findEpmd, findPostgresFolder, findRabbitmqServer } from './find-binaries.mjs';
import { memoryFolder } from './memory-folder.mjs';
import * as postgresServer from './postgres.mjs';
import * as rabbitmqServer from './rabbitmq.mjs';
import { readState, saveState } from './set-state.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * Private instances of the system's programs, which are installed where they are missing and that is allowed.
 * What an earlier run left running is reused.
 *
 * @param {import('./service-sets.mjs').ServiceSet} set
 * @param {{ postgres: boolean, rabbitmq: boolean }} required
 */
export async function startPrivateServices(set, required) {
  await providePrograms(required);
  if (required.postgres)
    await step('PostgreSQL: a private instance on a free port', (note) => startPostgres(set, note));
  if (required.rabbitmq)
    await step('RabbitMQ: a private instance on a free port', (note) => startRabbitmq(set, note));
}

/** Whether the requested ones run and answer. */
export async function privateServicesAnswer(set, required) {
  const { postgres, rabbitmq } = readState(set);
  if (required.postgres && !(await postgresServer.postgresAnswers(postgres))) return false;
  return !required.rabbitmq || rabbitmqServer.rabbitmqAnswers(rabbitmq);
}

/**
 * @returns {{ databaseUrl?: string, amqpUrls?: Record<string, string>, rolePerService: boolean }} one broker address per
 *   virtual host; `rolePerService`: each service may have its own users, on both
 */
export function privateUrls(set) {
  const { postgres, rabbitmq } = readState(set);
  const urlOfVhost = (vhost) => [vhost, rabbitmqServer.urlOf(rabbitmq, vhost)];
  return {
    rolePerService: Boolean(postgres && rabbitmq),
    databaseUrl: postgres && postgresServer.urlOf(postgres, set.database),
    amqpUrls: rabbitmq && Object.fromEntries(set.vhosts.map(urlOfVhost)),
    brokerAdminUrl: rabbitmq?.ports?.managementPort ? rabbitmqServer.adminUrlOf(rabbitmq) : undefined,
  };
}

async function startPostgres(set, note) {
  const known = readState(set).postgres;
  if (await postgresServer.postgresAnswers(known)) return note('runs already');
  const started = await postgresServer.startPostgres({
    known,
    folder: known?.folder ?? dataFolder(set, 'postgres'),
    durable: set.durable,
    save: (postgres) => saveState(set, { postgres }),
  });
  if (set.database !== 'postgres') await postgresServer.createDatabase(started, set.database);
  return note(`port ${started.port}`);
}

async function startRabbitmq(set, note) {
  const known = readState(set).rabbitmq;
  if (await rabbitmqServer.rabbitmqAnswers(known)) return note('runs already');
  const { port } = await rabbitmqServer.startRabbitmq({
    known,
    folder: known?.folder ?? dataFolder(set, 'rabbitmq'),
    vhosts: set.vhosts,
    management: set.durable,
    save: (rabbitmq) => saveState(set, { rabbitmq }),
  });
  return note(`port ${port}`);
}

/** Of a durable set beside its state; data of tests, which the state file then names, in memory where that has room. */
function dataFolder(set, server) {
  const memory = set.durable ? null : memoryFolder();
  return memory ? mkdtempSync(join(memory, `hub-${server}-`)) : join(set.folder, server);
}

/** Installs what is missing of the programs, where that is allowed. */
export async function providePrograms(required) {
  const missing = [];
  if (required.postgres && !findPostgresFolder()) missing.push({ program: 'PostgreSQL', name: 'postgresql' });
  if (required.rabbitmq && !(findRabbitmqServer() && findEpmd())) {
    missing.push({ program: 'RabbitMQ', name: 'rabbitmq-server' });
  }
  if (missing.length === 0) return;
  const programs = missing.map(({ program }) => program).join(' and ');
  const packages = missing.map(({ name }) => name);
  await step(`${programs}: installed through apt, without starting a system service`, () =>
    installSystemPackages(packages, {
      missing: programs,
      otherwise: 'start a docker engine, or set DATABASE_URL and AMQP_URL',
    }),
  );
}
