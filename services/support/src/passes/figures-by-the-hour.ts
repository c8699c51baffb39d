import type { Pass } from '@hub/messaging';
import { countNextHour } from '@hub/support-desk';

/** Counts what happened hour by hour, for the overview: those that were missed one after the other. */
export const figuresByTheHour: Pass = {
  name: 'figures by the hour',
  everyMs: 60_000,
  batch: 1,
  run: countNextHour,
};
