import { createWriteStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Chance } from '@hub/testing';
import { judgeFarOff } from './clocks-apart';
import { DISASTERS } from './disasters';
import { FaultyStores } from './faulty-stores';
import { openHub, type Hub } from './hub';
import { Journal } from './journal';
import { keepTrading } from './keep-trading';
import { openNetwork, type Network } from './network';
import type { ChaosOptions } from './options';
import { settleAndJudge, type Verdict } from './settle-and-judge';
import { Trader } from './trader';

/** Stores wait for answers before they have more to say. */
const MOST_UNDECIDED = 400;

/** One run: trade while everything fails, then no more faults, then the verdict. */
export async function runChaos(options: ChaosOptions, say: (text: string) => void): Promise<Verdict> {
  const log = options.log === undefined ? null : createWriteStream(options.log);
  const hub = await openHub(options.copies, (line) => log?.write(`${line}\n`), {
    clocks: new Chance(options.seed + 3),
  });
  try {
    const network = await openNetwork(hub, options);
    say(`${network.shops.length} stores are open, ${hub.processes().length} services run`);
    try {
      return await tradeAndJudge({ options, hub, network, say });
    } finally {
      await network.close();
    }
  } finally {
    await hub.close();
    log?.end();
  }
}

interface Run {
  options: ChaosOptions;
  hub: Hub;
  network: Network;
  say: (text: string) => void;
}

async function tradeAndJudge(run: Run): Promise<Verdict> {
  const { options, hub, network, say } = run;
  const journal = new Journal();
  const trader = new Trader(network, journal, new Chance(options.seed));
  await tradeThroughDisasters(run, trader);
  say(`${trader.eventsSent} events sent; no faults from now on`);
  new FaultyStores(network, new Chance(0)).allIsWell();
  const { settleWithinMs } = options;
  const outOfService = await judgeFarOff(hub.farOff);
  const { figures, faults } = await settleAndJudge({ hub, network, journal, trader, settleWithinMs, say });
  const sum = (of: (shop: Network['shops'][number]) => number): number =>
    network.shops.reduce((total, shop) => total + of(shop), 0);
  return {
    figures: {
      ...figures,
      'customers notified of a parcel': sum(({ store }) => store.notifications.length),
      'returns registered': sum(({ store }) => store.returns.length),
    },
    faults: [...outOfService, ...faults],
  };
}

async function tradeThroughDisasters(run: Run, trader: Trader): Promise<void> {
  const { options, hub, network, say } = run;
  const stores = new FaultyStores(network, new Chance(options.seed + 1));
  const over = new AbortController();
  const { events, eventsPerSecond } = options;
  const goesOn = (): boolean => !over.signal.aborted || trader.eventsSent < events;
  const trade = (): Promise<void> =>
    keepTrading(trader, { eventsPerSecond, mostUndecided: MOST_UNDECIDED }, goesOn);
  const fail = async (): Promise<void> => {
    const chance = new Chance(options.seed + 2);
    for (let round = 0; round < options.disasterRounds; round += 1)
      for (const disaster of DISASTERS) {
        say(`${disaster.name} (${trader.eventsSent} events so far)`);
        await disaster.strike(hub, chance);
        await wait(options.disasterEveryMs);
      }
    over.abort();
  };
  const problems = setInterval(() => stores.problem(), 700);
  const hangs = setInterval(() => stores.hang(), 25_000);
  try {
    await Promise.all([trade(), fail()]);
  } finally {
    clearInterval(problems);
    clearInterval(hangs);
  }
}
