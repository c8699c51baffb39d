import type { Database } from '@hub/database';
import type { CpuAccounts } from '../cpu-accounts';
import { runLoad, type LoadResult } from '../load';
import { memoryOf } from '../memory-of';
import type { Stores } from '../start-stores';

const CONNECTIONS = 40;
/** How long everything lasts; `--small`: a tenth of it, only to see that it runs. */
const SHARE = process.argv.includes('--small') ? 0.1 : 1;
const [WARM_UP_SECONDS, TRY_SECONDS, MINUTE_SECONDS] = [30 * SHARE, 30 * SHARE, 60 * SHARE];

/** A running hub, and the events sent to it. */
export interface Trade {
  db: Database;
  port: number;
  stores: Stores;
  cpu: CpuAccounts;
  /** The services that run, by name. */
  pids: ReadonlyMap<string, number | undefined>;
  /** A shop that takes part. */
  shopId: number;
  /** The next event of the mixture. */
  next: () => Buffer;
  /** Collects the orders placed since, so that packages of them can be reported, and clears the recorded calls. */
  takeUp: () => Promise<void>;
}

export interface Minute extends LoadResult {
  /** MiB by service. */
  memory: ReadonlyMap<string, number>;
  /** Commands that no worker has received yet. */
  outbox: number;
}

/** Events a second, each with all that follows from it: as many as are answered, until no more store calls follow. */
export async function highestRate(trade: Trade): Promise<number> {
  const load = { port: trade.port, connections: CONNECTIONS, next: trade.next };
  for (let half = 0; half < 2; half += 1) {
    await runLoad({ ...load, seconds: WARM_UP_SECONDS / 2 });
    await trade.stores.untilQuiet();
    await trade.takeUp();
  }
  const started = performance.now();
  const { perSecond } = await runLoad({ ...load, seconds: TRY_SECONDS });
  await trade.stores.untilQuiet();
  const rate = (perSecond * TRY_SECONDS * 1_000) / (performance.now() - started);
  await trade.takeUp();
  return rate;
}

/** A minute at an even rate. */
export async function runMinute(trade: Trade, perSecond: number): Promise<Minute> {
  trade.cpu.start();
  const { port, next } = trade;
  const load = await runLoad({ port, next, perSecond, connections: CONNECTIONS, seconds: MINUTE_SECONDS });
  const memory = new Map([...trade.pids].map(([name, pid]) => [name, memoryOf(pid)] as const));
  const outbox = await trade.db.outbox.count();
  trade.cpu.printPer(load.perSecond * MINUTE_SECONDS, 'event');
  await trade.takeUp();
  return { ...load, memory, outbox };
}
