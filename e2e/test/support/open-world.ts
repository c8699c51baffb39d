import { freePort, startServices, type ProcessName, type RunningServices, type ServiceName } from '@hub/cli';
import type { Database } from '@hub/database';
import { allQueues, queueNames } from '@hub/messaging';
import { createTestDatabase, eventually, holdE2eBroker, purgeBroker } from '@hub/testing';
import { HUB_LOCATION_ID } from './a-catalogue';
import { readCatalogue } from './read-catalogue';
import { servicesEnv } from './services-env';
import { CUSTOMER, openShops, type TestShops } from './shops';

/** The whole system, with three simulated stores in this process. */
export interface World {
  db: Database;
  env: NodeJS.ProcessEnv;
  ingressPort: number;
  /** Where the support desk answers. */
  supportUrl: string;
  shops: TestShops;
  services: RunningServices;
  /** What the services have written so far. */
  log(service: ServiceName): string[];
  /** Stops everything that still runs. */
  close(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;

interface WorldOptions {
  /** A broker that the test holds; the journeys' own, for as long as the world is open, unless given. */
  amqpUrl?: string;
  /** More variables for the services. */
  env?: NodeJS.ProcessEnv;
  /** All services in one process, which starts in a fifth of the time: for journeys that are about pages or commands. */
  together?: boolean;
}

/** Opens a world on an empty database: shops known, catalogues read, network quantities written. */
export async function openWorld(given: WorldOptions = {}): Promise<World> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  const log = new Map<ProcessName, string[]>();
  try {
    const amqpUrl = given.amqpUrl ?? (await heldBroker(closing));
    await purgeBroker(amqpUrl, queueNames(allQueues()));
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const [ingressPort, supportPort] = [await freePort(), await freePort()];
    const env = {
      ...servicesEnv({ databaseUrl: database.url, amqpUrl, ingressPort, supportPort }),
      ...given.env,
    };
    const shops = await openShops(database.db, ingressPort);
    for (const { store } of Object.values(shops)) closing.push(() => store.stop());
    const onLine = (service: ProcessName, line: string) =>
      log.set(service, [...(log.get(service) ?? []), line]);
    const services = startServices({ env, onLine, together: given.together });
    closing.push(() => services.stop());
    await services.ready;
    const world: World = {
      db: database.db,
      env,
      ingressPort,
      supportUrl: `http://127.0.0.1:${supportPort}`,
      shops,
      services,
      log: (service) => log.get(service) ?? [],
      close,
    };
    await pullCatalogues(world);
    return world;
  } catch (error) {
    await close();
    throw new Error(`the world does not open; last said:\n${lastSaid(log)}`, { cause: error });
  }
}

async function heldBroker(closing: (() => Promise<unknown>)[]): Promise<string> {
  const broker = await holdE2eBroker();
  closing.push(() => broker.release());
  return broker.amqpUrl;
}

function lastSaid(log: ReadonlyMap<ProcessName, string[]>): string {
  return [...log.values()].flatMap((lines) => lines.slice(-8)).join('\n');
}

/** Reads every catalogue, and waits until the stores show what the network has. */
export async function pullCatalogues({ db, shops }: Pick<World, 'db' | 'shops'>): Promise<void> {
  for (const { slug } of Object.values(shops)) await readCatalogue(db, slug, READY_WITHIN_MS);
  const { near, far, selling } = shops;
  await eventually(
    () => {
      const shown = networkQuantities({ near, far, selling });
      if (shown.selling !== 13 || shown.near !== 8 || shown.far !== 5) throw new Error(JSON.stringify(shown));
    },
    { timeoutMs: READY_WITHIN_MS, everyMs: 50 },
  );
}

/** What each store shows as `HUB_Network`. */
export function networkQuantities({ near, far, selling }: TestShops): Record<keyof TestShops, number> {
  const of = ({ store, variantId }: TestShops['near']): number =>
    store.inventory(variantId)[HUB_LOCATION_ID] ?? 0;
  return { near: of(near), far: of(far), selling: of(selling) };
}

/** The selling shop sells one piece for the network to ship; resolves with its order id once that is answered. */
export const sellOne = (world: World): Promise<string> => sellPieces(world, 1);

/** The same with this many pieces in one line. */
export async function sellPieces({ shops: { selling } }: World, quantity: number): Promise<string> {
  const { orderId, delivery } = selling.store.sell({
    lines: [{ variantId: selling.variantId, quantity, network: true, unitPrice: 100 }],
    address: CUSTOMER,
  });
  const { answer } = await delivery.done;
  if (answer?.outcome !== 'accepted') throw new Error(`order.created: ${JSON.stringify(answer)}`);
  return orderId;
}
