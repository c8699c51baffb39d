import type { Pass } from '@hub/messaging';
import { forgetSilentCircuits } from '@hub/shops';

/** A store that nobody leaves alone any more is chosen by routing as before (D19), though the process that did was killed. */
export const silentCircuits: Pass = {
  name: 'silent circuits',
  everyMs: 60_000,
  run: forgetSilentCircuits,
};
