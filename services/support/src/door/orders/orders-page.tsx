import type { OrderSummary } from '@hub/desk/door';
import { Scroll } from '../../web/layout/scroll';
import { State } from '../../web/layout/state';
import { Time } from '../../web/layout/time';
import { ORDER_STATES } from './order-labels';

export interface OrdersPageProps {
  orders: readonly OrderSummary[];
  /** The rest of the list; null: it ends here. */
  next: string | null;
  now: number;
}

/** Shipping orders that wait for the shop, the oldest first. */
export function OrdersPage({ orders, next, now }: OrdersPageProps) {
  return (
    <>
      <h1>Orders waiting for you</h1>
      {orders.length === 0 ? (
        <p class="panel">None: nothing waits to be shipped, stopped or settled.</p>
      ) : (
        <Scroll label="Orders waiting for you">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Now</th>
                <th scope="col">Since</th>
                <th scope="col">To ship by</th>
                <th scope="col" class="number">
                  Pieces
                </th>
                <th scope="col" class="number">
                  Shipped
                </th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <tr>
                  <th scope="row" data-label="Order">
                    <a href={orderAddress(order.external_ref)}>{order.order_id ?? 'no id yet'}</a>
                    <br />
                    <small class="ref">{order.external_ref}</small>
                  </th>
                  <td data-label="Now">
                    <State {...ORDER_STATES[order.state]} />
                  </td>
                  <td data-label="Since">
                    <Time at={new Date(order.created_at)} since={now} />
                  </td>
                  <td data-label="To ship by">
                    <ShipBy order={order} now={now} />
                  </td>
                  <td class="number" data-label="Pieces">
                    {order.pieces}
                  </td>
                  <td class="number" data-label="Shipped">
                    {order.shipped}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {next !== null && (
        <p>
          <a href={`/orders?${new URLSearchParams({ after: next })}`}>Further orders</a>
        </p>
      )}
    </>
  );
}

/** In the shop's own time, and whether that is over. */
export function ShipBy({ order, now }: { order: OrderSummary; now: number }) {
  const { ship_by: due, ship_by_local: words } = order;
  if (due === null) return null;
  return (
    <>
      <time datetime={due}>{words}</time> {Date.parse(due) < now && <State tone="bad" text="late" />}
    </>
  );
}

export function orderAddress(reference: string): string {
  return `/orders/${encodeURIComponent(reference)}`;
}
