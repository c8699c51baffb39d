import type { CustomerData, OrderTimeline } from '@hub/desk/orders';
import { CopyButton } from '../../layout/copied';
import { orderName } from '../order-head';
import { ADDRESS_FIELDS } from './address-fields';

export interface CustomerPageProps {
  order: OrderTimeline;
  /** Null: none of it is stored any more (D30). */
  customer: CustomerData | null;
}

/** The personal data of an order. The view is already recorded. */
export function CustomerPage({ order, customer }: CustomerPageProps) {
  return (
    <>
      <p>
        <a href={`/orders/${order.id}`}>
          Order {orderName(order)} of {order.shopName}
        </a>
      </p>
      <h1>Customer's data</h1>
      {customer ? (
        <>
          <p class="soft">
            This look is recorded. The page is not kept by the browser: leave it when you are done.
          </p>
          <Address address={customer.address} />
          <Said customer={customer} />
          <Relays customer={customer} />
        </>
      ) : (
        <p class="panel">Nothing personal of this order is kept any more: it is deleted after 180 days.</p>
      )}
    </>
  );
}

function Address({ address }: { address: CustomerData['address'] }) {
  const known = ADDRESS_FIELDS.filter(({ field }) => isGiven(address[field]));
  const names = new Set<string>(ADDRESS_FIELDS.map(({ field }) => field));
  const others = Object.keys(address).filter((field) => !names.has(field) && isGiven(address[field]));
  return (
    <section class="panel" aria-labelledby="address">
      <h2 id="address">Delivery address</h2>
      <dl class="facts">
        {known.map(({ field, label }) => (
          <>
            <dt>{label}</dt>
            <dd>{textOf(address[field])}</dd>
          </>
        ))}
        {others.map((field) => (
          <>
            <dt>{field}</dt>
            <dd>{textOf(address[field])}</dd>
          </>
        ))}
      </dl>
      <CopyButton text={known.map(({ field }) => textOf(address[field])).join('\n')} name="the address" />
    </section>
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Notes and reasons, as customers and shops wrote them (D13). */
function Said({ customer }: { customer: CustomerData }) {
  const { returns, cancellationReasons } = customer;
  if (returns.length === 0 && cancellationReasons.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="said">
      <h2 id="said">What was said</h2>
      <ul>
        {returns.map(({ note, reasons }) => (
          <li>
            Of the goods that came back: {note ?? 'no note'}
            {reasons.length > 0 && `; reasons: ${reasons.join(', ')}`}
          </li>
        ))}
        {cancellationReasons.map((reason) => (
          <li>Why it was to be stopped: {reason}</li>
        ))}
      </ul>
    </section>
  );
}

function Relays({ customer: { relayAddresses } }: { customer: CustomerData }) {
  if (relayAddresses.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="relays">
      <h2 id="relays">Relay addresses</h2>
      <p class="soft">What shipping shops write to instead of the customer's own address.</p>
      <ul>
        {relayAddresses.map(({ shippingOrder, address }) => (
          <li>
            <code>{address}</code> for shipping order <code>{shippingOrder}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
