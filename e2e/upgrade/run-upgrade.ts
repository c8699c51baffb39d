import { setTimeout as wait } from 'node:timers/promises';
import { SERVICES } from '@hub/cli';
import { Chance } from '@hub/testing';
import { describeUnfinished } from '../chaos/describe-unfinished';
import { Journal, type Sale } from '../chaos/journal';
import { gatherEvidence, type Evidence } from '../chaos/judge/evidence';
import { judgeStores } from '../chaos/judge/judge';
import { judgeDeadLetters } from '../chaos/judge/judge-dead-letters';
import { judgePromises } from '../chaos/judge/judge-promises';
import { judgeSale } from '../chaos/judge/judge-sale';
import { openNetwork, PIECES_AT_FIRST, type Network } from '../chaos/network';
import type { ChaosOptions } from '../chaos/options';
import { settle } from '../chaos/settle';
import { readDeadLetters } from '../chaos/shown-order';
import { SupportAgent } from '../chaos/support-agent';
import { Trader } from '../chaos/trader';
import { answersByStatus, judgeAttempts, LogJudge } from './judge-upgrade';
import { openTwoReleases, THIS_RELEASE, type Release, type TwoReleases } from './two-releases';

const OPTIONS: Omit<ChaosOptions, 'seed'> = {
  events: 0,
  stores: 4,
  articles: 5,
  copies: 1,
  eventsPerSecond: 4,
  disasterEveryMs: 0,
  disasterRounds: 0,
  settleWithinMs: 5 * 60_000,
};
const TICK_MS = 50;
/** So long is traded with a service of both releases, and before the next service is replaced. */
const TRADED_MS = 2_000;
/** Stores wait for answers before they have more to say. */
const MOST_UNDECIDED = 100;
const DESCRIBED = 3;

/** What a drill came to. */
export interface UpgradeReport {
  figures: Record<string, number>;
  faults: string[];
}

interface Run {
  hub: TwoReleases;
  network: Network;
  before: Release;
  seed: number;
  logs: LogJudge;
  say: (text: string) => void;
}

/**
 * Stores trade with the release before; the schema becomes this release's; every service is replaced by this release's, the
 * two side by side for a while, and back again; then stores, answers and logs are judged.
 */
export async function runUpgrade(
  { before, seed }: Pick<Run, 'before' | 'seed'>,
  say: Run['say'],
): Promise<UpgradeReport> {
  const logs = new LogJudge();
  const hub = await openTwoReleases((service, line) => logs.take(service, line));
  try {
    hub.useCommandOf(before);
    await hub.migrate(before);
    for (const service of SERVICES) await hub.startBeside(service, before);
    const network = await openNetwork(hub, OPTIONS);
    say(`${network.shops.length} stores trade with the release before`);
    try {
      return await upgradeAndBack({ hub, network, before, seed, logs, say });
    } finally {
      await network.close();
    }
  } finally {
    await hub.close();
  }
}

async function upgradeAndBack(run: Run): Promise<UpgradeReport> {
  const { hub, network, seed, logs, say } = run;
  const journal = new Journal();
  const trader = new Trader(network, journal, new Chance(seed));
  const stores = network.shops.map(({ store }) => store);
  const over = new AbortController();
  const trading = trade(trader, over.signal);
  const badEnds = await bothWays(run, trader).finally(() => over.abort());
  await trading;
  const evidence = (): Evidence => gatherEvidence(journal, stores);
  const judge = (): string[] => judgeStores(evidence());
  const unfinished = (): Sale[] => journal.sales.filter((sale) => judgeSale(sale, evidence()).length > 0);
  const agent = new SupportAgent(hub, network, journal);
  const options = { ...OPTIONS, seed };
  const settledAfterMs = await settle({ options, trader, agent, unfinished, judge, say });
  for (const sale of unfinished().slice(0, DESCRIBED))
    say(`not finished: ${await describeUnfinished(hub, sale, evidence())}`);
  return {
    figures: {
      events: trader.eventsSent,
      'orders sold': journal.sales.length,
      'shipping orders': journal.arrivals.length,
      'seconds until all was right': Math.round(settledAfterMs / 1_000),
      ...answersByStatus(stores),
    },
    faults: [
      ...judge(),
      ...judgePromises(journal, PIECES_AT_FIRST),
      ...judgeDeadLetters(await readDeadLetters(hub)),
      ...judgeAttempts(stores),
      ...logs.faults(),
      ...badEnds,
    ],
  };
}

/** @returns what was wrong with how processes ended */
async function bothWays({ hub, before, say }: Run, trader: Trader): Promise<string[]> {
  const faults: string[] = [];
  const replaceAll = async (release: Release): Promise<void> => {
    for (const service of SERVICES) {
      await hub.startBeside(service, release);
      await wait(TRADED_MS);
      faults.push(...(await hub.stopFormer(service)));
      await wait(TRADED_MS);
    }
  };
  await wait(TRADED_MS);
  await hub.migrate(THIS_RELEASE);
  hub.useCommandOf(THIS_RELEASE);
  say(`${trader.eventsSent} events; the schema is this release's, every service of the one before`);
  await wait(TRADED_MS);
  await replaceAll(THIS_RELEASE);
  say(`${trader.eventsSent} events; every service is of this release`);
  await replaceAll(before);
  hub.useCommandOf(before);
  say(`${trader.eventsSent} events; every service is of the release before again`);
  await wait(TRADED_MS);
  return faults;
}

async function trade(trader: Trader, over: AbortSignal): Promise<void> {
  const pause = 1_000 / OPTIONS.eventsPerSecond;
  let next = Date.now();
  while (!over.aborted) {
    trader.shipping.work();
    for (; next <= Date.now() && trader.undecided < MOST_UNDECIDED; next += pause) trader.act();
    next = Math.max(next, Date.now() - 1_000);
    await wait(TICK_MS);
  }
}
