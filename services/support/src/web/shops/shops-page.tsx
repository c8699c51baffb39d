import { CapabilityState } from '@hub/database';
import { Choice, FilterForm, Select, TextField } from '../layout/filter-form';
import { listAddress } from '../layout/list-address';
import { Live } from '../layout/live';
import { DataTable } from '../lists/data-table';
import type { ListOfViews } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { modeText } from './capability-labels';
import type { ListedShop, ShopQuery } from './list-shops';
import { shopColumns } from './shop-columns';
import { SHOP_STATE_LABELS, SHOP_STATES } from './shop-labels';

export const SHOPS = '/shops';

const FACTS = [
  ['at_risk', 'orders at risk'],
  ['held', 'calls suspended or failing outright'],
  ['failing', 'calls that fail often'],
  ['out_of_sync', 'quantities out of sync'],
] as const;
const SORTS = [
  ['', 'by name'],
  ['state', 'the worst first'],
  ['risk', 'most at risk first'],
  ['calls', 'most calls first'],
  ['failures', 'most failures first'],
  ['latency', 'the slowest first'],
  ['out_of_sync', 'most out of sync first'],
] as const;

export interface ShopsPageProps {
  query: ShopQuery;
  /** The shops that match. */
  shops: readonly ListedShop[];
  /** The total number. */
  all: number;
  views: ListOfViews;
  now: number;
}

/** All shops of the network, filtered by the address. */
export function ShopsPage({ query, shops, all, views, now }: ShopsPageProps) {
  return (
    <>
      <h1>Shops</h1>
      <p class="actions">
        <a href="/unlinked">Unlinked variants</a>
        <a href="/links">Proposed links</a>
      </p>
      <Filter query={query} />
      <ViewBar {...views} />
      <Live id="shops" href={listAddress(SHOPS, query)}>
        {shops.length > 0 ? (
          <DataTable label="Shops" columns={shopColumns(now)} rows={shops} />
        ) : (
          <p class="panel" role="status">
            {all === 0
              ? 'No shop has joined yet: an environment sheet is applied with “hub shop apply”.'
              : 'No shop fits.'}
          </p>
        )}
      </Live>
    </>
  );
}

function Filter({ query }: { query: ShopQuery }) {
  return (
    <FilterForm action={SHOPS} label="Shops" asked={query}>
      <TextField id="name" label="Name" value={query.name} />
      <Choice
        id="state"
        label="Now"
        value={query.state}
        choices={SHOP_STATES.map((state) => [state, SHOP_STATE_LABELS[state].text])}
      />
      <Choice
        id="orders"
        label="Orders"
        value={query.orders}
        choices={Object.values(CapabilityState).map((mode) => [mode, modeText(mode).text])}
      />
      <Choice id="with" label="With" value={query.with} choices={FACTS} />
      <Select id="sort" label="Sort" value={query.sort ?? ''} choices={SORTS} />
    </FilterForm>
  );
}
