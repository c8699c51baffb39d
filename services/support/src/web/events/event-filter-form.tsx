import { EVENT_NAMES } from '@hub/contract';
import { asChoices, Choice, Field, FilterForm, TextField } from '../layout/filter-form';
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

export function EventFilterForm({ filter, shops }: { filter: EventListFilter; shops: readonly string[] }) {
  const { shop, event, answer, order } = filter;
  return (
    <FilterForm action="/events" label="Events">
      <Choice id="shop" label="Shop" value={shop} choices={asChoices(shops)} />
      <Choice id="event" label="Event" value={event} choices={asChoices(EVENT_NAMES)} />
      <TextField id="answer" label="Answer, such as 422" value={answer} offers={ANSWERS} />
      <TextField id="order" label="Order, as the shop names it" value={order} />
      <Moment id="since" label="From (UTC)" value={filter.since} />
      <Moment id="until" label="Before (UTC)" value={filter.until} />
    </FilterForm>
  );
}

function Moment({ id, label, value }: { id: string; label: string; value: string | undefined }) {
  return (
    <Field id={id} label={label}>
      <input id={id} name={id} type="datetime-local" value={value} />
    </Field>
  );
}
