import type { Tx } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import type { Clock } from '@hub/runtime';
import { CASE_ITEMS_AT_ONCE, sweepCases } from '@hub/desk/cases';

/** Opens, extends and closes cases by what is currently in difficulty. */
export const cases: Sweep = {
  name: 'cases',
  everyMs: 5_000,
  batch: CASE_ITEMS_AT_ONCE,
  run: sweepCases,
};

/** It pauses this many times its own duration: with a hundred thousand items in difficulty, a sweep takes a second. */
const RESTS_TIMES = 9;

/** The same, limited to a small share of the time however much is in difficulty. */
export function unhurriedCases(clock: Clock): Sweep {
  let restsUntil = 0;
  const run = async (tx: Tx, now: number): Promise<number> => {
    if (now < restsUntil) return 0;
    const changed = await cases.run(tx, now);
    const ended = clock.now();
    if (changed < CASE_ITEMS_AT_ONCE) restsUntil = ended + (ended - now) * RESTS_TIMES;
    return changed;
  };
  return { ...cases, run };
}
