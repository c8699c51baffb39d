import { stepOf, type TimeRange } from '../figures/time-range';

/** The stock of a variant from a moment on. */
export interface StockSample {
  at: Date;
  onHand: number;
  committed: number;
}

/** Pieces of a variant by step of a range: the last record of each step; null: unknown at that time. */
export interface StockBySteps {
  /** Neither promised nor blocked. */
  free: (number | null)[];
  committed: (number | null)[];
}

/**
 * A record holds until the next one.
 * @param samples the oldest first, including one from before the range; @param present the current stock
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
