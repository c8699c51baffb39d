import {
  HEADLINE_LABELS,
  HELD_REASONS,
  ORDER_HEADLINES,
  WAITING_REASONS,
  type OrderListPage,
} from '@hub/support-desk';
import { Choice, FilterForm, TextField } from '../../layout/filter-form';
import { listAddress } from '../../layout/list-address';
import { DataTable } from '../../lists/data-table';
import { shopChoices, Sorting, TimeRange } from '../../lists/fields';
import { ListEnd } from '../../lists/list-end';
import type { ListOfViews } from '../../views/saved-views';
import { ViewBar } from '../../views/view-bar';
import { ORDER_COLUMNS, reasonText } from './order-columns';
import type { OrderQuery } from './read-order-filter';

export const ORDER_LIST = '/orders/list';

export interface OrderListProps {
  query: OrderQuery;
  page: OrderListPage;
  shops: readonly { slug: string; name: string }[];
  views: ListOfViews;
  /** Whether this is a later page. */
  paged: boolean;
  next: string | null;
}

/** All orders, filtered by the address. */
export function OrderList({ query, page, shops, views, paged, next }: OrderListProps) {
  return (
    <>
      <h1>All orders</h1>
      <p class="soft">
        As they stand now. <a href="/orders">Find one</a> by a number, a reference, an article or a customer.
      </p>
      <Filter query={query} shops={shops} />
      <ViewBar {...views} />
      {page.orders.length > 0 && <DataTable label="Orders" columns={ORDER_COLUMNS} rows={page.orders} />}
      <ListEnd
        top={paged ? listAddress(ORDER_LIST, query) : null}
        next={next}
        lookedUntil={page.lookedUntil}
        count={page.orders.length}
        one="order"
      />
    </>
  );
}

function Filter({ query, shops }: Pick<OrderListProps, 'query' | 'shops'>) {
  return (
    <FilterForm action={ORDER_LIST} label="Orders" asked={query}>
      <Choice id="shop" label="Sold by" value={query.shop} choices={shopChoices(shops)} />
      <Choice id="ships" label="Shipped by" value={query.ships} choices={shopChoices(shops)} />
      <Choice
        id="state"
        label="State"
        value={query.state}
        choices={ORDER_HEADLINES.map((headline) => [headline, HEADLINE_LABELS[headline]])}
      />
      <Choice
        id="reason"
        label="Why it waits"
        value={query.reason}
        choices={[...WAITING_REASONS, ...HELD_REASONS].map((reason) => [reason, reasonText(reason)])}
      />
      <TextField id="article" label="Article, as GTIN or H…" value={query.article} />
      <TimeRange since={query.since} until={query.until} />
      <Sorting sort={query.sort} />
    </FilterForm>
  );
}
