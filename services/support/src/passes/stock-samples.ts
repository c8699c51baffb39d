import type { Pass } from '@hub/messaging';
import { SAMPLED_AT_ONCE, sampleStock } from '@hub/support-desk';

/** Records the stock of variants once an hour, for the stock of their articles over time. */
export const stockSamples: Pass = {
  name: 'stock samples',
  everyMs: 60_000,
  batch: SAMPLED_AT_ONCE,
  run: sampleStock,
};
