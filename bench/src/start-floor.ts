import { join } from 'node:path';
import type { Benchmark } from './benchmark';
import { freePort, startChild, stopChild, untilReady } from './child';

/** Starts the floor program: its ingress and its worker. `storeUrl`: its worker also calls a store for each event. */
export async function startFloor(
  { config, database, atEnd }: Benchmark,
  options: { secret: string; storeUrl?: string },
): Promise<{ port: number }> {
  const port = await freePort();
  const env = {
    ...config,
    DATABASE_URL: database.url,
    FLOOR_PORT: String(port),
    FLOOR_SECRET: options.secret,
    FLOOR_STORE_URL: options.storeUrl ?? '',
  };
  for (const role of ['worker', 'ingress']) {
    const child = startChild(join(__dirname, 'floor-main.js'), { ...env, FLOOR_ROLE: role });
    atEnd(() => stopChild(child));
  }
  await untilReady(port, null);
  return { port };
}
