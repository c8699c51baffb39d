import { resolveComeAgain, settleRecovered } from '@hub/support-desk';
import type { Pass } from '@hub/messaging';

/** Closes what has recovered: failed messages whose work is done, alerts of orders that were sent again. */
export const recovered: Pass = {
  name: 'recovered',
  everyMs: 15_000,
  run: async (tx) => (await settleRecovered(tx)) + (await resolveComeAgain(tx)),
};
