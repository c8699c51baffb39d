import type { OrderState, OrderStop, OrderSummary } from '@hub/desk/door';
import type { StateLabel } from '../../web/layout/state';

/** State labels of a shipping order for the shop that ships it. */
export const ORDER_STATES: Record<OrderState, StateLabel & { means: string }> = {
  dry_run: { text: 'dry run', tone: 'quiet', means: 'Built in the dry run and never sent.' },
  sending: {
    text: 'not confirmed',
    tone: 'warn',
    means: 'It was sent to your store, which has not answered with a valid receipt so far.',
  },
  disputed: {
    text: 'do you have it?',
    tone: 'bad',
    means: 'What your store answered does not say whether it has this order. Please say it.',
  },
  refused: { text: 'refused', tone: 'bad', means: 'Your store refused it.' },
  to_ship: { text: 'to ship', tone: 'good', means: 'Paid, and yours to ship.' },
  shipped: { text: 'shipped', tone: 'quiet', means: 'All of it is in packages that you reported.' },
  stopping: { text: 'to stop', tone: 'warn', means: 'It is not to be shipped: please stop it.' },
  stopped: { text: 'stopped', tone: 'quiet', means: 'It is not to be shipped.' },
};

/** What the state means for the shop, with the cause of a stop: an order that another shop ships is not cancelled (D12, D38). */
export function orderMeaning(order: Pick<OrderSummary, 'state' | 'stop' | 'rest_stated'>): string {
  const { state, stop, rest_stated: isRestStated } = order;
  if (state === 'to_ship' && stop?.state === 'had_shipped')
    return 'Your store answered that it had shipped the order: report its package.';
  if (state === 'to_ship' && isRestStated)
    return 'Some pieces are shipped. That the rest does not ship was stated, and the operator decides about it.';
  if (stop === null || (state !== 'stopping' && state !== 'stopped')) return ORDER_STATES[state].means;
  return `${CAUSES[stop.because]} ${state === 'stopped' ? 'It is stopped.' : ASKED[stop.state]}`;
}

const CAUSES: Readonly<Record<OrderStop['because'], string>> = {
  cancelled: 'The shop that sold it has cancelled the order: do not ship it.',
  you_do_not_ship:
    'You said that you do not ship it. The order is not cancelled: another shop is looked for.',
  taken_back: 'The operator takes it back from you: do not ship it. The order is not cancelled.',
};

const ASKED: Readonly<Record<OrderStop['state'], string>> = {
  asked: 'Your store has not confirmed so far that it is stopped.',
  not_confirmed:
    'Your store did not confirm POST /cancel: please stop it yourselves, and say here what happened.',
  stopped: 'It is stopped.',
  had_shipped: 'Your store answered that it had shipped the order: report its package.',
};

/** What follows where the shop says that it stopped it. */
export const STOPPED_MEANS: Readonly<Record<OrderStop['because'], string>> = {
  cancelled: 'We have stopped it: it does not leave, and the customer gets the money back.',
  you_do_not_ship: 'We have stopped it: it does not leave, and another shop is looked for.',
  taken_back: 'We have stopped it: it does not leave, and it is no longer ours.',
};
