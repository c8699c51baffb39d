import { benchDatabase, type BenchDatabase } from './bench-database';
import { dropQueues, requireQuietBroker } from './broker';
import { readBenchConfig, type BenchConfig } from './config';

/** What every benchmark has: where it runs, its own database, and things to stop at its end. */
export interface Benchmark {
  config: BenchConfig;
  database: BenchDatabase;
  /** Stopped at the end, the last first, whatever happens. */
  atEnd: (stop: () => Promise<unknown>) => void;
}

/** Runs a benchmark as a program; prints its errors on stderr, exit 1. */
export function runBenchmark(work: (benchmark: Benchmark) => Promise<void>): void {
  // Broken off: what was started ends with this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  void run(work).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  });
}

async function run(work: (benchmark: Benchmark) => Promise<void>): Promise<void> {
  const config = readBenchConfig();
  if (process.argv.includes('--purge')) await dropQueues(config.AMQP_URL);
  await requireQuietBroker(config.AMQP_URL);
  const database = await benchDatabase(config.DATABASE_URL);
  const stops = [() => database.drop(), () => dropQueues(config.AMQP_URL)];
  try {
    await work({ config, database, atEnd: (stop) => stops.push(async () => void (await stop())) });
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** The arguments after the benchmark's name, without switches: the sections to run, all if none is named. */
export function isSelected(part: string): boolean {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  return named.length === 0 || named.includes(part);
}

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}
