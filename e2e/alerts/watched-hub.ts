import { setTimeout as wait } from 'node:timers/promises';
import { declareForServices, freePort, serviceEnvironment, SERVICES, type ServiceName } from '@hub/cli';
import { Chance, type PrivateBroker, type Wire } from '@hub/testing';
import { Client } from 'pg';
import { migrate, startBroker } from '../chaos/hub';
import { Journal } from '../chaos/journal';
import { openNetwork, type Network } from '../chaos/network';
import { PrivateDatabase } from '../chaos/private-database';
import { Trader } from '../chaos/trader';
import { runHub } from '../test/support/run-program';
import { servicesEnv } from '../test/support/services-env';
import { ServiceCopy } from '../trials/service-copies';

/** Enough that `many stores` can be unavailable and one is left. */
const STORES = 6;
const EVENTS_PER_SECOND = 10;
const MOST_UNDECIDED = 200;

/** A hub on separate servers, whose processes are not restarted, and stores that trade through it. */
export interface WatchedHub {
  database: PrivateDatabase;
  broker: PrivateBroker;
  brokerWire: Wire;
  network: Network;
  ingressPort: number;
  /** The one copy of a service that runs from the start. */
  copy: (service: ServiceName) => ServiceCopy;
  /** A second copy, not started; Prometheus knows it from the next fault on. */
  secondCopy: (service: ServiceName, env?: NodeJS.ProcessEnv) => Promise<ServiceCopy>;
  forget: (copy: ServiceCopy) => void;
  healthPorts: (service: string) => number[];
  /** As the owner of the database, past the wire. */
  sql: (statement: string) => Promise<void>;
  /** Locks tables against all others until the returned function is called. */
  lock: (...tables: string[]) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
}

/** Starts everything; resolves once every service is ready, every shop has joined, and trade goes on. */
export async function openWatchedHub(): Promise<WatchedHub> {
  const closing: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  try {
    const database = await PrivateDatabase.start();
    closing.push(() => database.close());
    const { broker, brokerWire } = await startBroker();
    closing.push(
      () => brokerWire.close(),
      () => broker.close(),
    );
    const env: NodeJS.ProcessEnv = {
      ...servicesEnv({
        databaseUrl: database.wire.url,
        amqpUrl: brokerWire.url,
        ingressPort: await freePort(),
        supportPort: await freePort(),
      }),
      HUB_ROLE_PER_SERVICE: 'true',
      STORE_TIMEOUT_MS: '2000',
      DATABASE_POOL_SIZE: '4',
      LOG_LEVEL: 'error',
    };
    await migrate(database.wire.url);
    await declareForServices(env);
    const copies: ServiceCopy[] = [];
    closing.push(() => Promise.all(copies.map((copy) => copy.stop())));
    for (const service of SERVICES)
      copies.push(await ServiceCopy.of(service, serviceEnvironment(service, env)));
    await Promise.all(copies.map((copy) => copy.start()));
    const copy = (service: ServiceName): ServiceCopy => {
      const found = copies.find((one) => one.service === service);
      if (!found) throw new Error(`no copy of ${service}`);
      return found;
    };
    const ingressPort = copy('ingress').port;
    const command = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
      runHub(args, { ...process.env, ...env, ...more });
    const network = await openNetwork(
      { ingressPorts: [ingressPort], command },
      { stores: STORES, articles: 4 },
    );
    closing.push(() => network.close());
    closing.push(trade(network));
    return {
      database,
      broker,
      brokerWire,
      network,
      ingressPort,
      copy,
      secondCopy: async (service, more = {}) => {
        const second = await ServiceCopy.of(service, { ...serviceEnvironment(service, env), ...more });
        copies.push(second);
        return second;
      },
      forget: (one) => void copies.splice(copies.indexOf(one), 1),
      healthPorts: (service) =>
        copies.filter((one) => one.service === service).map(({ healthPort }) => healthPort),
      sql: (statement) => withClient(database, (client) => client.query(statement)),
      lock: (...tables) => lock(database, tables),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns ends it */
function trade(network: Network): () => Promise<void> {
  const trader = new Trader(network, new Journal(), new Chance(1));
  const over = new AbortController();
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      trader.shipping.work();
      if (trader.undecided < MOST_UNDECIDED) trader.act();
      await wait(1_000 / EVENTS_PER_SECOND);
    }
  };
  const working = work();
  return () => {
    over.abort();
    return working;
  };
}

async function withClient(
  database: PrivateDatabase,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: database.behindTheWire });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function lock(database: PrivateDatabase, tables: readonly string[]): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: database.behindTheWire });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  return () => client.end();
}
