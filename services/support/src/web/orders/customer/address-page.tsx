import type { OrderTimeline } from '@hub/desk/orders';
import { ActionForm } from '../../layout/action-form';
import { orderName } from '../order-head';
import { ADDRESS_FIELDS, type AddressEntries } from './address-fields';
import { WrongAddress } from './wrong-address';

interface AddressFault {
  field: string;
  message: string;
}

export interface AddressRefusal {
  says: string;
  /** Of fields; none if it is not for their sake. */
  faults: readonly AddressFault[];
}

export interface AddressPageProps {
  order: OrderTimeline;
  entries: AddressEntries;
  /** Why what was entered was not saved; null: nothing was refused. */
  refusal: AddressRefusal | null;
  /** The entries show the stored address: the view is recorded. */
  revealed: boolean;
}

/** Corrects the delivery address as long as no shop has the order: the whole address is entered again. */
export function AddressPage({ order, entries, refusal, revealed }: AddressPageProps) {
  const faults = refusal?.faults ?? [];
  return (
    <>
      <p>
        <a href={`/orders/${order.id}`}>
          Order {orderName(order)} of {order.shopName}
        </a>
      </p>
      <h1>Correct the address</h1>
      {refusal && <Refusal refusal={refusal} />}
      <WrongAddress order={order} />
      <div class="panel narrow">
        <h2>What will happen</h2>
        <ul>
          <li>Shipping orders that no store was sent yet get the new address; the old one is gone.</li>
          <li>The address is given as a whole: a field left empty is removed.</li>
          <li>What a shop has refused is routed again: it, or another shop, gets it with the new address.</li>
          <li>Otherwise shops stay as they are chosen, and the selling shop is not notified.</li>
          <li>This cannot be undone: correct it again as long as no shop has the order.</li>
          <li>Which fields changed is recorded, what stands in them is not.</li>
        </ul>
        {revealed ? (
          <p class="soft">This is the address as it is stored. The look is recorded.</p>
        ) : (
          <ActionForm action={`/orders/${order.id}/address/current`} label="Current address" class="actions">
            <button type="submit" class="quiet">
              Show the current address
            </button>
            <span class="soft">The look is recorded.</span>
          </ActionForm>
        )}
      </div>
      <ActionForm action={`/orders/${order.id}/address`} label="New address" class="panel narrow stack">
        <p class="soft">What is marked * is required.</p>
        {ADDRESS_FIELDS.map(({ field, label, required, ...more }) => (
          <Field
            key={field}
            field={field}
            label={'hint' in more ? `${label} (${more.hint})` : label}
            required={required}
            value={entries[field] ?? (field === 'country_code' ? order.destinationCountry : '')}
            fault={faults.find((fault) => fault.field === field)}
          />
        ))}
        <div class="actions">
          <button type="submit">Save the corrected address</button>
          <a href={`/orders/${order.id}`}>Leave it as it is</a>
        </div>
      </ActionForm>
    </>
  );
}

function Refusal({ refusal: { says, faults } }: { refusal: AddressRefusal }) {
  return (
    <div class="notice refused" role="alert">
      <p>{says}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ field, message }) => (
            <li>
              <a href={`#${field}`}>{field}</a>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface FieldProps {
  field: string;
  label: string;
  required: boolean;
  value: string;
  fault: AddressFault | undefined;
}

function Field({ field, label, required, value, fault }: FieldProps) {
  const says = `${field}-says`;
  return (
    <div class="field">
      <label for={field}>
        {label}
        {required ? ' *' : ''}
      </label>
      <input
        id={field}
        name={field}
        value={value}
        required={required}
        maxLength={255}
        autocomplete="off"
        aria-invalid={fault ? 'true' : undefined}
        aria-describedby={fault ? says : undefined}
      />
      {fault && (
        <p id={says} class="bad">
          {fault.message}
        </p>
      )}
    </div>
  );
}
