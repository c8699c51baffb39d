import { applySheetText, freePort, startServices, type RunningServices } from '@hub/cli';
import type { Database } from '@hub/database';
import { allQueues, queueNames } from '@hub/messaging';
import { environmentSheet } from '@hub/store-simulator';
import { createTestDatabase, holdE2eBroker, purgeBroker, TEST_ENCRYPTION_KEY } from '@hub/testing';
import { readCatalogue } from '../test/support/read-catalogue';
import { eventsUrlOf } from '../test/support/shops';
import { servicesEnv } from '../test/support/services-env';

/** The hub, every service in a separate process, on an empty database; the caller brings the stores. */
export interface OpenHub {
  db: Database;
  supportUrl: string;
  eventsUrlOf(slug: string): string;
  /** Applies a store's sheet, live throughout, and reads its catalogue. */
  admit(store: AdmittedStore): Promise<void>;
  /** The whole hub becomes unavailable, and comes back with what it had. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export interface AdmittedStore {
  slug: string;
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  apiRoot: string;
  bearerToken: string;
  signingSecret: string;
  hubLocationId: string;
  locationId: string;
}

const DESTINATIONS = ['SE', 'DK', 'FI', 'NO'];
/** A busy machine took more than a minute to read the catalogue of a shop that had just started. */
const READ_WITHIN_MS = 180_000;

export async function openHub(more: NodeJS.ProcessEnv = {}): Promise<OpenHub> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  try {
    const broker = await holdE2eBroker();
    closing.push(() => broker.release());
    await purgeBroker(broker.amqpUrl, queueNames(allQueues()));
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const [ingressPort, supportPort] = [await freePort(), await freePort()];
    const given = { databaseUrl: database.url, amqpUrl: broker.amqpUrl, ingressPort, supportPort };
    const env = { ...servicesEnv(given), LOG_LEVEL: 'error', ...more };
    let services: RunningServices | null = null;
    const goAway = async (): Promise<void> => {
      await services?.stop();
      services = null;
    };
    const comeBack = async (): Promise<void> => {
      services = startServices({ env, onLine: () => {} });
      await services.ready;
    };
    closing.push(goAway);
    await comeBack();
    const { db } = database;
    return {
      db,
      supportUrl: `http://127.0.0.1:${supportPort}`,
      eventsUrlOf: (slug) => eventsUrlOf(slug, ingressPort),
      admit: (store) => admit(db, store, eventsUrlOf(store.slug, ingressPort)),
      goAway,
      comeBack,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function admit(db: Database, store: AdmittedStore, eventsUrl: string): Promise<void> {
  const { slug, name, country, latitude, longitude } = store;
  const sheet = environmentSheet({
    slug,
    name,
    country,
    currency: 'EUR',
    apiRoot: store.apiRoot,
    hubLocationId: store.hubLocationId,
    locations: [{ id: store.locationId, latitude, longitude }],
    destinationCountries: DESTINATIONS,
    eventsUrl,
    bearerEnv: 'BEARER',
    secretEnv: 'SECRET',
  });
  const config = { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, ALLOW_INSECURE_STORES: true };
  const env = { BEARER: store.bearerToken, SECRET: store.signingSecret };
  await applySheetText(sheet, { db, config, env, dryRun: false });
  await readCatalogue(db, slug, READ_WITHIN_MS);
}
