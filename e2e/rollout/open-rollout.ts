import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declareForServices, freePort } from '@hub/cli';
import { allQueues, queueNames } from '@hub/messaging';
import {
  createTestDatabase,
  eventually,
  holdE2eBroker,
  purgeBroker,
  repositoryRoot,
  testConfig,
} from '@hub/testing';
import { pullCatalogues } from '../test/support/open-world';
import { openShops } from '../test/support/shops';
import { Trader } from '../trials/trader';
import { Cluster } from './cluster';
import type { Deployment } from './deployment';
import { judgeRollout } from './judge-rollout';
import { judgeAnswers, judgeTrade } from './judge-trade';
import { onOneMachine, writeSecrets } from './on-one-machine';
import { readDeployments } from './read-deployments';
import { ServiceAddress } from './service-address';

const SETTLES_WITHIN_MS = 120_000;

/** Stores that trade with Deployments over real processes. */
export interface OpenRollout {
  cluster: Cluster;
  /** What was applied first, and has been rolled out. */
  deployments: readonly Deployment[];
  trader: Trader;
  /** Ends trade, waits until all of it is settled, and says what is not as it must be. */
  judge: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** The rendered manifests of an overlay of the repository. */
export const renderedOverlay = (overlay: string): string =>
  join(repositoryRoot(), 'infra', 'kubernetes', 'rendered', `${overlay}.yaml`);

/**
 * Starts the Deployments of rendered manifests as processes, with three stores that trade through them from then on.
 *
 * @param given.programs those that are run; every one of the manifests unless given
 */
export async function openRollout(given: {
  manifests: string;
  programs?: readonly string[];
  eventsPerSecond: number;
}): Promise<OpenRollout> {
  const closing: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  try {
    const deployments = onOneMachine(readDeployments(readFileSync(given.manifests, 'utf8'))).filter(
      ({ template }) => given.programs?.includes(template.program) ?? true,
    );
    const broker = await holdE2eBroker();
    closing.push(() => broker.release());
    await purgeBroker(broker.amqpUrl, queueNames(allQueues()));
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const secrets = await writeSecrets({ databaseUrl: database.url, amqpUrl: broker.amqpUrl });
    closing.push(secrets.remove);
    await declareForServices({
      AMQP_URL: broker.amqpUrl,
      HUB_ROLE_PER_SERVICE: String(testConfig().rolePerService),
    });
    const [eventsPort, deskPort] = [await freePort(), await freePort()];
    const addresses = [await ServiceAddress.open(eventsPort), await ServiceAddress.open(deskPort)] as const;
    for (const address of addresses) closing.push(() => address.close());
    const shops = await openShops(database.db, eventsPort);
    for (const { store } of Object.values(shops)) closing.push(() => store.stop());
    const cluster = new Cluster({
      secretsFolder: secrets.folder,
      exposed: [
        { deployment: 'hub-ingress', port: 'events', address: addresses[0] },
        { deployment: 'hub-support', port: 'desk', address: addresses[1] },
      ],
    });
    closing.push(() => cluster.stop());
    cluster.apply(deployments);
    await cluster.rolledOut();
    await pullCatalogues({ db: database.db, shops });
    const hasDesk = deployments.some(({ template }) => template.program === 'support');
    const { eventsPerSecond } = given;
    const trader = new Trader({ shops, eventsPort, eventsPerSecond, ...(hasDesk ? { deskPort } : {}) });
    const trading = trader.run();
    const judge = async (): Promise<string[]> => {
      trader.stop();
      await trading;
      const trade = { db: database.db, shops, trader };
      const isSettled = async () => {
        const faults = await judgeTrade(trade);
        if (faults.length > 0) throw new Error(faults.join('\n'));
      };
      await eventually(isSettled, { timeoutMs: SETTLES_WITHIN_MS, everyMs: 1_000 }).catch(() => undefined);
      return [...judgeAnswers(trade), ...(await judgeTrade(trade)), ...judgeRollout(cluster)];
    };
    return { cluster, deployments, trader, judge, close };
  } catch (error) {
    await close();
    throw error;
  }
}
