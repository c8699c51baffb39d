/** Fields of a form that narrows a list. */

export interface ChoiceProps {
  name: string;
  label: string;
  value: string | undefined;
  /** Each as it stands in the address, and as people read it. */
  options: readonly { value: string; text: string }[];
  /** What no choice means. */
  none?: string;
}

export function Choice({ name, label, value, options, none = 'any' }: ChoiceProps) {
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** From when, and until when. */
export function TimeRange({ since, until }: { since: string | undefined; until: string | undefined }) {
  return (
    <>
      <div>
        <label for="since">From (UTC)</label>
        <input id="since" name="since" type="datetime-local" value={since} />
      </div>
      <div>
        <label for="until">Before (UTC)</label>
        <input id="until" name="until" type="datetime-local" value={until} />
      </div>
    </>
  );
}

export const ORDERINGS = [{ value: 'oldest', text: 'oldest first' }] as const;
