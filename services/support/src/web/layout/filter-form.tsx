import type { ComponentChildren } from 'preact';

export interface FilterFormProps {
  /** The address of the list. */
  action: string;
  /** What the list holds. */
  label: string;
  /** The label of its button. */
  submit?: string;
  /** The filter as the address carries it. With it the form is collapsed on a phone, where it would hide the list. */
  asked?: Readonly<Record<string, string | undefined>>;
  children: ComponentChildren;
}

/** Filters a list; the filter becomes part of the address. */
export function FilterForm({ action, label, submit = 'Filter', asked, children }: FilterFormProps) {
  const fields = (
    <div class="filters">
      {children}
      <div class="actions">
        <button type="submit">{submit}</button>
        <a href={action}>Clear</a>
      </div>
    </div>
  );
  return (
    <form class="panel" action={action} role="search" aria-label={label}>
      {asked === undefined ? (
        fields
      ) : (
        <details class="on-phone">
          <summary>{filtersLabel(asked)}</summary>
          {fields}
        </details>
      )}
    </form>
  );
}

/** Such as `Filters (2)`: how many are set. Sorting does not count. */
export function filtersLabel({
  sort: _sort,
  ...narrowing
}: Readonly<Record<string, string | undefined>>): string {
  const set = Object.values(narrowing).filter((value) => value !== undefined && value !== '').length;
  return set === 0 ? 'Filters' : `Filters (${set})`;
}

/** @param props.id also its name in the address */
export function Field({ id, label, children }: { id: string; label: string; children: ComponentChildren }) {
  return (
    <div>
      <label for={id}>{label}</label>
      {children}
    </div>
  );
}

interface TextFieldProps {
  id: string;
  label: string;
  value: string | undefined;
  /** Suggestions; any other text is accepted too. */
  offers?: readonly string[];
}

export function TextField({ id, label, value, offers = [] }: TextFieldProps) {
  const list = offers.length > 0 ? `${id}-offers` : undefined;
  return (
    <Field id={id} label={label}>
      <input id={id} type="search" name={id} value={value} list={list} maxLength={255} />
      {list && (
        <datalist id={list}>
          {offers.map((offer) => (
            <option value={offer} />
          ))}
        </datalist>
      )}
    </Field>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, name: string])[];
}

/** One of the choices, or any. A value that is no longer offered stays selected: the list is filtered by it. */
export function Choice({ id, label, value, choices }: ChoiceProps) {
  const all =
    value === undefined || choices.some(([one]) => one === value)
      ? choices
      : [[value, value] as const, ...choices];
  return <Select id={id} label={label} value={value ?? ''} choices={[['', 'any'], ...all]} />;
}

/** One of the choices. */
export function Select({ id, label, value, choices }: ChoiceProps) {
  return (
    <Field id={id} label={label}>
      <select id={id} name={id}>
        {choices.map(([one, name]) => (
          <option value={one} selected={one === value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}
