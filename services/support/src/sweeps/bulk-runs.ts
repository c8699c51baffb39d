import type { Sweep } from '@hub/messaging';
import { advanceBulkRuns, deferBulkRun } from '@hub/desk/messages/runs';

/** Advances bulk runs, batch by batch; copies of this service share them. */
export const bulkRuns: Sweep = {
  name: 'bulk runs',
  everyMs: 1_000,
  batch: 1,
  run: advanceBulkRuns,
  defer: deferBulkRun,
};
