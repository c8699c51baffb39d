import type { FoundOrders } from '@hub/desk/door';
import { State } from '../../web/layout/state';
import { Time } from '../../web/layout/time';
import { Table } from '../layout/table';
import { ORDER_STATES } from '../orders/order-labels';
import { orderAddress, ShipBy } from '../orders/orders-page';
import { SearchForm } from './search-form';

/** Orders of the shop that have this name, which is not repeated. */
export function SearchPage({ found, now }: { found: FoundOrders; now: number }) {
  const { shipping, sold, more } = found;
  const isNothing = shipping.length === 0 && sold.length === 0;
  return (
    <>
      <h1>Search</h1>
      <SearchForm />
      {isNothing && (
        <p class="panel">
          No orders of this name. Your order id or number, our reference of an order or a line, and a whole
          tracking number are searched. Names of customers are not. Fewer than four characters must be the
          whole name.
        </p>
      )}
      {more && <p>The newest of each are shown. Enter more characters for others.</p>}
      {shipping.length > 0 && (
        <>
          <h2>Orders that you ship</h2>
          <Table
            label="Orders that you ship"
            none="None."
            rows={shipping}
            columns={[
              {
                name: 'Order',
                cell: (order) => (
                  <>
                    <a href={orderAddress(order.external_ref)}>{order.order_id ?? 'no id yet'}</a>{' '}
                    <small class="ref">{order.external_ref}</small>
                  </>
                ),
              },
              { name: 'Now', cell: (order) => <State {...ORDER_STATES[order.state]} /> },
              { name: 'Since', cell: (order) => <Time at={new Date(order.created_at)} since={now} /> },
              { name: 'To ship by', cell: (order) => <ShipBy order={order} now={now} /> },
            ]}
          />
        </>
      )}
      {sold.length > 0 && (
        <>
          <h2>Orders that you sold</h2>
          <ul>
            {sold.map((order) => (
              <li>
                <a href={`/sold?${new URLSearchParams({ order_id: order.order_id })}`}>
                  {order.order_number ?? order.order_id}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
