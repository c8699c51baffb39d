import { MESSAGE_LABELS } from '@hub/messaging';
import type { ComponentChildren } from 'preact';
import { LETTER_STATES } from '../words';
import { STATE_CHOICES, type ListFilter, type StateChoice } from '../read-filter';

export interface FilterFormProps {
  filter: ListFilter;
  /** Where it is sent: letters or causes. */
  action: string;
  /** Slugs. */
  shops: readonly string[];
  queues: readonly string[];
}

/** Narrows the list; what is asked for stands in the address. */
export function FilterForm({ filter, action, shops, queues }: FilterFormProps) {
  return (
    <form class="filters panel" action={action} role="search" aria-label="Dead letters">
      <Field id="text" name="Order id, event id or correlation">
        <input id="text" name="text" type="search" value={filter.text} maxLength={255} />
      </Field>
      <Field id="state" name="State">
        <select id="state" name="state">
          {STATE_CHOICES.map((state) => (
            <option value={state} selected={state === filter.state}>
              {stateName(state)}
            </option>
          ))}
        </select>
      </Field>
      <Choice id="shop" name="Shop" value={filter.shop} choices={shops.map((shop) => [shop, shop])} />
      <Choice
        id="type"
        name="What"
        value={filter.type}
        choices={MESSAGE_LABELS.map(({ type, label }) => [type, label])}
      />
      <Choice id="origin" name="Queue" value={filter.origin} choices={queues.map((one) => [one, one])} />
      <Field id="reason" name="Reason, exactly">
        <input id="reason" name="reason" value={filter.reason} maxLength={255} />
      </Field>
      <div class="actions">
        <button type="submit">Filter</button>
        <a href={action}>Clear</a>
      </div>
    </form>
  );
}

/** Pure. */
export function stateName(state: StateChoice): string {
  return state === 'any' ? 'any state' : LETTER_STATES[state].text;
}

function Field({ id, name, children }: { id: string; name: string; children: ComponentChildren }) {
  return (
    <div>
      <label for={id}>{name}</label>
      {children}
    </div>
  );
}

interface ChoiceProps {
  id: string;
  name: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, name: string])[];
}

/** A value that nobody offers (any more) stays chosen: the list is narrowed by it. */
function Choice({ id, name, value, choices }: ChoiceProps) {
  const all =
    value === undefined || choices.some(([one]) => one === value)
      ? choices
      : [[value, value] as const, ...choices];
  return (
    <Field id={id} name={name}>
      <select id={id} name={id}>
        <option value="">any</option>
        {all.map(([one, words]) => (
          <option value={one} selected={one === value}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}
