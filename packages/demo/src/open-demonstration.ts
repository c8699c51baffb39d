import { environment, provideOwnerToken, startServices, type HubConfig } from '@hub/cli';
import { openDatabase } from '@hub/database';
import { doorPort } from '@hub/desk/door';
import { agreeOnEnvironment } from '@hub/installation';
import { freePort, isFree } from '@hub/runtime';
import type { Demo } from './demo';
import { deskAccounts, type DeskAccount } from './desk-accounts';
import type { DemoCatalogues } from './demo-catalogues';
import type { Reporter } from './reporter';
import { openShops } from './open-shops';
import type { ServiceLogs } from './service-logs';

/** The next sync cycle comes soon: newly started stores show 0 until then (D10). */
const SYNC_INTERVAL_MS = '2000';

export interface Addresses {
  ingress: string;
  support: string;
  /** The shops' own. */
  door: string;
}

/** The running components of the demonstration. */
export interface Demonstration extends Pick<Demo, 'db' | 'shops' | 'reporter'> {
  addresses: Addresses;
  /** The accounts for the support desk; none of ours if the environment says who may sign in. */
  accounts: readonly DeskAccount[];
  logs: ServiceLogs;
  /** From here on, events in the stores are shown as well. */
  printStoreEvents(): void;
}

/** Stops what was started, in reverse order. */
export class Closing {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.unshift(step);
  }

  async close(): Promise<void> {
    for (const step of this.steps.splice(0)) await step();
  }
}

/** Starts the stores, applies their sheets, starts the services and waits until all are ready. */
export async function openDemonstration(given: {
  config: HubConfig;
  catalogues: DemoCatalogues;
  shipWithin: string | undefined;
  reporter: Reporter;
  logs: ServiceLogs;
  closing: Closing;
}): Promise<Demonstration> {
  const { config, catalogues, shipWithin, reporter, logs, closing } = given;
  const db = openDatabase(
    { ...config, DATABASE_POOL_SIZE: undefined },
    { service: 'demonstration', size: 4 },
  );
  closing.add(() => db.$disconnect());
  await agreeOnEnvironment(db, config.HUB_ENVIRONMENT);
  const ports = {
    ingress: await portFor('INGRESS_PORT', config.INGRESS_PORT),
    support: await portFor('SUPPORT_PORT', config.SUPPORT_PORT),
  };
  const addresses = {
    ingress: `http://127.0.0.1:${ports.ingress}`,
    support: `http://127.0.0.1:${ports.support}`,
    door: config.DOOR_URL ?? `http://127.0.0.1:${await portFor('DOOR_PORT', doorPort(config))}`,
  };
  let show: (text: string) => void = () => {};
  const shops = await openShops({
    db,
    config,
    products: catalogues.products,
    ingressPort: ports.ingress,
    shipWithin,
    onEvent: (text) => show(text),
    onStarted: (store) => closing.add(() => store.stop()),
  });
  const { accounts, env } = await deskAccounts(environment());
  const services = startServices({
    env: {
      SYNC_INTERVAL_MS,
      // No proxy before the ingress has to see it go.
      DRAIN_MS: '0',
      BASE_URL: addresses.ingress,
      ...environment(),
      ...env,
      ALLOW_INSECURE_STORES: 'true',
      INGRESS_PORT: String(ports.ingress),
      SUPPORT_PORT: String(ports.support),
      DOOR_URL: addresses.door,
    },
    onLine: (service, line) => logs.write(service, line),
    onChange: (text) => reporter.print(text),
  });
  closing.add(() => services.stop());
  await provideOwnerToken(db, addresses.support);
  await services.ready;
  return {
    db,
    shops,
    reporter,
    logs,
    accounts,
    addresses,
    printStoreEvents: () => (show = (text) => reporter.print(text)),
  };
}

/** The requested port; if none was requested and the usual one is taken, any free one. */
async function portFor(variable: string, usual: number): Promise<number> {
  if (environment()[variable] || (await isFree(usual))) return usual;
  return freePort();
}
