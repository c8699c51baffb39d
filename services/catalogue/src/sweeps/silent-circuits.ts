import type { Sweep } from '@hub/messaging';
import { forgetSilentCircuits } from '@hub/shops';

/**
 * Routing chooses a store as before (D19) once no process suspends calls to it, even if the process that did was
 * killed.
 */
export const silentCircuits: Sweep = {
  name: 'silent circuits',
  everyMs: 60_000,
  run: forgetSilentCircuits,
};
