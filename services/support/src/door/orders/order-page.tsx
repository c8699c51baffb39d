import type { OrderView } from '@hub/door';
import { ActionForm } from '../../web/layout/action-form';
import { Json } from '../../web/layout/json';
import { Scroll } from '../../web/layout/scroll';
import { State } from '../../web/layout/state';
import { Time } from '../../web/layout/time';
import { OrderActs } from './order-acts';
import { ORDER_STATES } from './order-labels';
import { orderAddress } from './orders-page';

/** One shipping order: its state, its lines, its packages, and the events sent about it. */
export function OrderPage({ order, now }: { order: OrderView; now: number }) {
  const state = ORDER_STATES[order.state];
  return (
    <>
      <header class="head">
        <h1>
          Order {order.order_id ?? 'without an id'} <small>{order.external_ref}</small>
        </h1>
        <p class="states">
          <State {...state} />
        </p>
      </header>
      <p>
        {state.means} It came <Time at={new Date(order.created_at)} since={now} />.
        {order.last_failure !== null && ` The last attempt: ${order.last_failure}.`}
      </p>
      <OrderActs order={order} />
      <Lines order={order} />
      {order.packages.length > 0 && <Packages order={order} />}
      <section aria-labelledby="sent">
        <h2 id="sent">What was sent to your store</h2>
        {order.customer_revealable && (
          <ActionForm action={`${orderAddress(order.external_ref)}/customer`} label="Delivery address">
            <button type="submit" class="quiet">
              Show the delivery address
            </button>{' '}
            <small>Recorded.</small>
          </ActionForm>
        )}
        <Json value={order.request} label="POST /orders" />
      </section>
    </>
  );
}

function Lines({ order }: { order: OrderView }) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Lines</h2>
      <Scroll label="Lines of the order">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">SKU</th>
              <th scope="col">Barcode</th>
              <th scope="col" class="number">
                Pieces
              </th>
              <th scope="col" class="number">
                Shipped
              </th>
              <th scope="col" class="number">
                Each
              </th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <tr>
                <th scope="row" data-label="Variant">
                  <code>{line.variant_id}</code>
                </th>
                <td data-label="SKU">{line.sku ?? <span class="soft">none</span>}</td>
                <td data-label="Barcode">{line.barcode ?? <span class="soft">none</span>}</td>
                <td class="number" data-label="Pieces">
                  {line.quantity}
                </td>
                <td class="number" data-label="Shipped">
                  {line.shipped}
                </td>
                <td class="number" data-label="Each">
                  {line.unit_price} {order.currency}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Packages({ order }: { order: OrderView }) {
  return (
    <section aria-labelledby="packages">
      <h2 id="packages">Packages that you reported</h2>
      <ul>
        {order.packages.map((parcel) => (
          <li>
            {parcel.package_id}: {parcel.carrier} {parcel.tracking_number}, shipped{' '}
            <Time at={new Date(parcel.shipped_at)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
