import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@hub/runtime';
import type { Benchmark } from './benchmark';
import { startChild, stopChild, untilReady } from './child';

/** A call that a store received. */
export interface StoreRecord {
  /** The shop's slug. */
  store: string;
  /** The variant of a `PUT /inventory`, the reference of a `POST /orders`. */
  subject: string;
  quantity: number;
  /** ms since the epoch, to the microsecond. */
  at: number;
}

export interface Stores {
  /** Every store is below it, at its shop's slug. */
  url: string;
  pid: number | undefined;
  /** Waits until this many calls have arrived since they were last taken. */
  until(calls: number): Promise<void>;
  /** The calls since they were last taken, in order of arrival. */
  take(): Promise<StoreRecord[]>;
  /** Waits until no call has arrived for half a second. */
  untilQuiet(): Promise<void>;
}

const QUIET_MS = 500;
const POLL_MS = 50;
const WITHIN_MS = 60_000;

/** Starts the stores of all shops, in a separate process. */
export async function startStores({ atEnd }: Pick<Benchmark, 'atEnd'>): Promise<Stores> {
  const port = await freePort();
  const child = startChild(join(__dirname, 'stores-main.js'), { STORES_PORT: String(port) });
  atEnd(() => stopChild(child));
  await untilReady(port, null);
  const url = `http://127.0.0.1:${port}`;
  const count = async () => {
    const { calls }: { calls: number } = JSON.parse(await (await fetch(url)).text());
    return calls;
  };
  return {
    url,
    pid: child.pid,
    async until(calls) {
      const deadline = performance.now() + WITHIN_MS;
      while ((await count()) < calls) {
        if (performance.now() > deadline) throw new Error(`only ${await count()} of ${calls} calls came`);
        await sleep(POLL_MS);
      }
    },
    async take() {
      const records: StoreRecord[] = JSON.parse(await (await fetch(url, { method: 'DELETE' })).text());
      return records;
    },
    async untilQuiet() {
      for (let before = -1, now = await count(); now !== before;) {
        await sleep(QUIET_MS);
        [before, now] = [now, await count()];
      }
    },
  };
}
