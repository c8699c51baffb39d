import type { Database, Tx } from '@hub/database';
import { endOfFailure, undo } from './forecast-transaction';

/** The outcome that work would have. `busy`: others hold what it needs at this moment, or it would take too long. */
export type DryRun<T> = { kind: 'known'; result: T } | { kind: 'busy' };

/**
 * Runs work that a desk offers, and rolls it back: its outcome is found by running it, so that no second set of rules
 * can disagree. It waits for no lock.
 */
export async function dryRun<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<DryRun<T>> {
  try {
    return { kind: 'known', result: await undo(db, work) };
  } catch (error) {
    if (['busy', 'too_slow'].includes(endOfFailure(error).kind)) return { kind: 'busy' };
    throw error;
  }
}
