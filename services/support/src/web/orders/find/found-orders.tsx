import type { FoundOrder } from '@hub/support-desk';
import { Scroll } from '../../layout/scroll';
import { State } from '../../layout/state';
import { Time } from '../../layout/time';
import { HEADLINES } from '../list/headline-words';

/** As many as are searched for at once. */
const AT_ONCE = 50;

/** Orders that were found. */
export function FoundOrders({
  found,
  begins,
  search,
}: {
  found: readonly FoundOrder[];
  /** Whether what was searched for is only the beginning of their names. */
  begins: boolean;
  search: string;
}) {
  if (found.length === 0)
    return (
      <p class="panel" role="status">
        <strong>No order found{search && ` under “${search}”`}.</strong> Nothing of this name reached the hub:
        not as an order, a reference, a tracking number, a return, a line or an article, nor, in the last
        seven days, in an event that was refused.
      </p>
    );
  return (
    <section aria-labelledby="found">
      <h2 id="found">
        {found.length === AT_ONCE
          ? `The ${AT_ONCE} latest`
          : found.length === 1
            ? '1 order'
            : `${found.length} orders`}
        {search && ` found under “${search}”${begins ? ' …' : ''}`}
      </h2>
      <Scroll label="Orders found">
        <table>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Selling shop</th>
              <th scope="col">State</th>
              <th scope="col">Received</th>
              <th scope="col">Found at</th>
            </tr>
          </thead>
          <tbody>
            {found.map((order) => (
              <tr>
                <th scope="row">
                  <a href={`/orders/${order.id}`}>{order.orderNumber ?? order.orderId}</a>
                  {order.orderNumber !== null && (
                    <>
                      <br />
                      <small>{order.orderId}</small>
                    </>
                  )}
                </th>
                <td>{order.shop}</td>
                <td>
                  <State {...HEADLINES[order.headline]} />
                </td>
                <td>
                  <Time at={order.receivedAt} />
                </td>
                <td>{[...new Set(order.shops)].join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
