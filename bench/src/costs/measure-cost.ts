import type { Database } from '@hub/database';
import { print } from '../benchmark';
import type { CpuAccounts } from '../cpu-accounts';
import { runLoad } from '../load';
import type { Stores } from '../start-stores';
import { readDatabaseWork, workBetween } from './database-work';

/** The processes whose CPU time is measured separately. */
const WORK_OF = ['ingress', 'inventory', 'routing', 'fulfilment', 'database'] as const;

const CONNECTIONS = 20;

/** Requests of one kind, sent at an even rate. */
export interface Stream {
  perSecond: number;
  next: () => Buffer;
}

export interface CostMeasuring {
  db: Database;
  port: number;
  stores: Stores;
  cpu: CpuAccounts;
}

/**
 * Sends all streams in parallel for some seconds, waits until nothing more follows, and prints the cost as one line of
 * JSON: sums, not shares.
 * @throws where an event is refused: such a measurement is worth nothing
 */
export async function measureCost(
  { db, port, stores, cpu }: CostMeasuring,
  { title, streams, seconds }: { title: string; streams: readonly Stream[]; seconds: number },
): Promise<void> {
  await db.$executeRawUnsafe('CHECKPOINT');
  const before = await readDatabaseWork(db);
  cpu.start();
  const started = performance.now();
  const answers = await Promise.all(
    streams.map((stream) => runLoad({ ...stream, port, seconds, connections: CONNECTIONS })),
  );
  await stores.untilQuiet();
  const work = workBetween(before, await readDatabaseWork(db));
  const ms = performance.now() - started;
  for (const { others } of answers)
    if (Object.keys(others).length > 0) throw new Error(`refused: ${JSON.stringify(others)}`);
  const calls = (await stores.take()).length;
  const cpuMs = Object.fromEntries(WORK_OF.map((name) => [name, cpu.usedMs(name)]));
  const { tables, ...database } = work;
  const events = streams.map(({ perSecond }) => perSecond * seconds);
  print(
    JSON.stringify({
      title,
      events,
      seconds: Math.round(ms / 1_000),
      calls,
      cpuMs,
      database,
      tables: Object.fromEntries(tables),
    }),
  );
}
