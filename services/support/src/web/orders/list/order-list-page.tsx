import { HELD_REASONS, ORDER_HEADLINES, WAITING_REASONS, type OrderListPage } from '@hub/support-desk';
import { listAddress } from '../../lists/address';
import { DataTable } from '../../lists/data-table';
import { Choice, ORDERINGS, TimeRange } from '../../lists/fields';
import { ListEnd } from '../../lists/list-end';
import type { ListOfViews } from '../../views/saved-views';
import { ViewBar } from '../../views/view-bar';
import { HEADLINES } from './headline-words';
import { ORDER_COLUMNS, reasonWords } from './order-columns';
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

/** Every order there is, narrowed as the address says. */
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
  const named = shops.map(({ slug, name }) => ({ value: slug, text: name }));
  return (
    <form class="filters panel" action={ORDER_LIST} role="search" aria-label="Orders">
      <Choice name="shop" label="Sold by" value={query.shop} options={named} />
      <Choice name="ships" label="Shipped by" value={query.ships} options={named} />
      <Choice
        name="state"
        label="State"
        value={query.state}
        options={ORDER_HEADLINES.map((value) => ({ value, text: HEADLINES[value].text }))}
      />
      <Choice
        name="reason"
        label="Why it waits"
        value={query.reason}
        options={[...WAITING_REASONS, ...HELD_REASONS].map((value) => ({ value, text: reasonWords(value) }))}
      />
      <div>
        <label for="article">Article (GTIN)</label>
        <input
          id="article"
          name="article"
          type="search"
          inputMode="numeric"
          value={query.article}
          maxLength={14}
        />
      </div>
      <TimeRange since={query.since} until={query.until} />
      <Choice
        name="sort"
        label="Sort by when it came"
        value={query.sort}
        options={ORDERINGS}
        none="newest first"
      />
      <div class="actions">
        <button type="submit">Filter</button>
        <a href={ORDER_LIST}>Clear</a>
      </div>
    </form>
  );
}
