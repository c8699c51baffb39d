import { listAddress, type Owed, type OwedInAll } from '@hub/support-desk';
import { amount, figure } from '@hub/support-desk/words';
import { Field } from '../layout/filter-form';
import { Time } from '../layout/time';
import { DataTable } from '../lists/data-table';
import { pairColumns } from './pair-columns';
import { shiftMonth } from './read-period';

/** The most pairs of one currency on the page; the file has all. */
const SHOWN = 50;

export interface MoneyPageProps {
  month: string;
  days: { from: string; to: string };
  pairs: readonly Owed[];
  totals: readonly OwedInAll[];
  /** When it was added up, ms since the epoch. */
  at: number;
}

/** Money owed by pair of shops in a month, each currency separately. */
export function MoneyPage({ month, days, pairs, totals, at }: MoneyPageProps) {
  return (
    <>
      <h1>Money owed</h1>
      <p class="actions">
        <a href="/money/vat">VAT rates</a>
      </p>
      <MonthForm month={month} />
      {totals.length === 0 ? (
        <p class="panel">
          <strong>Nothing settled</strong> from {days.from} to {days.to}: a line settles when its last package
          is recorded.
        </p>
      ) : (
        <p class="soft">
          As of <Time at={new Date(at)} />.{' '}
          <a href={listAddress('/money/pairs.csv', { month })}>All pairs as CSV</a>
        </p>
      )}
      {totals.map((total) => (
        <CurrencyPart
          total={total}
          days={days}
          pairs={pairs.filter(({ currency }) => currency === total.currency)}
        />
      ))}
    </>
  );
}

function MonthForm({ month }: { month: string }) {
  const [before, after] = [shiftMonth(month, -1), shiftMonth(month, 1)];
  return (
    <form class="filters panel" action="/money" role="search" aria-label="Month">
      <Field id="month" label="Month (UTC), such as 2026-11">
        <input id="month" name="month" type="month" value={month} required />
      </Field>
      <div class="actions">
        <button type="submit">Show</button>
        <a href={listAddress('/money', { month: before })}>{before}</a>
        <a href={listAddress('/money', { month: after })}>{after}</a>
      </div>
    </form>
  );
}

function CurrencyPart({
  total,
  pairs,
  days,
}: {
  total: OwedInAll;
  pairs: readonly Owed[];
  days: MoneyPageProps['days'];
}) {
  const { currency } = total;
  const more = pairs.length - SHOWN;
  return (
    <section aria-labelledby={currency}>
      <h2 id={currency}>{currency}</h2>
      <dl class="strip">
        <div>
          <dt>Due in all</dt>
          <dd class="figure">{amount(total.due)}</dd>
        </div>
        <div>
          <dt>of it goods</dt>
          <dd>{amount(total.owed)}</dd>
        </div>
        <div>
          <dt>of it shipping</dt>
          <dd>{amount(total.shippingShare)}</dd>
        </div>
        <div>
          <dt>Lines, pairs of shops</dt>
          <dd>
            {figure(total.lines)}, {figure(total.pairs)}
          </dd>
        </div>
      </dl>
      <DataTable label={`Owed in ${currency}`} columns={pairColumns(days)} rows={pairs.slice(0, SHOWN)} />
      {more > 0 && (
        <p class="soft">
          The {SHOWN} largest; {figure(more)} more are in the file.
        </p>
      )}
    </section>
  );
}
