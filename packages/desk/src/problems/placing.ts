import { failureText, PLACED } from './terms';
import { problem } from './problem';

/** A paid line given to a shop that does not have it yet (D18). */
export const placing = problem({
  name: 'placing',
  one: 'paid line is not yet at a shop',
  many: 'paid lines are not yet at a shop',
  caseTitle: (shop) => `Paid lines do not reach ${shop}`,
  means: 'They were given to a shop over an hour ago, or were tried without success for the last time.',
  promise: PLACED,
  due: 'in_an_hour',
  whoMustAct: ({ gaveUp }) => (gaveUp ? 'agent' : 'hub'),
  why: ({ reason }) => failureText(reason),
  runbook: 'placing-overdue',
  behindStore: true,
});
