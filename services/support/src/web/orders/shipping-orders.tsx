import { plainFailure } from '@hub/desk/words';
import { restOf, type OrderTimeline } from '@hub/desk/orders';
import { may, type Viewer } from '../access/viewer';
import { Json } from '../layout/json';
import { Copied } from '../layout/copied';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { ShopLink } from '../layout/shop-link';
import { Packages } from './packages';
import { ShippingLines } from './shipping-lines';
import { shippingText } from './state-labels';
import { shippingAnchor } from './timeline-links';

type Shipping = OrderTimeline['shippingOrders'][number];

/** What other shops ship: each shipping order with its lines, money and packages. */
export function ShippingOrders({ order, viewer }: { order: OrderTimeline; viewer: Viewer }) {
  if (order.shippingOrders.length === 0) return null;
  return (
    <section aria-labelledby="shipping-orders">
      <h2 id="shipping-orders">Shipping orders</h2>
      {order.shippingOrders.map((shipping) => (
        <article class="panel" id={shippingAnchor(shipping.externalRef)}>
          <h3>
            <ShopLink shop={shipping.shop} name={shipping.shopName} /> <State {...shippingText(shipping)} />
          </h3>
          <Facts shipping={shipping} />
          <ShippingLines shipping={shipping} currency={order.currency} />
          <Packages shipping={shipping} order={order} />
          <Rest order={order} shipping={shipping} isLead={may(viewer, 'lead')} />
          {shipping.mayTakeBack && may(viewer, 'lead') && (
            <p>
              <a href={`/orders/${order.id}/shipping-orders/${shipping.id}/take-back`}>Take it back</a>
            </p>
          )}
          <Request shipping={shipping} />
        </article>
      ))}
    </section>
  );
}

/** What was stated of the pieces in no package, and what a lead can do (D12). */
function Rest(props: { order: OrderTimeline; shipping: Shipping; isLead: boolean }) {
  const { order, shipping, isLead } = props;
  const { id, restStatedAt, restStatement, shopName } = shipping;
  if (restOf(shipping).length === 0) return null;
  return (
    <p>
      {restStatedAt && (
        <>
          {restStatement === 'cannot_ship'
            ? `${shopName} says that it cannot ship, but some of it has shipped: `
            : `${order.shopName} cancelled the order, but some of it has shipped: `}
          <Time at={restStatedAt} />.{' '}
        </>
      )}
      {isLead ? (
        <a href={`/orders/${order.id}/shipping-orders/${id}/end-rest`}>The rest will not ship</a>
      ) : (
        'A lead may record that the rest will not ship.'
      )}
    </p>
  );
}

/** In a dry run there is nothing else to see (D18), so it is expanded. */
function Request({ shipping }: { shipping: Shipping }) {
  if (shipping.request === null) return null;
  const isDryRun = shipping.state === 'dry_run';
  return (
    <details open={isDryRun}>
      <summary>{isDryRun ? 'What would have been sent' : 'The request'}</summary>
      <Json label="POST /orders, personal data masked" value={shipping.request} />
    </details>
  );
}

function Facts({ shipping }: { shipping: Shipping }) {
  return (
    <dl class="facts">
      <dt>Our reference</dt>
      <dd>
        <Copied text={shipping.externalRef} />
      </dd>
      <dt>Order id of the shop</dt>
      <dd>{shipping.storeOrderId ? <Copied text={shipping.storeOrderId} /> : 'not known yet'}</dd>
      <Moment name="Created" at={shipping.createdAt} />
      <Moment name="First sent" at={shipping.firstSentAt} />
      <Moment name="Accepted by the shop" at={shipping.placedAt} />
      <Moment name="Stop requested" at={shipping.stopRequestedAt} />
      <Moment name="Given up" at={shipping.failedAt} />
      <Moment name="Ended" at={shipping.endedAt} />
      <Moment name="Next attempt" at={shipping.nextAttemptAt} />
      {shipping.lastFailure && (
        <>
          <dt>Last failure</dt>
          <dd>{plainFailure(shipping.lastFailure)}</dd>
        </>
      )}
    </dl>
  );
}

function Moment({ name, at }: { name: string; at: Date | null }) {
  if (at === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Time at={at} />
      </dd>
    </>
  );
}
