import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Chance, repositoryRoot } from '@hub/testing';
import { openHub, type Hub } from '../chaos/hub';
import { Journal } from '../chaos/journal';
import { answersByStatus, judgeAttempts } from '../chaos/judge/judge-attempts';
import { keepTrading } from '../chaos/keep-trading';
import { openNetwork, type Network } from '../chaos/network';
import { PrivateDatabase } from '../chaos/private-database';
import { settleAndJudge, type Verdict } from '../chaos/settle-and-judge';
import { Trader } from '../chaos/trader';
import { DoorWatch } from './door-watch';
import { judgeTraded, type Counts } from './judge-failover';
import { judgeMemory } from './judge-memory';

const SIZE = { stores: 4, articles: 5 };
const PACE = { eventsPerSecond: 8, mostUndecided: 400 };
const SMALL_PACE = { eventsPerSecond: 4, mostUndecided: 400 };
const SETTLE_WITHIN_MS = 5 * 60_000;
/** How long nothing fails before the outage, and after it. */
const WELL_MS = 10_000;
/** The share of its full time that everything lasts in a small run. */
const SMALL = 0.25;

/** The setting of an outage, while the stores of a hub trade. */
export interface Stage {
  hub: Hub;
  say: (text: string) => void;
  /** Everything lasts a quarter of its time. */
  small: boolean;
  /** Waits this long, or its share of it in a small run. */
  lasts: (ms: number) => Promise<void>;
  /** To be closed when all is over. */
  closeLater: (close: () => Promise<void>) => unknown;
  /** What stores are answered. */
  door: Pick<DoorWatch, 'taken' | 'measure'>;
  /**
   * Waits until stores have sent that many events and sold that many orders, but no longer than that.
   * @returns how many they have
   */
  untilTraded: (least: Counts, withinMs: number) => Promise<Counts>;
}

/** What became of it. */
export interface Struck {
  figures: Record<string, number>;
  /** Where the database is asked from now on. */
  databaseUrl: string;
  /** What is wrong beyond what is judged after every outage. */
  faults?: string[];
}

/** A server of the hub fails. */
export interface Outage {
  description: string;
  /** The room on their disks; the machine's, unless given. */
  disks?: { databaseMb: number; brokerMb: number };
  /** Whether the database has two machines, the second of which takes over without a person. */
  machines?: boolean;
  /** Resolves once the operator has done what is theirs. */
  strike: (stage: Stage) => Promise<Struck>;
}

/**
 * Stores trade, a server fails, they trade on; then stores, answers and database are judged: nothing lost, nothing twice. Unless that is so, the
 * logs of services and servers stay in a folder.
 */
export async function runOutage(
  outage: Outage,
  choice: { seed: number; small: boolean },
  say: (text: string) => void,
): Promise<Verdict> {
  const logs = join(repositoryRoot(), '.hub', 'drills', new Date().toISOString().replaceAll(':', '-'));
  await mkdir(logs, { recursive: true });
  say(`logs, kept if the drill fails: ${logs}`);
  const verdict = await strikeWithin({ outage, ...choice, say, logs });
  if (verdict.faults.length === 0) await rm(logs, { recursive: true });
  return verdict;
}

interface Plan extends Pick<Stage, 'say' | 'small'> {
  outage: Outage;
  seed: number;
  logs: string;
}

async function strikeWithin({ outage, seed, small, say, logs }: Plan): Promise<Verdict> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const { databaseMb, brokerMb } = outage.disks ?? {};
    const machines = outage.machines ?? false;
    const lines = createWriteStream(join(logs, 'services.log'));
    const hub = await openHub(1, (line) => lines.write(`${line}\n`), {
      startDatabase: () => PrivateDatabase.start({ durable: true, diskMb: databaseMb, machines, logs }),
      brokerDiskMb: brokerMb,
      logs,
    });
    closing.push(() => hub.close());
    const network = await openNetwork(hub, SIZE);
    closing.push(() => network.close());
    const closeLater = (close: () => Promise<void>): unknown => closing.push(close);
    const lasts = (ms: number): Promise<void> => wait(small ? ms * SMALL : ms);
    return await strikeAndJudge({ outage, seed, hub, network, closeLater, say, small, lasts });
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

interface Run extends Omit<Stage, 'door' | 'untilTraded'> {
  outage: Outage;
  seed: number;
  network: Network;
}

async function strikeAndJudge({ outage, seed, network, ...stage }: Run): Promise<Verdict> {
  const { hub, say, lasts, small } = stage;
  const journal = new Journal();
  const trader = new Trader(network, journal, new Chance(seed));
  const stores = network.shops.map(({ store }) => store);
  const over = new AbortController();
  const trading = keepTrading(trader, small ? SMALL_PACE : PACE, () => !over.signal.aborted);
  const door = new DoorWatch(stores);
  const strike = async (): Promise<Struck> => {
    await lasts(WELL_MS);
    const counts = (): Counts => ({ events: trader.eventsSent, orders: journal.sales.length });
    const untilTraded: Stage['untilTraded'] = async (least, withinMs) => {
      const deadline = performance.now() + withinMs;
      while (judgeTraded(counts(), least).length > 0 && performance.now() < deadline) await wait(1_000);
      return counts();
    };
    const struck = await outage.strike({ ...stage, door, untilTraded });
    say(`${trader.eventsSent} events; no faults from now on`);
    await lasts(WELL_MS);
    return struck;
  };
  const struck = await strike().finally(() => over.abort());
  await trading;
  const longestPauseMs = door.stop();
  const traded = { hub, network, journal, trader, settleWithinMs: SETTLE_WITHIN_MS, say };
  const { figures, faults } = await settleAndJudge(traded);
  return {
    figures: {
      ...figures,
      ...struck.figures,
      'seconds at most without an event taken': Math.round(longestPauseMs / 1_000),
      ...answersByStatus(stores),
    },
    faults: [
      ...faults,
      ...(struck.faults ?? []),
      ...judgeAttempts(stores),
      ...(await judgeMemory(stores, struck.databaseUrl)),
    ],
  };
}
