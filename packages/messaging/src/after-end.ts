import type { Sql } from '@hub/database';

const waiting = new WeakMap<Sql, ((committed: boolean) => void)[]>();

/**
 * Runs an action in this process once the transaction has ended: if the process dies here, it loses a wake-up, never an
 * intent. If a transaction is rerun after a conflict, each run ends separately.
 */
export function afterEnd(tx: Sql, work: (committed: boolean) => void): void {
  waiting.set(tx, [...(waiting.get(tx) ?? []), work]);
}

/** Called by the frame: a transaction has ended. */
export function noteEnd(tx: Sql, committed: boolean): void {
  for (const work of waiting.get(tx) ?? []) work(committed);
  waiting.delete(tx);
}
