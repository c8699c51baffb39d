import { freePort } from '@hub/runtime';
import { Pooler, startProxy } from '@hub/testing';
import { print, type Benchmark } from '../benchmark';
import { stopChild, untilReady } from '../child';
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

/** Sessions of PostgreSQL that all copies share. */
const POOLED_SESSIONS = 40;

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

interface Measured {
  copies: number;
  stores: Stores;
  trades: readonly Trade[];
  /**
   * HAProxy before the ingress, PgBouncer before the database, and as much load for each copy as for one: what is handled together is then of the
   * same size, and each copy's code is as warm.
   */
  behind: boolean;
}

/** Starts this many copies of each service, runs each trade for some seconds, then stops them. */
export async function measureCopies(
  benchmark: Benchmark,
  { copies, stores, trades, behind }: Measured,
): Promise<CopiesResult[]> {
  const stops: (() => Promise<unknown>)[] = [];
  const pooler = behind ? await startPooler(benchmark) : null;
  if (pooler) stops.push(() => pooler.stop());
  const env: Record<string, string> = pooler ? { DATABASE_URL: pooler.url, DATABASE_PREPARED: 'off' } : {};
  const running: RunningService[] = [];
  let ports: number[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    const started = await Promise.all(TRADING.map((name) => startService(benchmark, name, env)));
    running.push(...started);
    ports.push(...started.slice(0, 1).map(({ port }) => port));
  }
  stops.push(() => Promise.all(running.map(({ child }) => stopChild(child))));
  if (behind) {
    const port = await freePort();
    stops.push(await startProxy([{ name: 'ingress', port, copies: ports }]));
    await untilReady(port, '/health/ready');
    ports = [port];
  }
  const times = behind ? copies : 1;
  const cpu = new CpuAccounts();
  cpu.watch('services', ...running.map(({ child }) => child.pid));
  await cpu.watchDatabase(benchmark.database.db);

  const results: CopiesResult[] = [];
  for (const trade of trades) {
    const [warmUp, seconds] = trade.seconds;
    const connections = trade.connections * times;
    await trade.prepare?.();
    await send(trade, { ports, connections, seconds: warmUp * times });
    await stores.untilQuiet();
    const locks = watchLocks(benchmark.database.db);
    cpu.start();
    const perSecond = await send(trade, { ports, connections, seconds });
    await stores.untilQuiet();
    const cpuMs = cpu.usedMs('services') + cpu.usedMs('database');
    const { share, deadlocks, connections: open } = await locks.stop();
    await stores.take();
    const cpuMsPerEvent = cpuMs / (perSecond * seconds);
    results.push({
      copies,
      trade: trade.title,
      perSecond,
      cpuMsPerEvent,
      connections: open,
      lockWaits: share,
      deadlocks,
    });
    print(
      `${copies} of each, ${trade.title}: ${perSecond.toFixed(0)} answered/s, ${cpuMsPerEvent.toFixed(2)} ms of CPU time each, ` +
        `${open} connections, ${(share * 100).toFixed(1)} % of them waiting for a lock, ${deadlocks} deadlocks`,
    );
  }
  for (const stop of stops.toReversed()) await stop();
  return results;
}

async function startPooler({ database }: Benchmark): Promise<Pooler> {
  return Pooler.before(database.url, { sessions: POOLED_SESSIONS, port: await freePort() });
}

/** Distributes connections over the copies of the ingress, or leaves that to a proxy. @returns answers a second */
async function send(
  { title, next }: Trade,
  { ports, connections, seconds }: { ports: readonly number[]; connections: number; seconds: number },
): Promise<number> {
  const each = Math.ceil(connections / ports.length);
  const answers = await Promise.all(ports.map((port) => runLoad({ port, seconds, next, connections: each })));
  for (const { others } of answers)
    if (Object.keys(others).length > 0) throw new Error(`${title}: refused: ${JSON.stringify(others)}`);
  return answers.reduce((sum, { perSecond }) => sum + perSecond, 0);
}
