import { setTimeout as wait } from 'node:timers/promises';
import { SERVICES } from '@hub/cli';
import { Chance } from '@hub/testing';
import { Journal } from '../chaos/journal';
import { keepTrading } from '../chaos/keep-trading';
import { answersByStatus, judgeAttempts } from '../chaos/judge/judge-attempts';
import { openNetwork, type Network } from '../chaos/network';
import type { ChaosOptions } from '../chaos/options';
import { settleAndJudge, type Verdict } from '../chaos/settle-and-judge';
import { Trader } from '../chaos/trader';
import { LogJudge } from './log-judge';
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
/** So long is traded with a service of both releases, and before the next service is replaced. */
const TRADED_MS = 2_000;
/** Stores wait for answers before they have more to say. */
const MOST_UNDECIDED = 100;

interface Run {
  hub: TwoReleases;
  network: Network;
  before: Release;
  seed: number;
  logs: LogJudge;
  say: (text: string) => void;
}

/**
 * Stores trade with the release before. The schema becomes this release's. Every service is replaced by this release's, the
 * two side by side for a while, and back again. Then stores, answers and logs are judged.
 */
export async function runUpgrade(
  { before, seed }: Pick<Run, 'before' | 'seed'>,
  say: Run['say'],
): Promise<Verdict> {
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

async function upgradeAndBack(run: Run): Promise<Verdict> {
  const { hub, network, seed, logs, say } = run;
  const journal = new Journal();
  const trader = new Trader(network, journal, new Chance(seed));
  const stores = network.shops.map(({ store }) => store);
  const over = new AbortController();
  const pace = { eventsPerSecond: OPTIONS.eventsPerSecond, mostUndecided: MOST_UNDECIDED };
  const trading = keepTrading(trader, pace, () => !over.signal.aborted);
  const badEnds = await bothWays(run, trader).finally(() => over.abort());
  await trading;
  const { settleWithinMs } = OPTIONS;
  const { figures, faults } = await settleAndJudge({ hub, network, journal, trader, settleWithinMs, say });
  return {
    figures: { ...figures, ...answersByStatus(stores) },
    faults: [...faults, ...judgeAttempts(stores), ...logs.faults(), ...badEnds],
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
