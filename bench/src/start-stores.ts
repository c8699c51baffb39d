import { join } from 'node:path';
import type { Benchmark } from './benchmark';
import { freePort, startChild, stopChild, untilReady } from './child';

export interface Stores {
  /** Every store is below it, at its shop's slug. */
  url: string;
  pid: number | undefined;
  seen(): Promise<StoresSeen>;
}

export interface StoresSeen {
  writes: number;
  orders: number;
  /** By slug and variant id: the last `PUT /inventory`; `at` in ms since the epoch. */
  written: Record<string, { quantity: number; at: number }>;
}

/** Starts the stores of all shops, in a process of their own. */
export async function startStores({ atEnd }: Pick<Benchmark, 'atEnd'>): Promise<Stores> {
  const port = await freePort();
  const child = startChild(join(__dirname, 'stores-main.js'), { STORES_PORT: String(port) });
  atEnd(() => stopChild(child));
  await untilReady(port, null);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid: child.pid,
    async seen() {
      const seen: StoresSeen = JSON.parse(await (await fetch(`${url}/seen`)).text());
      return seen;
    },
  };
}
