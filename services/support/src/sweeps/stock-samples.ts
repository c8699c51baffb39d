import type { Sweep } from '@hub/messaging';
import { SAMPLED_AT_ONCE, sampleStock } from '@hub/desk/stock';

/** Records the stock of variants once an hour, for the stock of their articles over time. */
export const stockSamples: Sweep = {
  name: 'stock samples',
  everyMs: 60_000,
  batch: SAMPLED_AT_ONCE,
  run: sampleStock,
};
