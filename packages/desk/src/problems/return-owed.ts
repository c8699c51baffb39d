import { failureText } from './terms';
import { problem } from './problem';

/** A return of which the selling shop does not know yet (D23). */
export const returnOwed = problem({
  name: 'return_owed',
  one: 'return is not registered at its selling shop',
  many: 'returns are not registered at their selling shops',
  caseTitle: (shop) => `${shop} is not notified of returns`,
  means: 'Customers have sent goods back and are not refunded.',
  promise: 'The selling shop has the return as soon as the goods are back.',
  due: 'in_a_day',
  whoMustAct: ({ gaveUp }) => (gaveUp ? 'agent' : 'hub'),
  why: ({ reason }) => failureText(reason),
  runbook: 'return-failed',
  behindStore: true,
});
