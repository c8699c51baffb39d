import type { OrderHeadline } from './headline';

/** The overall state of an order. */
export const HEADLINE_LABELS: Readonly<Record<OrderHeadline, string>> = {
  held: 'held',
  stopping: 'being cancelled',
  cancelled: 'cancelled',
  own: 'shipped by the shop itself',
  refused: 'refused',
  disputed: 'disputed',
  waiting: 'waiting for a shop',
  not_placed: 'not placed',
  routing: 'a shop is being looked for',
  placing: 'being placed',
  placed: 'to be shipped',
  partly_shipped: 'partly shipped',
  shipped: 'shipped',
  partly_returned: 'partly returned',
  returned: 'returned',
  dry_run: 'dry run: never sent',
  closed: 'closed: not fulfilled',
};
