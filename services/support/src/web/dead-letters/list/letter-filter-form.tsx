import { MESSAGE_LABELS } from '@hub/messaging';
import { asChoices, Choice, FilterForm, Select, TextField } from '../../layout/filter-form';
import { LETTER_STATES } from '../words';
import { STATE_CHOICES, type ListFilter, type StateChoice } from '../read-filter';

export interface LetterFilterFormProps {
  filter: ListFilter;
  /** Where it is sent: letters or causes. */
  action: string;
  /** Slugs. */
  shops: readonly string[];
  queues: readonly string[];
}

const STATES = STATE_CHOICES.map((state) => [state, stateName(state)] as const);
const TYPES = MESSAGE_LABELS.map(({ type, label }) => [type, label] as const);

export function LetterFilterForm({ filter, action, shops, queues }: LetterFilterFormProps) {
  const { text, state, shop, type, origin, reason } = filter;
  return (
    <FilterForm action={action} label="Failed messages">
      <TextField id="text" label="Order id, event id or correlation" value={text} />
      <Select id="state" label="State" value={state} choices={STATES} />
      <Choice id="shop" label="Shop" value={shop} choices={asChoices(shops)} />
      <Choice id="type" label="What" value={type} choices={TYPES} />
      <Choice id="origin" label="Queue" value={origin} choices={asChoices(queues)} />
      <TextField id="reason" label="Reason, exactly" value={reason} />
    </FilterForm>
  );
}

/** Pure. */
export function stateName(state: StateChoice): string {
  return state === 'any' ? 'any state' : LETTER_STATES[state].text;
}
