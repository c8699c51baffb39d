import type { Pass } from '@hub/messaging';
import { SAMPLED_AT_ONCE, sampleStock } from '@hub/support-desk';

/** Notes once an hour what variants have, for their articles' stock over time. */
export const stockSamples: Pass = {
  name: 'stock samples',
  everyMs: 60_000,
  batch: SAMPLED_AT_ONCE,
  run: sampleStock,
};
