import type { ListedCase } from '@hub/support-desk';
import { Choice, FilterForm, Select } from '../layout/filter-form';
import { Live } from '../layout/live';
import { DataTable } from '../lists/data-table';
import { shopChoices, Sorting, TimeRange } from '../lists/fields';
import type { ListOfViews } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { CASE_COLUMNS } from './case-columns';
import { CASES } from './case-labels';
import { casesAddress, OWNER_CHOICES, STATE_CHOICES, type CaseListFilter } from './read-case-filter';

export interface CasesPageProps {
  filter: CaseListFilter;
  cases: readonly ListedCase[];
  shops: readonly { slug: string; name: string }[];
  views: ListOfViews;
  /** The address of this page of the list. */
  href: string;
  /** The rest of the list; null: it ends here. */
  older: string | null;
}

/** Failures as people work on them: one cause, one case. */
export function CasesPage({ filter, cases, shops, views, href, older }: CasesPageProps) {
  const { state, owner, shop, since, until, sort } = filter;
  return (
    <>
      <h1>Cases</h1>
      <p class="soft">
        One failure is one case, whatever orders, messages and alerts it touches. A case closes by itself when
        the last of it is well.
      </p>
      <FilterForm action={CASES} label="Cases" asked={{ ...filter }}>
        <Select id="state" label="State" value={state ?? ''} choices={STATE_CHOICES} />
        <Select id="owner" label="With whom" value={owner ?? ''} choices={OWNER_CHOICES} />
        <Choice id="shop" label="Shop" value={shop} choices={shopChoices(shops)} />
        <TimeRange of="Opened" since={since} until={until} />
        <Sorting sort={sort} />
      </FilterForm>
      <ViewBar {...views} />
      <Live id="cases" href={href}>
        {cases.length === 0 ? (
          <Nothing filter={filter} />
        ) : (
          <DataTable label="Cases" columns={CASE_COLUMNS} rows={cases} />
        )}
      </Live>
      <p class="actions">
        {older && (
          <a class="button quiet" href={older} rel="next">
            More
          </a>
        )}
        {href !== casesAddress(filter) && <a href={casesAddress(filter)}>Back to the top</a>}
      </p>
    </>
  );
}

function Nothing({ filter: { sort: _sort, ...filter } }: { filter: CaseListFilter }) {
  if (Object.values(filter).every((value) => value === undefined))
    return (
      <p class="panel calm">
        <strong>No case is open.</strong>
      </p>
    );
  return (
    <p class="panel" role="status">
      <strong>No case fits.</strong> <a href={casesAddress({ state: 'any' })}>Look at all of them</a>
    </p>
  );
}
