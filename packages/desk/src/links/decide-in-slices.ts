import { inTransaction } from '@hub/database';
import type { Acting } from '../engine/action';
import { recordAction } from '../engine/record-actions';
import { decidePairs, type ChosenLink, type LinkOutcome } from './decide-pairs';
import { recordsOf } from './link-outcomes';

/** Pairs of one transaction: it holds the locks of both shops of each, for which catalogue runs and sheets wait. */
export const LINKS_OF_A_SLICE = 20;

/**
 * Decides proposals in the given order, some at a time, each slice in a transaction of its own with its records. Done
 * again after a failure, it decides those that are left.
 * @throws what a slice failed with: those before it stay decided
 */
export async function decideInSlices(acting: Acting, chosen: readonly ChosenLink[]): Promise<LinkOutcome[]> {
  const outcomes: LinkOutcome[] = [];
  for (let start = 0; start < chosen.length; start += LINKS_OF_A_SLICE)
    outcomes.push(...(await decideSlice(acting, chosen.slice(start, start + LINKS_OF_A_SLICE))));
  return outcomes;
}

function decideSlice(acting: Acting, slice: readonly ChosenLink[]): Promise<LinkOutcome[]> {
  return inTransaction(acting.db, async (tx) => {
    const outcomes = await decidePairs(tx, slice, acting);
    for (const record of recordsOf(slice, outcomes, acting))
      await recordAction(tx, { ...record, action: 'link.decide', actor: acting.actor });
    return outcomes;
  });
}
