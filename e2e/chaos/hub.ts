import { join } from 'node:path';
import { freePort, SERVICES, startServices, type RunningServices, type ServiceName } from '@hub/cli';
import { type Chance, PrivateBroker, repositoryRoot, Wire } from '@hub/testing';
import { runHub, runProgram, type ProgramResult } from '../test/support/run-program';
import { servicesEnv } from '../test/support/services-env';
import type { ServiceCopy } from '../trials/service-copies';
import { clocksApart, startFarOff } from './clocks-apart';
import { PrivateDatabase } from './private-database';

/** How long an attempt at a hanging store takes. */
export const STORE_TIMEOUT_MS = 2_000;

/** The whole system on separate servers, every service in one or more copies. */
export interface Hub {
  database: PrivateDatabase;
  broker: PrivateBroker;
  /** Through which the services see the broker. */
  brokerWire: Wire;
  /** Where events go: one door for each copy. */
  ingressPorts: number[];
  /** Processes of services that run now. */
  processes(): { service: ServiceName; pid: number }[];
  /** All of them end, in order. */
  stopServices(): Promise<void>;
  /** All of them run again; resolves once every one is ready. */
  startServices(): Promise<void>;
  /** Copies whose clocks are 90 s off. */
  farOff: readonly ServiceCopy[];
  /** The hub command, as an operator runs it. */
  command(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<ProgramResult>;
  close(): Promise<void>;
}

/** What a shop's people, support and a judge need of it. */
export type HubInUse = Pick<Hub, 'command' | 'ingressPorts'>;

/** Servers that are not as most runs have them. */
interface Servers {
  startDatabase?: () => Promise<PrivateDatabase>;
  /** The room on the broker's disk; root alone can arrange it. */
  brokerDiskMb?: number | undefined;
  /** A folder to which the broker's logs are copied in the end. */
  logs?: string | undefined;
  /** Draws by how much the clock of each service is off; unset: every clock is right. */
  clocks?: Chance;
}

/** Starts everything; resolves once every service is ready. */
export async function openHub(
  copies: number,
  onLog: (line: string) => void,
  { startDatabase = () => PrivateDatabase.start(), brokerDiskMb, logs, clocks }: Servers = {},
): Promise<Hub> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  try {
    const database = await startDatabase();
    closing.push(() => database.close());
    const { broker, brokerWire } = await startBroker({ diskMb: brokerDiskMb, logs });
    closing.push(
      async () => brokerWire.close(),
      () => broker.close(),
    );
    const ingressPorts = await Promise.all(Array.from({ length: copies }, () => freePort()));
    const environments = await Promise.all(
      ingressPorts.map(async (ingressPort) => ({
        ...(await environmentOf({
          databaseUrl: database.wire.url,
          amqpUrl: brokerWire.url,
          ingressPort,
        })),
        ...(clocks && clocksApart(clocks)),
      })),
    );
    await migrate(database.wire.url);
    let running: RunningServices[] = [];
    const startAll = async (): Promise<void> => {
      running = environments.map((env) =>
        startServices({ env, onLine: (service, line) => onLog(`${service} ${line}`) }),
      );
      await Promise.all(running.map(({ ready }) => ready));
    };
    const stopAll = async (): Promise<void> => {
      await Promise.all(running.map((services) => services.stop()));
    };
    closing.push(stopAll);
    await startAll();
    const farOff = clocks ? await startFarOff({ ...environments[0] }) : [];
    closing.push(() => Promise.all(farOff.map((copy) => copy.stop())));
    return {
      database,
      broker,
      brokerWire,
      ingressPorts,
      processes: () => running.flatMap(processesOf),
      stopServices: stopAll,
      startServices: startAll,
      farOff,
      command: (args, env = {}) => runHub(args, { ...process.env, ...environments[0], ...env }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A separate broker, and the wire to it. */
export async function startBroker(
  choice: { diskMb?: number | undefined; logs?: string | undefined } = {},
): Promise<{ broker: PrivateBroker; brokerWire: Wire }> {
  const started = await PrivateBroker.start(choice);
  if (!started) throw new Error('RabbitMQ is not on this machine');
  return { broker: started.broker, brokerWire: await Wire.to(started.url) };
}

async function environmentOf(given: { databaseUrl: string; amqpUrl: string; ingressPort: number }) {
  return {
    // Database and broker are its own, and private.
    ...servicesEnv({ ...given, supportPort: await freePort(), rolePerService: true }),
    STORE_TIMEOUT_MS: String(STORE_TIMEOUT_MS),
    PLACING_PASSES_MS: '1000,2000,4000,8000',
  };
}

/** As `hub migrate` does, with a role for each service. */
export async function migrate(databaseUrl: string): Promise<void> {
  const program = join(repositoryRoot(), 'prisma', 'dist', 'migrate-main.js');
  const env = { DATABASE_URL: databaseUrl, HUB_ROLE_PER_SERVICE: 'true' };
  const { exitCode, stderr } = await runProgram(program, { env });
  if (exitCode !== 0) throw new Error(`the database cannot be migrated: ${stderr}`);
}

function processesOf(services: RunningServices): { service: ServiceName; pid: number }[] {
  return SERVICES.flatMap((service) => {
    const pid = services.pidOf(service);
    return pid === undefined ? [] : [{ service, pid }];
  });
}
