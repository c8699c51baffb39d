import { failureText } from './terms';
import { problem } from './problem';

/** A package of which the selling shop does not know yet (D23). */
export const trackingOwed = problem({
  name: 'tracking_owed',
  one: 'parcel is not reported to its selling shop',
  many: 'parcels are not reported to their selling shops',
  caseTitle: (shop) => `${shop} is not notified of parcels`,
  means: 'Customers do not know where their parcels are.',
  promise: 'The selling shop has the tracking as soon as the parcel leaves.',
  due: 'in_a_day',
  whoMustAct: ({ gaveUp }) => (gaveUp ? 'agent' : 'hub'),
  why: ({ reason }) => failureText(reason),
  runbook: 'tracking-failed',
  behindStore: true,
});
