import type { ListFilter } from '../read-filter';

/** The filter within a form that acts on all that fit it. */
export function FilterFields({ filter }: { filter: ListFilter }) {
  return (
    <>
      {Object.entries(filter).map(([name, value]: [string, string | undefined]) =>
        value === undefined ? null : <input type="hidden" name={name} value={value} />,
      )}
    </>
  );
}
