import type { Check } from '../../check';
import { bearerChecks } from '../shared/credentials';
import { COMPLETE_RUN } from './complete-run';
import { IMAGES } from './images';
import { LEFT_OUT } from './left-out';
import { STABLE_RUNS } from './stable-runs';

/** Step 1, calls to the store. */
export const PRODUCTS_TO_STORE: readonly Check[] = [
  ...COMPLETE_RUN,
  ...STABLE_RUNS,
  IMAGES,
  LEFT_OUT,
  ...bearerChecks({
    step: 'products',
    name: 'read',
    operation: 'read_products',
    call: () => ({ operation: 'read_products', query: { limit: '100' } }),
  }),
];
