import { orderAddress } from './orders-page';

const NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  company: 'Company',
  address_line1: 'Street',
  address_line2: 'Street, second line',
  zip: 'Postcode',
  city: 'City',
  province: 'Province',
  country_code: 'Country',
  phone: 'Phone',
  email: 'E-mail (relayed)',
};

/** The delivery address of one order as it was sent; viewing it is recorded. */
export function CustomerPage({
  reference,
  shipTo,
}: {
  reference: string;
  shipTo: Readonly<Record<string, unknown>>;
}) {
  const fields = Object.entries(NAMES).filter(([field]) => typeof shipTo[field] === 'string');
  return (
    <>
      <p>
        <a href={orderAddress(reference)}>To the order</a>
      </p>
      <h1>Delivery address</h1>
      <p class="soft">As it was sent to your store. That you looked is recorded.</p>
      <dl class="panel">
        {fields.map(([field, name]) => (
          <>
            <dt>{name}</dt>
            <dd>{String(shipTo[field])}</dd>
          </>
        ))}
      </dl>
    </>
  );
}
