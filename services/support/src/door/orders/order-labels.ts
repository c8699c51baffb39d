import type { OrderState } from '@hub/door';
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
  stopping: { text: 'to stop', tone: 'warn', means: 'It is cancelled: please stop it.' },
  stopped: { text: 'stopped', tone: 'quiet', means: 'It is not to be shipped.' },
};
