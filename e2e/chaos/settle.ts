import { setTimeout as wait } from 'node:timers/promises';
import { patience } from '@hub/testing';
import type { Sale } from './journal';
import type { SupportAgent } from './support-agent';
import type { Trader } from './trader';

const LOOK_EVERY_MS = 1_000;
const SUPPORT_EVERY_MS = 8_000;
/** What was to come late, a second parcel say, has come by then. */
const STAYS_RIGHT_FOR_MS = 8_000;
/** Most continue on their own: support handles what stays, the oldest first. */
const ORDERS_A_ROUND = 12;
/** Enough of every article at every shop for any order that waits. */
const PLENTY = 30;

export interface Settling {
  settleWithinMs: number;
  trader: Trader;
  agent: SupportAgent;
  /** Orders that are wrong in the end. */
  unfinished: () => Sale[];
  /** Support resolves what still lies on its desk once all is right at the stores. @returns whether nothing did */
  clearDesk?: () => Promise<boolean>;
  /** What support does besides, each time it looks. */
  everyRound?: () => Promise<void>;
  /** What else is not as it must be. */
  judge: () => string[];
  say: (text: string) => void;
}

/**
 * No more faults: stores ship what they have, support resolves what the hub cannot resolve alone.
 *
 * @returns after how many milliseconds everything was right, and stayed so; `settleWithinMs` where it never was
 */
export async function settle(settling: Settling): Promise<number> {
  const { trader, judge, clearDesk = async () => true } = settling;
  const settleWithinMs = patience(settling.settleWithinMs);
  const over = new AbortController();
  const began = Date.now();
  trader.shipping.clearEverything();
  trader.fillShelves(PLENTY);
  const support = lookAfterOrders(settling, over.signal);
  let rightSince: number | null = null;
  while (Date.now() - began < settleWithinMs) {
    trader.shipping.work();
    rightSince = judge().length > 0 ? null : (rightSince ?? Date.now());
    const isRight = rightSince !== null && Date.now() - rightSince >= STAYS_RIGHT_FOR_MS;
    if (isRight && (await clearDesk())) break;
    await wait(LOOK_EVERY_MS);
  }
  over.abort();
  await support;
  return rightSince === null ? settleWithinMs : rightSince - began;
}

async function lookAfterOrders(
  { agent, unfinished, everyRound, judge, say }: Settling,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await wait(SUPPORT_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    const open = unfinished();
    if (over.aborted || judge().length === 0) continue;
    say(`${open.length} orders are not finished yet`);
    await agent.replayEverything();
    await everyRound?.();
    for (const sale of open.slice(0, ORDERS_A_ROUND)) if (!over.aborted) await agent.lookAfter(sale);
  }
}
