import type { Database, Tx } from '@hub/database';
import { endOfFailure, undo } from './forecast-transaction';

/** What work would come to. `busy`: others have what it needs at this moment, or it would take too long. */
export type DryRun<T> = { kind: 'known'; result: T } | { kind: 'busy' };

/**
 * Does work that a desk offers, and takes it back: what it would come to is found by doing it, so that no second set of
 * rules can say otherwise. It waits for no lock.
 */
export async function dryRun<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<DryRun<T>> {
  try {
    return { kind: 'known', result: await undo(db, work) };
  } catch (error) {
    if (['busy', 'too_slow'].includes(endOfFailure(error).kind)) return { kind: 'busy' };
    throw error;
  }
}
