import { print, type Benchmark } from '../benchmark';
import { stopChild } from '../child';
import { CpuAccounts } from '../cpu-accounts';
import { runLoad } from '../load';
import { startService, type RunningService } from '../start-services';
import type { Stores } from '../start-stores';
import { watchLocks } from './lock-waits';

/** Every service that takes part in trade; the first answers events. */
const TRADING = [
  'ingress',
  'catalogue',
  'inventory',
  'routing',
  'fulfilment',
  'cancellation',
  'returns',
] as const;

/** A load that is sent as fast as it is answered. */
export interface Trade {
  title: string;
  connections: number;
  /** Of warming up, and measured. */
  seconds: readonly [warmUp: number, measured: number];
  next: () => Buffer;
  /** Prepares what is sent, where it follows from earlier trades. */
  prepare?: () => Promise<void>;
}

export interface CopiesResult {
  copies: number;
  trade: string;
  perSecond: number;
  /** Of services and database, not of load and stores. */
  cpuMsPerEvent: number;
  /** The most to PostgreSQL at once. */
  connections: number;
  lockWaits: number;
  deadlocks: number;
}

/** Starts this many copies of each service, runs each trade for some seconds, then stops them. */
export async function measureCopies(
  benchmark: Benchmark,
  { copies, stores, trades }: { copies: number; stores: Stores; trades: readonly Trade[] },
): Promise<CopiesResult[]> {
  const running: RunningService[] = [];
  const ports: number[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    const started = await Promise.all(TRADING.map((name) => startService(benchmark, name)));
    running.push(...started);
    ports.push(...started.slice(0, 1).map(({ port }) => port));
  }
  const cpu = new CpuAccounts();
  cpu.watch('services', ...running.map(({ child }) => child.pid));
  await cpu.watchDatabase(benchmark.database.db);

  const results: CopiesResult[] = [];
  for (const trade of trades) {
    const [warmUp, seconds] = trade.seconds;
    await trade.prepare?.();
    await send(trade, { ports, seconds: warmUp });
    const locks = watchLocks(benchmark.database.db);
    cpu.start();
    const perSecond = await send(trade, { ports, seconds });
    await stores.untilQuiet();
    const cpuMs = cpu.usedMs('services') + cpu.usedMs('database');
    const { share, deadlocks, connections } = await locks.stop();
    await stores.take();
    const cpuMsPerEvent = cpuMs / (perSecond * seconds);
    results.push({
      copies,
      trade: trade.title,
      perSecond,
      cpuMsPerEvent,
      connections,
      lockWaits: share,
      deadlocks,
    });
    print(
      `${copies} of each, ${trade.title}: ${perSecond.toFixed(0)} answered/s, ${cpuMsPerEvent.toFixed(2)} ms of CPU time each, ` +
        `${connections} connections, ${(share * 100).toFixed(1)} % of them waiting for a lock, ${deadlocks} deadlocks`,
    );
  }
  for (const { child } of running) await stopChild(child);
  return results;
}

/** Distributes connections over the copies of the ingress. @returns answers a second */
async function send(
  { title, connections, next }: Trade,
  { ports, seconds }: { ports: readonly number[]; seconds: number },
): Promise<number> {
  const each = Math.ceil(connections / ports.length);
  const answers = await Promise.all(ports.map((port) => runLoad({ port, seconds, next, connections: each })));
  for (const { others } of answers)
    if (Object.keys(others).length > 0) throw new Error(`${title}: refused: ${JSON.stringify(others)}`);
  return answers.reduce((sum, { perSecond }) => sum + perSecond, 0);
}
