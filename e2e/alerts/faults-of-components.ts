import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '@hub/cli';
import type { ServiceCopy } from '../trials/service-copies';
import { type End, type Fault, PROMISES } from './fault';

const NOT_READY = ['HubServiceNotReady', 'HubCopyNotReady', 'HubQueueUnattended', 'HubPassOverdue'];
const LATE = ['HubMessagesWait', 'HubOutboxOld', 'HubConnectionsShort'];

/** Processes, the database, the broker, keys. */
export const FAULTS_OF_COMPONENTS: readonly Fault[] = [
  {
    name: 'the only copy of a worker is killed',
    strike: async ({ copy }) => {
      await copy('inventory').stop('SIGKILL');
      return () => copy('inventory').start();
    },
    fires: ['HubServiceDown', 'HubQueueUnattended', 'HubAnswersFailFast', 'HubAnswersFailSlowly'],
    heard: ['HubServiceDown'],
    may: [...PROMISES, ...LATE],
  },
  {
    name: 'one of two copies is killed',
    second: { service: 'returns', runs: true },
    strike: async (_hub, second) => {
      await second?.stop('SIGKILL');
      return async () => second?.start();
    },
    fires: ['HubCopyDown'],
    heard: ['HubCopyDown'],
  },
  {
    name: 'one of two copies never gets ready',
    second: { service: 'returns', env: nowhere, runs: false },
    strike: async (_hub, second) => {
      second?.launch();
      return async () => second?.stop();
    },
    fires: ['HubCopyNotReady'],
    heard: ['HubCopyNotReady'],
    // Once it has ended.
    may: ['HubCopyDown'],
  },
  {
    name: 'a copy lacks the key',
    second: {
      service: 'returns',
      env: async () => ({ HUB_ENCRYPTION_KEY: randomBytes(32).toString('hex') }),
      runs: false,
    },
    strike: async (_hub, second) => {
      second?.launch();
      return async () => second?.stop();
    },
    fires: ['HubKeysMissing'],
    heard: ['HubKeysMissing'],
    may: ['HubShopUnreadable', 'HubCopyNotReady', 'HubCopyDown'],
  },
  {
    name: 'the database cannot be reached',
    strike: async ({ database }) => {
      database.wire.cut();
      return async () => database.wire.repair();
    },
    fires: ['HubDatabaseAway', 'HubAnswersFailFast'],
    heard: ['HubDatabaseAway'],
    may: [...PROMISES, ...NOT_READY, ...LATE],
  },
  {
    name: 'the broker cannot be reached',
    strike: async ({ brokerWire }) => {
      brokerWire.cut();
      return async () => brokerWire.repair();
    },
    fires: ['HubBrokerAway', 'HubAnswersFailFast'],
    heard: ['HubBrokerAway'],
    may: [...PROMISES, ...NOT_READY, ...LATE],
  },
  {
    name: 'a service may not read the shops',
    strike: async ({ copy, sql }) => {
      await copy('returns').stop();
      await sql('REVOKE SELECT ON shop FROM hub_returns');
      copy('returns').launch();
      return () => sql('GRANT SELECT ON shop TO hub_returns');
    },
    fires: ['HubServiceNotReady'],
    heard: ['HubServiceNotReady'],
    // It takes a moment to come back.
    may: ['HubServiceDown', 'HubQueueUnattended'],
  },
  {
    name: 'a sweep may not read its table',
    strike: async ({ sql }) => {
      await sql('REVOKE SELECT ON call_hold FROM hub_support');
      return () => sql('GRANT SELECT ON call_hold TO hub_support');
    },
    fires: ['HubPassOverdue'],
    heard: ['HubPassOverdue'],
  },
  {
    name: 'a process of another release stands beside the others',
    second: { service: 'returns', runs: false },
    strike: (_hub, second) =>
      standIn(second, ['hub_build_info{service="returns",version="0.0.1",node="v20.20.2"} 1']),
    fires: ['HubReleasesMixed'],
    heard: ['HubReleasesMixed'],
    // Once it has ended.
    may: ['HubCopyDown'],
  },
  {
    name: 'a process shows too many series',
    second: { service: 'returns', runs: false },
    strike: (_hub, second) =>
      standIn(
        second,
        Array.from({ length: 5_001 }, (_, index) => `hub_made_up{number="${index}"} 1`),
      ),
    fires: ['HubSeriesTooMany'],
    heard: ['HubSeriesTooMany'],
    may: ['HubCopyDown'],
  },
];

/** Answers in place of a copy: no service of this release can be made to show such figures. */
async function standIn(copy: ServiceCopy | null, series: readonly string[]): Promise<End> {
  const server = createServer((_request, response) => response.end(`${series.join('\n')}\n`));
  server.listen(copy?.healthPort, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
  };
}

async function nowhere(): Promise<NodeJS.ProcessEnv> {
  return { DATABASE_URL: `postgresql://hub:hub@127.0.0.1:${await freePort()}/hub` };
}
