import { setTimeout as wait } from 'node:timers/promises';
import type { Trader } from './trader';

const TICK_MS = 50;

/** How fast shops trade. */
export interface Pace {
  eventsPerSecond: number;
  /** Stores wait for answers before they have more to say. */
  mostUndecided: number;
}

/** Shops trade and ship at that pace until it is stopped. */
export async function keepTrading(trader: Trader, pace: Pace, goesOn: () => boolean): Promise<void> {
  const pause = 1_000 / pace.eventsPerSecond;
  let next = Date.now();
  while (goesOn()) {
    trader.shipping.work();
    for (; next <= Date.now() && trader.undecided < pace.mostUndecided; next += pause) trader.act();
    next = Math.max(next, Date.now() - 1_000);
    await wait(TICK_MS);
  }
}
