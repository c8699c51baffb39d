import { failureText, PLACED } from './terms';
import { problem } from './problem';

/** A paid line that the shop it was given to refused (D18). */
export const refused = problem({
  name: 'refused',
  one: 'paid line was refused by its shop',
  many: 'paid lines were refused by their shops',
  caseTitle: (shop) => `${shop} refused paid lines`,
  means: 'No shop ships them until an agent places them again or gives them to another shop.',
  promise: PLACED,
  due: 'in_an_hour',
  whoMustAct: () => 'agent',
  why: ({ reason }) => failureText(reason),
  runbook: 'placing-refused',
});
