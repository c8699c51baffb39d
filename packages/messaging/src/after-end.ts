import type { Sql } from '@hub/database';

const waiting = new WeakMap<Sql, ((committed: boolean) => void)[]>();

/**
 * Has something done in this process once the transaction has ended: what a process that dies here would lose is a
 * wake-up, never an intent. Of a transaction that is run again after a conflict each run ends for itself.
 */
export function afterEnd(tx: Sql, work: (committed: boolean) => void): void {
  waiting.set(tx, [...(waiting.get(tx) ?? []), work]);
}

/** The frame says that a transaction has ended. */
export function noteEnd(tx: Sql, committed: boolean): void {
  for (const work of waiting.get(tx) ?? []) work(committed);
  waiting.delete(tx);
}
