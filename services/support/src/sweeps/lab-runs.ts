import type { Sweep } from '@hub/messaging';
import { advanceLabRuns, deferLabRun } from '@hub/desk/routing/lab';

/** Advances runs of the routing lab, batch by batch; copies of this service share them. */
export const labRuns: Sweep = {
  name: 'lab runs',
  everyMs: 1_000,
  batch: 1,
  run: advanceLabRuns,
  defer: deferLabRun,
};
