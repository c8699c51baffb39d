import { describe, expect, it } from '@jest/globals';
import { EVENTS } from './events/events';
import { fieldsOf } from './personal';
import { PERSONAL_FIELD_NAMES } from './personal-fields';

/** Fields of events that reveal nothing about a customer. */
const IMPERSONAL = [
  'barcode carrier changed_at cancelled_at code country_code created_at currency external_ref fulfillment_location_id',
  'hub_external_ref line_item_id location_id order_id order_line_id order_number package_id payment_status quantity',
  'shipped_at shipping_cost sku subtotal tags title total_discounts total_price total_tax tracking_number tracking_url',
  'unit_price variant_id',
].flatMap((names) => names.split(' '));

describe('D29: the personal fields of events are marked where they are defined', () => {
  it.each(EVENTS.map(({ name, data }) => [name, data] as const))(
    '%s: each field is marked as personal, or known to reveal nothing about a customer',
    (_, data) => {
      const unknown = fieldsOf(data).filter(({ name, personal }) => !personal && !IMPERSONAL.includes(name));
      expect(unknown.map(({ path }) => path)).toEqual([]);
    },
  );

  it('the marks are found at any depth, through lists and optional fields', () => {
    expect(PERSONAL_FIELD_NAMES).toEqual(
      expect.arrayContaining(['address_line1', 'customer_note', 'email', 'latitude', 'name', 'phone', 'zip']),
    );
    expect(PERSONAL_FIELD_NAMES).not.toContain('reason');
  });
});
