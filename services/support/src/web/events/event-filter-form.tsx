import { EVENT_NAMES } from '@hub/contract';
import { asChoices, Choice, FilterForm, TextField } from '../layout/filter-form';
import { shopChoices, Sorting, TimeRange } from '../lists/fields';
import type { EventListFilter } from './read-event-filter';

const ANSWERS = [
  'refused',
  '4xx',
  '5xx',
  'unfinished',
  'accepted',
  'duplicate',
  'stale',
  'echo',
  'skipped',
  'stopped',
];

const SORTS = [
  ['shop', 'by shop'],
  ['answer', 'refused ones first'],
] as const;

export function EventFilterForm({
  filter,
  shops,
}: {
  filter: EventListFilter;
  shops: readonly { slug: string; name: string }[];
}) {
  const { shop, event, answer, order } = filter;
  return (
    <FilterForm action="/events" label="Events" asked={{ ...filter }}>
      <Choice id="shop" label="Shop" value={shop} choices={shopChoices(shops)} />
      <Choice id="event" label="Event" value={event} choices={asChoices(EVENT_NAMES)} />
      <TextField id="answer" label="Answer, such as 422" value={answer} offers={ANSWERS} />
      <TextField id="order" label="Order, as the shop names it" value={order} />
      <TimeRange since={filter.since} until={filter.until} />
      <Sorting sort={filter.sort} others={SORTS} />
    </FilterForm>
  );
}
