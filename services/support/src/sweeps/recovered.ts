import { resolveComeAgain, settleCalled, settleRecovered } from '@hub/desk/problems';
import type { Sweep } from '@hub/messaging';

/** Closes what has recovered: failed messages whose work is done, alerts of orders that were sent again. */
export const recovered: Sweep = {
  name: 'recovered',
  everyMs: 15_000,
  run: async (tx) => (await settleRecovered(tx)) + (await resolveComeAgain(tx)),
};

/** Ends replays that wait for the call to a store that is their effect. Soon, for people watch it. */
export const calledReplays: Sweep = { name: 'called replays', everyMs: 2_000, run: settleCalled };
