import { failureText } from './terms';
import { problem } from './problem';

/** A cancelled shipping order that its shop has not confirmed as stopped (D12). */
export const stopUnfinished = problem({
  name: 'stop_unfinished',
  one: 'cancelled shipping order is not confirmed as stopped',
  many: 'cancelled shipping orders are not confirmed as stopped',
  caseTitle: (shop) => `${shop} does not confirm that it stopped orders`,
  means: 'The goods may leave although the customer does not want them any more.',
  promise: 'The selling shop is answered while it still sends its cancellation again: about 15 minutes.',
  due: 'in_a_day',
  whoMustAct: ({ gaveUp }) => (gaveUp ? 'shipping_shop' : 'hub'),
  why: ({ reason }) => failureText(reason),
  runbook: 'cancellation-refused',
  behindStore: true,
});
