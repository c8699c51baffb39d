import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@hub/runtime';
import { print, runBenchmark, type Benchmark } from '../benchmark';
import { startChild, stopChild, untilReady } from '../child';
import { memoryOf } from '../memory-of';
import { SERVICE_NAMES, startService } from '../start-services';

/** `npm run bench -- memory`: what each service holds once it is ready, their sum, and all of them in one process. */

/** `hub up --together` starts it. */
const TOGETHER = join(__dirname, '..', '..', '..', 'packages', 'cli', 'dist', 'together-main.js');
/** A service that is ready still frees what its start left behind. */
const SETTLES_MS = 5_000;

runBenchmark(async (benchmark) => {
  const children = new Map<string, ChildProcess>();
  for (const name of SERVICE_NAMES) children.set(name, (await startService(benchmark, name)).child);
  await sleep(SETTLES_MS);
  let sum = 0;
  for (const [name, { pid }] of children) {
    const mib = memoryOf(pid);
    sum += mib;
    printMiB(name, mib);
  }
  printMiB('sum', sum);
  for (const child of children.values()) await stopChild(child);
  printMiB('one process', await inOneProcess(benchmark));
});

async function inOneProcess({ config, database, atEnd }: Benchmark): Promise<number> {
  const [port, ingressPort] = [await freePort(), await freePort()];
  const child = startChild(TOGETHER, {
    ...config,
    DATABASE_URL: database.url,
    ALLOW_INSECURE_STORES: 'true',
    HEALTH_PORT: String(port),
    INGRESS_PORT: String(ingressPort),
  });
  atEnd(() => stopChild(child));
  await untilReady(port, '/health/ready');
  await sleep(SETTLES_MS);
  return memoryOf(child.pid);
}

function printMiB(what: string, mib: number): void {
  print(`${what.padEnd(12)} ${mib} MiB`);
}
