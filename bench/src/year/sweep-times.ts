import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark } from '../benchmark';
import { stopChild } from '../child';
import { SERVICE_NAMES, startService } from '../start-services';

/** Some sweeps run once a minute: time for a first run, which may have work that is left, and two more. */
const SECONDS = 150;
const LOOK_EVERY_MS = 1_000;
const LINE = /^hub_pass_(duration|last_success)_seconds\{pass="(.+)"\} (\S+)$/gm;

/** Starts every worker. @returns for each sweep the shortest time of a run after its first, in ms */
export async function sweepTimes(benchmark: Benchmark): Promise<Map<string, number>> {
  const started = [];
  // The ingress has no sweeps.
  for (const name of SERVICE_NAMES.filter((one) => one !== 'ingress'))
    started.push(await startService(benchmark, name, { LOG_LEVEL: 'warn' }));
  const runs = new Map<string, Map<string, number>>();
  const until = Date.now() + SECONDS * 1_000;
  while (Date.now() < until) {
    for (const { port } of started) await look(port, runs);
    await sleep(LOOK_EVERY_MS);
  }
  for (const { child } of started) await stopChild(child);
  return new Map(
    [...runs].map(([pass, times]) => {
      const [first = 0, ...later] = [...times.values()];
      return [pass, Math.min(...(later.length === 0 ? [first] : later))];
    }),
  );
}

async function look(port: number, runs: Map<string, Map<string, number>>): Promise<void> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const ended = new Map<string, string>();
  const lines = [...text.matchAll(LINE)];
  for (const [, what, pass = '', value = ''] of lines) if (what === 'last_success') ended.set(pass, value);
  for (const [, what, pass = '', value] of lines) {
    const end = ended.get(pass);
    if (what !== 'duration' || end === undefined) continue;
    const times = runs.get(pass) ?? new Map<string, number>();
    runs.set(pass, times.set(end, Number(value) * 1_000));
  }
}
