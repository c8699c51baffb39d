import { createWriteStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Chance } from '@hub/testing';
import { describeUnfinished } from './describe-unfinished';
import { DISASTERS } from './disasters';
import { FaultyStores } from './faulty-stores';
import { openHub, type Hub } from './hub';
import { Journal, type Sale } from './journal';
import { gatherEvidence, type Evidence } from './judge/evidence';
import { judgeStores } from './judge/judge';
import { judgeDeadLetters } from './judge/judge-dead-letters';
import { judgePromises } from './judge/judge-promises';
import { judgeSale } from './judge/judge-sale';
import { openNetwork, PIECES_AT_FIRST, type Network } from './network';
import type { ChaosOptions } from './options';
import { settle } from './settle';
import { readDeadLetters } from './shown-order';
import { SupportAgent } from './support-agent';
import { Trader } from './trader';

const TICK_MS = 50;
/** Stores wait for answers before they have more to say. */
const MOST_UNDECIDED = 400;
/** Orders that are described where they are not as they must be in the end. */
const DESCRIBED = 3;

/** What a run came to. */
export interface ChaosReport {
  figures: Record<string, number>;
  faults: string[];
}

/** One run: trade while everything fails, then all is well, then the verdict. */
export async function runChaos(options: ChaosOptions, say: (text: string) => void): Promise<ChaosReport> {
  const log = options.log === undefined ? null : createWriteStream(options.log);
  const hub = await openHub(options.copies, (line) => log?.write(`${line}\n`));
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

async function tradeAndJudge(run: Run): Promise<ChaosReport> {
  const { options, hub, network, say } = run;
  const journal = new Journal();
  const trader = new Trader(network, journal, new Chance(options.seed));
  const agent = new SupportAgent(hub, network, journal);
  await tradeThroughDisasters(run, trader);
  say(`${trader.eventsSent} events sent; all is well from now on`);
  new FaultyStores(network, new Chance(0)).allIsWell();
  const evidence = (): Evidence =>
    gatherEvidence(
      journal,
      network.shops.map(({ store }) => store),
    );
  const judge = (): string[] => judgeStores(evidence());
  const unfinished = (): Sale[] => {
    const now = evidence();
    return journal.sales.filter((sale) => judgeSale(sale, now).length > 0);
  };
  const settledAfterMs = await settle({ options, trader, agent, unfinished, judge, say });
  for (const sale of unfinished().slice(0, DESCRIBED))
    say(`not finished: ${await describeUnfinished(hub, sale, evidence())}`);
  const deadLetters = await readDeadLetters(hub);
  const sum = (of: (shop: Network['shops'][number]) => number): number =>
    network.shops.reduce((total, shop) => total + of(shop), 0);
  return {
    figures: {
      events: trader.eventsSent,
      'orders sold': journal.sales.length,
      'orders cancelled by their customers': journal.sales.filter(({ cancelled }) => cancelled).length,
      'shipping orders': journal.arrivals.length,
      'customers notified of a parcel': sum(({ store }) => store.notifications.length),
      'returns registered': sum(({ store }) => store.returns.length),
      'failed messages of refused calls': deadLetters.length,
      'seconds until all was right': Math.round(settledAfterMs / 1_000),
      ...Object.fromEntries([...agent.actions].map(([name, times]) => [`support: ${name}`, times])),
    },
    faults: [...judge(), ...judgePromises(journal, PIECES_AT_FIRST), ...judgeDeadLetters(deadLetters)],
  };
}

async function tradeThroughDisasters(run: Run, trader: Trader): Promise<void> {
  const { options, hub, network, say } = run;
  const stores = new FaultyStores(network, new Chance(options.seed + 1));
  const over = new AbortController();
  const trade = async (): Promise<void> => {
    const pause = 1_000 / options.eventsPerSecond;
    let next = Date.now();
    while (!over.signal.aborted || trader.eventsSent < options.events) {
      trader.shipping.work();
      for (; next <= Date.now() && trader.undecided < MOST_UNDECIDED; next += pause) trader.act();
      next = Math.max(next, Date.now() - 1_000);
      await wait(TICK_MS);
    }
  };
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
  const troubles = setInterval(() => stores.trouble(), 700);
  const hangs = setInterval(() => stores.hang(), 25_000);
  try {
    await Promise.all([trade(), fail()]);
  } finally {
    clearInterval(troubles);
    clearInterval(hangs);
  }
}
