import type { OrderView } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { Json } from '../../web/layout/json';
import { Scroll } from '../../web/layout/scroll';
import { State } from '../../web/layout/state';
import { Time } from '../../web/layout/time';
import { OrderActs } from './order-acts';
import { ORDER_STATES, orderMeaning } from './order-labels';
import { orderAddress, ShipBy } from './orders-page';

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
        {orderMeaning(order)} It came <Time at={new Date(order.created_at)} since={now} />.
        {order.last_failure !== null && ` The last attempt: ${order.last_failure}.`}
      </p>
      {order.ship_by !== null && (
        <p>
          To ship by <ShipBy order={order} now={now} />
        </p>
      )}
      {order.reminded_at !== null && order.state === 'to_ship' && (
        <p class="notice">
          The network asked you <Time at={new Date(order.reminded_at)} since={now} /> to ship it. Ship it,
          name the day by which it ships, or say that you do not ship it: otherwise it may go to another shop.
        </p>
      )}
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
            {parcel.corrections.map((correction) => (
              <p>
                Corrected to {correction.carrier} {correction.tracking_number}: {TAKEN[correction.state]}.
              </p>
            ))}
            <CorrectForm reference={order.external_ref} packageId={parcel.package_id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const TAKEN = {
  on_its_way: 'on its way to the shop that sold it',
  taken: 'the shop that sold it has it',
  not_taken:
    'the store of the shop that sold it did not take it, and the operator asks that shop to correct it',
} as const;

/** A wrong tracking number is corrected here (D11): a second report of the package is refused. */
function CorrectForm({ reference, packageId }: { reference: string; packageId: string }) {
  const address = `${orderAddress(reference)}/packages/${encodeURIComponent(packageId)}/correct`;
  const field = (name: string) => `${name}-${packageId}`;
  return (
    <details>
      <summary>Correct the tracking</summary>
      <ActionForm action={address} class="panel" label={`Correct the tracking of ${packageId}`}>
        <p class="field">
          <label for={field('carrier')}>Carrier</label>
          <input id={field('carrier')} name="carrier" maxLength={255} required autocomplete="off" />
        </p>
        <p class="field">
          <label for={field('number')}>Tracking number</label>
          <input id={field('number')} name="tracking_number" maxLength={255} required autocomplete="off" />
        </p>
        <p class="field">
          <label for={field('url')}>Tracking address, if there is one</label>
          <input id={field('url')} name="tracking_url" type="url" maxLength={2048} autocomplete="off" />
        </p>
        <button type="submit">Correct the tracking</button>
      </ActionForm>
    </details>
  );
}
