import type { Database } from '@hub/database';
import { freePort } from '@hub/runtime';
import { Pooler, startProxy } from '@hub/testing';
import { print, type Benchmark } from '../benchmark';
import { stopChild, untilReady } from '../child';
import { CpuAccounts } from '../cpu-accounts';
import { runLoad, type Load, type LoadResult } from '../load';
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
/** A pace that is not kept says nothing of what an event costs at it. */
const LEAST_OF_PACE = 0.9;

/** A load. */
export interface Trade {
  title: string;
  connections: number;
  /** Events a second; unset: as many as are answered. */
  perSecond?: number;
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
   * HAProxy before the ingress, PgBouncer before the database, and as much load for each copy as for one, at a pace that
   * the machine sustains: each copy's code is then as warm.
   */
  behind: boolean;
}

/** Starts this many copies of each service, runs each trade for some seconds, then stops them. */
export async function measureCopies(benchmark: Benchmark, measured: Measured): Promise<CopiesResult[]> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const ports = await startCopies(benchmark, measured, stops);
    const results: CopiesResult[] = [];
    for (const trade of measured.trades)
      results.push(await measureTrade(benchmark.database.db, { ...measured, ...ports, trade }));
    return results;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

interface Running {
  /** Of the ingress, or of the proxy before it. */
  ports: number[];
  cpu: CpuAccounts;
}

async function startCopies(
  benchmark: Benchmark,
  { copies, behind }: Measured,
  stops: (() => Promise<unknown>)[],
): Promise<Running> {
  const cpu = new CpuAccounts();
  await cpu.watchDatabase(benchmark.database.db);
  const pooler = behind ? await startPooler(benchmark) : null;
  if (pooler) stops.push(() => pooler.stop());
  const env: Record<string, string> = pooler ? { DATABASE_URL: pooler.url, DATABASE_PREPARED: 'off' } : {};
  const running: RunningService[][] = [];
  stops.push(() => Promise.all(running.flat().map(({ child }) => stopChild(child))));
  for (let copy = 0; copy < copies; copy += 1)
    running.push(await Promise.all(TRADING.map((name) => startService(benchmark, name, env))));
  for (const [index, name] of TRADING.entries())
    cpu.watch(name, ...running.map((services) => services[index]?.child.pid));
  const ports = running.flatMap(([ingress]) => (ingress ? [ingress.port] : []));
  if (!behind) return { ports, cpu };
  const port = await freePort();
  stops.push(await startProxy([{ name: 'ingress', port, copies: ports }]));
  await untilReady(port, '/health/ready');
  return { ports: [port], cpu };
}

async function measureTrade(
  db: Database,
  { copies, behind, stores, trade, ports, cpu }: Measured & Running & { trade: Trade },
): Promise<CopiesResult> {
  const [warmUp, seconds] = trade.seconds;
  const times = behind ? copies : 1;
  const connections = trade.connections * times;
  const pace = trade.perSecond === undefined ? {} : { perSecond: trade.perSecond * times };
  await trade.prepare?.();
  await send(trade, { ports, connections, seconds: warmUp, ...pace });
  await stores.untilQuiet();
  const locks = watchLocks(db);
  cpu.start();
  const { answered, perSecond } = await send(trade, { ports, connections, seconds, ...pace });
  if (pace.perSecond !== undefined && perSecond < pace.perSecond * LEAST_OF_PACE)
    throw new Error(
      `${trade.title}: ${perSecond.toFixed(0)} of ${pace.perSecond} answered/s: too many for this machine`,
    );
  await stores.untilQuiet();
  const cpuMs = [...TRADING, 'database'].reduce((sum, name) => sum + cpu.usedMs(name), 0);
  const { share, deadlocks, connections: open, commits } = await locks.stop();
  await stores.take();
  const cpuMsPerEvent = cpuMs / answered;
  print(
    `${copies} of each, ${trade.title}: ${perSecond.toFixed(0)} answered/s, ${cpuMsPerEvent.toFixed(2)} ms of CPU time each, ` +
      `${open} connections, ${(share * 100).toFixed(1)} % of their time waiting for a lock, ${deadlocks} deadlocks, ` +
      `${(commits / answered).toFixed(2)} commits each`,
  );
  cpu.printPer(answered, 'event');
  return {
    copies,
    trade: trade.title,
    perSecond,
    cpuMsPerEvent,
    connections: open,
    lockWaits: share,
    deadlocks,
  };
}

async function startPooler({ database }: Benchmark): Promise<Pooler> {
  return Pooler.before(database.url, { sessions: POOLED_SESSIONS, port: await freePort() });
}

/** Distributes connections over the copies of the ingress, or leaves that to a proxy. */
async function send(
  { title, next }: Trade,
  {
    ports,
    connections,
    ...load
  }: Pick<Load, 'connections' | 'seconds' | 'perSecond'> & { ports: readonly number[] },
): Promise<Pick<LoadResult, 'answered' | 'perSecond'>> {
  const each = Math.ceil(connections / ports.length);
  const answers = await Promise.all(ports.map((port) => runLoad({ ...load, port, next, connections: each })));
  for (const { others } of answers)
    if (Object.keys(others).length > 0) throw new Error(`${title}: refused: ${JSON.stringify(others)}`);
  const sum = (of: 'answered' | 'perSecond') => answers.reduce((all, one) => all + one[of], 0);
  return { answered: sum('answered'), perSecond: sum('perSecond') };
}
