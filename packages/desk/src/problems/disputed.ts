import { failureText, PLACED } from './terms';
import { problem } from './problem';

/** A paid line of which only its shop knows whether it has it (D18). */
export const disputed = problem({
  name: 'disputed',
  one: 'paid line may or may not be at its shop',
  many: 'paid lines may or may not be at their shops',
  caseTitle: (shop) => `${shop} may or may not have paid lines`,
  means: 'Only the shop knows whether it has them: ask it, and have a lead record what it says.',
  promise: PLACED,
  due: 'in_an_hour',
  whoMustAct: () => 'shipping_shop',
  why: ({ reason }) => failureText(reason),
  runbook: 'placing-disputed',
});
