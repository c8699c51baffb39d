import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, type Benchmark } from '../benchmark';
import { startChild, untilEnded } from '../child';
import type { RunningService } from '../start-services';

const HUB = join(__dirname, '..', '..', '..', 'packages', 'cli', 'dist', 'main.js');
const TARGET_MIB = 256;

/** Pulls the shop's catalogue as an operator would, and prints the time and memory. */
export async function measurePull(
  { config, database }: Benchmark,
  options: { title: string; slug: string; shopId: number; worker: RunningService },
): Promise<void> {
  const { title, slug, shopId, worker } = options;
  const env = { ...config, DATABASE_URL: database.url };
  const pull = startChild(HUB, env, { args: ['catalogue', 'pull', slug, '--local'], silent: true });
  const code = await untilEnded(pull);
  if (code !== 0) throw new Error(`hub catalogue pull ended with ${code}`);
  const run = await database.db.catalogueRun.findFirstOrThrow({
    where: { shopId },
    orderBy: { requestedAt: 'desc' },
  });
  const { requestedAt, readAt, finishedAt, variants, added, changed, unchanged } = run;
  if (readAt === null || finishedAt === null) throw new Error('the run is not finished');
  const seconds = (finishedAt.getTime() - requestedAt.getTime()) / 1_000;
  print(
    `${title}: ${variants} variants in ${seconds.toFixed(1)} s, ${(variants / seconds).toFixed(0)} variants/s` +
      ` (read ${((readAt.getTime() - requestedAt.getTime()) / 1_000).toFixed(1)} s,` +
      ` applied ${((finishedAt.getTime() - readAt.getTime()) / 1_000).toFixed(1)} s);` +
      ` ${added} added, ${changed} changed, ${unchanged} unchanged`,
  );
  print(`  memory of the worker at its peak: ${peakMiB(worker)} MiB (target: less than ${TARGET_MIB})`);
}

/** Resident memory of the process at its highest so far; unknown where there is no `/proc`. */
function peakMiB({ child }: RunningService): string {
  try {
    const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
    return (Number(kib) / 1_024).toFixed(0);
  } catch {
    return 'unknown';
  }
}
