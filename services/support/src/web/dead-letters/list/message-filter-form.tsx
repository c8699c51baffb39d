import { MESSAGE_LABELS } from '@hub/messaging';
import type { ComponentChildren } from 'preact';
import { asChoices, Choice, FilterForm, Select, TextField } from '../../layout/filter-form';
import { shopChoices, TimeRange } from '../../lists/fields';
import type { NamedShop } from '../../lists/shop-names';
import { LETTER_STATES } from '../texts';
import { askedOf, STATE_CHOICES, type ListFilter, type StateChoice } from '../read-filter';

export interface FailedMessageFilterFormProps {
  filter: ListFilter;
  /** The address of the form: failed messages or causes. */
  action: string;
  shops: readonly NamedShop[];
  queues: readonly string[];
  /** The field for sorting. */
  sorting: ComponentChildren;
}

const STATES = STATE_CHOICES.map((state) => [state, stateName(state)] as const);
const TYPES = MESSAGE_LABELS.map(({ type, label }) => [type, label] as const);

export function FailedMessageFilterForm({
  filter,
  action,
  shops,
  queues,
  sorting,
}: FailedMessageFilterFormProps) {
  const { text, state, shop, type, origin, reason, since, until } = filter;
  return (
    <FilterForm action={action} label="Failed messages" asked={askedOf(filter)}>
      <TextField id="text" label="Order id, event id or correlation" value={text} />
      <Select id="state" label="State" value={state} choices={STATES} />
      <Choice id="shop" label="Shop" value={shop} choices={shopChoices(shops)} />
      <Choice id="type" label="What" value={type} choices={TYPES} />
      <Choice id="origin" label="Queue" value={origin} choices={asChoices(queues)} />
      <TextField id="reason" label="Reason, exactly" value={reason} />
      <TimeRange of="Last failed" since={since} until={until} />
      {sorting}
    </FilterForm>
  );
}

export function stateName(state: StateChoice): string {
  return state === 'any' ? 'any state' : LETTER_STATES[state].text;
}
