import { allQueues, MESSAGE_LABELS } from '@hub/messaging';
import { choiceOrFirst, choiceOrText, period, shop, text } from '../engine/filters';
import type { QueryOf } from '../engine/list-definition';
import type { DeadLetterFilter } from './find-dead-letters';
import { MESSAGE_STATES } from './message-labels';

const QUEUES = allQueues()
  .map(({ name }) => [name, name] as const)
  .toSorted();

/** What failed messages, and their causes, are filtered by. */
export const MESSAGE_FILTERS = {
  text: text('Order id, event id or correlation', {
    says: 'an order id, an event id or a correlation, exactly',
  }),
  state: choiceOrFirst('State', [
    ['open', MESSAGE_STATES.open.text],
    ['replaying', MESSAGE_STATES.replaying.text],
    ['resolved', MESSAGE_STATES.resolved.text],
    ['discarded', MESSAGE_STATES.discarded.text],
    ['any', 'any state'],
  ]),
  shop: shop('Shop', 'of this shop alone'),
  type: choiceOrText(
    'What',
    MESSAGE_LABELS.map(({ type, label }) => [type, label] as const),
    'of this message type alone, such as order.created',
  ),
  origin: choiceOrText('Queue', QUEUES, 'that failed in this queue'),
  reason: text('Reason, exactly', { says: 'that failed for this reason alone' }),
  ...period('Last failed'),
};

/** The same for the database. */
export function toMessageFilter(query: QueryOf<typeof MESSAGE_FILTERS>): DeadLetterFilter {
  const { shop: shopId, state, ...rest } = query;
  return { ...rest, shopId, states: state === 'any' ? undefined : [state] };
}
