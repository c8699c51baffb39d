import type { ListFilter } from '../read-filter';

/** The filter as hidden fields of a form that acts on all matches. */
export function FilterFields({ filter }: { filter: ListFilter }) {
  return (
    <>
      {Object.entries(filter).map(([name, value]: [string, string | undefined]) =>
        value === undefined ? null : <input type="hidden" name={name} value={value} />,
      )}
    </>
  );
}
