import { join } from 'node:path';
import { declareForServices, freePort, SERVICES, serviceEnvironment, type ServiceName } from '@hub/cli';
import { PrivateBroker, repositoryRoot } from '@hub/testing';
import type { HubInUse } from '../chaos/hub';
import { PrivateDatabase } from '../chaos/private-database';
import { ServiceAddress } from '../rollout/service-address';
import { runProgram } from '../test/support/run-program';
import { servicesEnv } from '../test/support/services-env';
import { ServiceCopy } from '../trials/service-copies';

/** After a copy was sent the stop signal, requests go elsewhere. */
const ADDRESS_FOLLOWS_AFTER_MS = 1_000;
const DRAIN_MS = 3_000;

/** A release, by the folder in which it is built. */
export type Release = string;
export const THIS_RELEASE: Release = repositoryRoot();

/** One database and one broker, and services of two releases on them. */
export interface TwoReleases extends HubInUse {
  /** By the migrator of a release. */
  migrate(release: Release): Promise<void>;
  /** Starts a service of this release beside the one that runs; resolves once it is ready. */
  startBeside(service: ServiceName, release: Release): Promise<void>;
  /** Stops the copy that was started first, in order. @returns what was wrong with its end */
  stopFormer(service: ServiceName): Promise<string[]>;
  /** Which release's hub command is used from now on. */
  useCommandOf(release: Release): void;
  close(): Promise<void>;
}

/** Starts database and broker, and no service yet. @param onLine takes what services log */
export async function openTwoReleases(
  onLine: (service: ServiceName, line: string) => void,
): Promise<TwoReleases> {
  const closing: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  try {
    const database = await PrivateDatabase.start();
    closing.push(() => database.close());
    const started = await PrivateBroker.start();
    if (!started) throw new Error('RabbitMQ is not on this machine');
    closing.push(() => started.broker.close());
    const door = await freePort();
    const address = await ServiceAddress.open(door);
    closing.push(() => address.close());
    const databaseUrl = database.wire.url;
    const ports = { ingressPort: door, supportPort: await freePort() };
    const env = {
      ...servicesEnv({ databaseUrl, amqpUrl: started.url, ...ports, rolePerService: true }),
      DRAIN_MS: String(DRAIN_MS),
      DATABASE_POOL_SIZE: '4',
    };
    await declareForServices(env);
    let command = THIS_RELEASE;
    const copies = new Map<ServiceName, ServiceCopy[]>(SERVICES.map((service) => [service, []]));
    const copiesOf = (service: ServiceName): ServiceCopy[] => copies.get(service) ?? [];
    const followIngress = (): void => address.sendTo(copiesOf('ingress').map(({ port }) => port));
    closing.push(() => Promise.all([...copies.values()].flat().map((copy) => copy.stop())));
    return {
      ingressPorts: [door],
      command: (args, more = {}) =>
        runProgram(join(command, 'packages', 'cli', 'dist', 'main.js'), {
          args,
          env: { ...process.env, ...env, ...more },
        }),
      useCommandOf: (release) => {
        command = release;
      },
      migrate: (release) => migrate(release, databaseUrl),
      startBeside: async (service, release) => {
        const program = join(release, 'services', service, 'dist', 'main.js');
        const own = serviceEnvironment(service, env);
        const copy = await ServiceCopy.of(service, own, { program, onLine: (line) => onLine(service, line) });
        await copy.start();
        copiesOf(service).push(copy);
        followIngress();
      },
      stopFormer: async (service) => {
        const former = copiesOf(service).shift();
        // A moment after the stop signal, while it still accepts.
        setTimeout(followIngress, ADDRESS_FOLLOWS_AFTER_MS);
        const code = await former?.stop();
        return code === 0 ? [] : [`${service} ended with ${code}`];
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function migrate(release: Release, url: string): Promise<void> {
  const program = join(release, 'prisma', 'dist', 'migrate-main.js');
  const env = { DATABASE_URL: url, HUB_ROLE_PER_SERVICE: 'true' };
  const { exitCode, stderr } = await runProgram(program, { env });
  if (exitCode !== 0) throw new Error(`the database cannot be migrated: ${stderr}`);
}
