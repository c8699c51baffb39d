import type { OrderHeadline } from '@hub/support-desk';
import type { StateWords } from '../../layout/state';

/** How an order stands as a whole. */
export const HEADLINES: Record<OrderHeadline, StateWords> = {
  held: { text: 'held', tone: 'bad' },
  stopping: { text: 'being cancelled', tone: 'warn' },
  cancelled: { text: 'cancelled', tone: 'quiet' },
  own: { text: 'shipped by the shop itself', tone: 'quiet' },
  refused: { text: 'refused', tone: 'bad' },
  disputed: { text: 'disputed', tone: 'bad' },
  waiting: { text: 'waiting for a shop', tone: 'bad' },
  not_placed: { text: 'not placed', tone: 'bad' },
  routing: { text: 'a shop is being looked for', tone: 'warn' },
  placing: { text: 'being placed', tone: 'warn' },
  placed: { text: 'to be shipped', tone: 'good' },
  partly_shipped: { text: 'partly shipped', tone: 'good' },
  shipped: { text: 'shipped', tone: 'good' },
  partly_returned: { text: 'partly returned', tone: 'quiet' },
  returned: { text: 'returned', tone: 'quiet' },
  dry_run: { text: 'dry run: never sent', tone: 'quiet' },
  closed: { text: 'closed: not fulfilled', tone: 'quiet' },
};
