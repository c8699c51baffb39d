import type { Pass } from '@hub/messaging';
import { CASE_ITEMS_AT_ONCE, sweepCases } from '@hub/support-desk';

/** Opens, joins and closes cases by what is in difficulty now. */
export const cases: Pass = {
  name: 'cases',
  everyMs: 5_000,
  batch: CASE_ITEMS_AT_ONCE,
  run: sweepCases,
};
