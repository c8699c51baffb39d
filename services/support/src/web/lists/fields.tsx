import { Field, Select } from '../layout/filter-form';

/** From when, and until when. */
export function TimeRange({ since, until }: { since: string | undefined; until: string | undefined }) {
  return (
    <>
      <Moment id="since" label="From (UTC)" value={since} />
      <Moment id="until" label="Before (UTC)" value={until} />
    </>
  );
}

function Moment({ id, label, value }: { id: string; label: string; value: string | undefined }) {
  return (
    <Field id={id} label={label}>
      <input id={id} name={id} type="datetime-local" value={value} />
    </Field>
  );
}

/** The newest first, or the oldest. */
export function Sorting({ sort }: { sort: string | undefined }) {
  const choices = [
    ['', 'newest first'],
    ['oldest', 'oldest first'],
  ] as const;
  return <Select id="sort" label="Sort by time" value={sort ?? ''} choices={choices} />;
}

/** Shops by their names. */
export function shopChoices(shops: readonly { slug: string; name: string }[]) {
  return shops.map(({ slug, name }) => [slug, name] as const);
}
