import { setTimeout as sleep } from 'node:timers/promises';
import { print, runBenchmark } from '../benchmark';
import { memoryOf } from '../memory-of';
import { SERVICE_NAMES, startService } from '../start-services';

/** `npm run bench -- memory`: what each service holds once it is ready, and all of them together. */

/** A service that is ready still frees what its start left behind. */
const SETTLES_MS = 5_000;

runBenchmark(async (benchmark) => {
  const pids = new Map<string, number | undefined>();
  for (const name of SERVICE_NAMES) pids.set(name, (await startService(benchmark, name)).child.pid);
  await sleep(SETTLES_MS);
  let together = 0;
  for (const [name, pid] of pids) {
    const mib = memoryOf(pid);
    together += mib;
    print(`${name.padEnd(12)} ${mib} MiB`);
  }
  print(`${'together'.padEnd(12)} ${together} MiB`);
});
