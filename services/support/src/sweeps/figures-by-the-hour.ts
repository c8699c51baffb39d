import type { Sweep } from '@hub/messaging';
import { countNextHour } from '@hub/desk/figures';

/** Counts events hour by hour for the overview; missed hours are counted one after the other. */
export const figuresByTheHour: Sweep = {
  name: 'figures by the hour',
  everyMs: 60_000,
  batch: 1,
  run: countNextHour,
};
