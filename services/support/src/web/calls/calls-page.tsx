import type { CallListPage } from '@hub/support-desk';
import { Choice, FilterForm, TextField } from '../layout/filter-form';
import { listAddress } from '../layout/list-address';
import { DataTable } from '../lists/data-table';
import { shopChoices, Sorting, TimeRange } from '../lists/fields';
import { ListEnd } from '../lists/list-end';
import { operationName, STORE_OPERATIONS } from '../shops/shop-labels';
import type { ListOfViews } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { CALL_COLUMNS } from './call-columns';
import type { CallQuery } from './read-call-filter';

export const CALLS = '/calls';
const ANSWERS = [
  'failed',
  'none',
  '4xx',
  '5xx',
  '422',
  '409',
  '401',
  'refused',
  'unavailable',
  'invalid_receipt',
];

export interface CallsPageProps {
  query: CallQuery;
  page: CallListPage;
  shops: readonly { slug: string; name: string }[];
  views: ListOfViews;
  /** Whether this is a later page. */
  paged: boolean;
  next: string | null;
}

/** All calls to stores, filtered by the address. */
export function CallsPage({ query, page, shops, views, paged, next }: CallsPageProps) {
  return (
    <>
      <h1>Calls to stores</h1>
      <p class="soft">Of 90 days. Quantities that a store confirmed are counted at its shop, not listed.</p>
      <Filter query={query} shops={shops} />
      <ViewBar {...views} />
      {page.calls.length > 0 && (
        <DataTable label="Calls to stores" columns={CALL_COLUMNS} rows={page.calls} />
      )}
      <ListEnd
        top={paged ? listAddress(CALLS, query) : null}
        next={next}
        lookedUntil={page.lookedUntil}
        count={page.calls.length}
        one="call"
      />
    </>
  );
}

function Filter({ query, shops }: Pick<CallsPageProps, 'query' | 'shops'>) {
  return (
    <FilterForm action={CALLS} label="Calls" asked={query}>
      <Choice id="shop" label="Shop" value={query.shop} choices={shopChoices(shops)} />
      <Choice
        id="operation"
        label="Call"
        value={query.operation}
        choices={STORE_OPERATIONS.map((operation) => [operation, operationName(operation)])}
      />
      <TextField id="answer" label="Answer, such as 422" value={query.answer} offers={ANSWERS} />
      <TextField id="reference" label="Reference" value={query.reference} />
      <TimeRange since={query.since} until={query.until} />
      <Sorting sort={query.sort} />
    </FilterForm>
  );
}
