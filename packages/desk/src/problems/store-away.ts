import { PLACED } from './terms';
import { problem } from './problem';

/** A paid line whose shop's store cannot be called (D23, D25). */
export const storeAway = problem({
  name: 'store_away',
  one: 'paid line waits for a store that cannot be called',
  many: 'paid lines wait for stores that cannot be called',
  means:
    'Calls to the store are suspended, or its orders are switched off. What was never sent can go to another shop.',
  promise: PLACED,
  due: 'in_an_hour',
  whoMustAct: () => 'shipping_shop',
  why: ({ storeIs, storeName }) =>
    storeIs === 'switched_off'
      ? `the orders of ${storeName ?? 'its shop'} are switched off`
      : `calls to ${storeName ?? 'its shop'} are suspended`,
  runbook: 'broken-store',
  behindStore: true,
});
