import { stepOf, type TimeRange } from '../figures/time-range';

/** What a variant had from a moment on. */
export interface StockSample {
  at: Date;
  onHand: number;
  committed: number;
}

/** Pieces of a variant by step of a range: as the last of each step had it; null: nothing is known of that time. */
export interface StockBySteps {
  /** Neither promised nor blocked. */
  free: (number | null)[];
  committed: (number | null)[];
}

/**
 * What was noted stays until something else is. Pure.
 * @param samples the oldest first, one from before the range among them; @param present what there is now
 */
export function stockBySteps(
  samples: readonly StockSample[],
  present: Omit<StockSample, 'at'>,
  range: TimeRange,
): StockBySteps {
  const last: (Omit<StockSample, 'at'> | null)[] = range.steps.map(() => null);
  let before: StockSample | null = null;
  for (const sample of samples) {
    const step = stepOf(range, sample.at.getTime());
    if (step < 0) before = sample;
    else if (step < last.length) last[step] = sample;
  }
  last[last.length - 1] = present;
  let known: Omit<StockSample, 'at'> | null = before;
  const all = last.map((sample) => (known = sample ?? known));
  return {
    free: all.map((one) => one && Math.max(0, one.onHand - one.committed)),
    committed: all.map((one) => one && one.committed),
  };
}
