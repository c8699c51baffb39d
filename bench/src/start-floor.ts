import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@hub/runtime';
import type { Benchmark } from './benchmark';
import { startChild, stopChild, untilReady } from './child';

export interface RunningFloor {
  port: number;
  pids: (number | undefined)[];
  /** The secret that signs its events. */
  secret: string;
  stop(): Promise<void>;
}

/** Starts the floor program: its ingress and its worker. `storeUrl`: its worker also calls a store for each event. */
export async function startFloor(
  { config, database, atEnd }: Benchmark,
  options: { secret: string; storeUrl?: string; worker?: string; env?: Record<string, string> },
): Promise<RunningFloor> {
  const port = await freePort();
  const env = {
    ...config,
    DATABASE_URL: database.url,
    FLOOR_PORT: String(port),
    FLOOR_SECRET: options.secret,
    FLOOR_STORE_URL: options.storeUrl ?? '',
    ...options.env,
  };
  const { worker = 'floor-main.js' } = options;
  const children: ChildProcess[] = [];
  const pids: (number | undefined)[] = [];
  for (const role of ['worker', 'ingress']) {
    const script = role === 'worker' ? worker : 'floor-main.js';
    const child = startChild(join(__dirname, script), { ...env, FLOOR_ROLE: role });
    children.push(child);
    pids.push(child.pid);
    atEnd(() => stopChild(child));
  }
  await untilReady(port, null);
  return {
    port,
    pids,
    secret: options.secret,
    stop: async () => void (await Promise.all(children.map(stopChild))),
  };
}
