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

/** The newest first, the oldest, or as the list can be sorted besides. */
export function Sorting({ sort, others = [] }: { sort: string | undefined; others?: Choices }) {
  const byTime = [
    ['', 'newest first'],
    ['oldest', 'oldest first'],
  ] as const;
  return <Select id="sort" label="Sort" value={sort ?? ''} choices={[...byTime, ...others]} />;
}

type Choices = readonly (readonly [value: string, name: string])[];

/** Shops by their names. */
export function shopChoices(shops: readonly { slug: string; name: string }[]) {
  return shops.map(({ slug, name }) => [slug, name] as const);
}
