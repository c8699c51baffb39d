import { resolveComeAgain, settleRecovered } from '@hub/support-desk';
import type { Pass } from '@hub/messaging';

/** What has recovered closes itself: failed messages whose work is done, alerts of orders that have come again. */
export const recovered: Pass = {
  name: 'recovered',
  everyMs: 15_000,
  run: async (tx) => (await settleRecovered(tx)) + (await resolveComeAgain(tx)),
};
