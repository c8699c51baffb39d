import { print } from '../benchmark';
import type { CpuAccounts } from '../cpu-accounts';
import { quantile, runLoad, type LoadResult } from '../load';
import type { Stores } from '../start-stores';
import type { SentStock } from '../stock-events';
import { delaysOf } from './delays-of';

/** A program that receives stock events and writes them to stores. */
export interface WholePath {
  name: string;
  port: number;
  next: () => Buffer;
  takeSent: () => SentStock[];
}

export interface PathLoad {
  connections: number;
  seconds: number;
  perSecond?: number;
  silent?: boolean;
}

export interface PathResult {
  answers: LoadResult;
  /** Events a second, from the first event sent until the last store was written. */
  perSecond: number;
  writesPerEvent: number;
  /** From an event to the store receiving it, or a later one of the variant, in ms. */
  delays: { p50: number; p99: number };
}

/**
 * Sends events, waits until the stores have received all of them, and checks that each has the right quantity at the
 * end.
 * @throws where an event had no effect: such a measurement is worth nothing
 */
export async function measurePath(
  path: WholePath,
  load: PathLoad,
  { stores, cpu }: { stores: Stores; cpu: CpuAccounts },
): Promise<PathResult> {
  cpu.start();
  const answers = await runLoad({ ...path, ...load });
  await stores.untilQuiet();
  const sent = path.takeSent();
  const writes = await stores.take();
  const delays = delaysOf(sent, writes);
  const took = (writes.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0);
  const result = {
    answers,
    perSecond: sent.length / (took / 1_000),
    writesPerEvent: writes.length / sent.length,
    delays: { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) },
  };
  if (load.silent) return result;
  printPath(path.name, result);
  cpu.printPer(sent.length, 'event');
  return result;
}

function printPath(name: string, { perSecond, answers, delays, writesPerEvent }: PathResult): void {
  const others = Object.entries(answers.others).map(([status, count]) => `  ${status}: ${count}`);
  print(
    `${name.padEnd(6)} ${perSecond.toFixed(0).padStart(5)} events/s to the store` +
      ` (${answers.perSecond.toFixed(0)} answered/s; p50 ${answers.p50.toFixed(1)} p99 ${answers.p99.toFixed(1)} ms)` +
      `  event to PUT p50 ${delays.p50.toFixed(0)} p99 ${delays.p99.toFixed(0)} ms` +
      `  ${writesPerEvent.toFixed(2)} PUTs/event${others.join('')}`,
  );
}
