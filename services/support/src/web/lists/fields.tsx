import { Field, Select } from '../layout/filter-form';

export interface TimeRangeProps {
  since: string | undefined;
  until: string | undefined;
  /** What the times are of, such as `Opened`, if a row has several. */
  of?: string;
}

/** Start and end of a span of time. */
export function TimeRange({ since, until, of }: TimeRangeProps) {
  return (
    <>
      <Moment id="since" label={of ? `${of} from (UTC)` : 'From (UTC)'} value={since} />
      <Moment id="until" label={of ? `${of} before (UTC)` : 'Before (UTC)'} value={until} />
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

/** The newest first, the oldest first, or another sorting of the list. */
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
