import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../limits';
import { OrderCreated } from './order-created';
import { readEventData } from './read-event-data';

const address = {
  name: 'Ada Lind',
  address_line1: 'Storgatan 1',
  zip: '111 22',
  city: 'Stockholm',
  country_code: 'SE',
};

const line = {
  line_item_id: 'l-1',
  variant_id: 'v-1',
  quantity: 1,
  unit_price: 100.5,
  fulfillment_location_id: '9000',
};

const order = {
  order_id: 'o-1',
  created_at: '1970-01-01T00:00:00Z',
  payment_status: 'paid',
  currency: 'EUR',
  shipping_address: address,
  line_items: [line],
  shipping_cost: 0,
  total_discounts: 0,
};

const read = (change: object) => readEventData(OrderCreated, { ...order, ...change });
const refusalOf = (change: object) => {
  const result = read(change);
  return result.ok ? null : result.refusal;
};

describe('order.created ("Seller order"): what is read', () => {
  it('an order with only the required fields', () => {
    expect(read({})).toEqual({
      ok: true,
      data: {
        ...order,
        created_at: 0n,
        line_items: [{ ...line, unit_price: '100.5' }],
        shipping_cost: '0',
        total_discounts: '0',
      },
    });
  });

  it('an order with every field, amounts exact', () => {
    const full = {
      order_number: '#1001',
      name: '#1001',
      tags: ['vip', ''],
      hub_external_ref: 'ref-1',
      shipping_address: {
        ...address,
        company: 'Lind AB',
        address_line2: 'vån 2',
        province: 'Stockholm',
        phone: '+46 1',
        email: 'ada@mail.example',
        latitude: 59.33,
        longitude: -18.06,
      },
      shipping_method: { code: 'express', title: 'Express' },
      line_items: [{ ...line, barcode: '4006381333931', sku: 'S', title: 'Sock' }],
    };
    const amounts = { subtotal: 100.5, total_tax: 20.1, total_price: 100.5 };
    expect(read({ ...full, ...amounts, unknown: { field: 1 } })).toEqual({
      ok: true,
      data: {
        ...order,
        ...full,
        created_at: 0n,
        line_items: [{ ...full.line_items[0], unit_price: '100.5' }],
        subtotal: '100.5',
        total_tax: '20.1',
        total_price: '100.5',
        shipping_cost: '0',
        total_discounts: '0',
      },
    });
  });

  it.each([
    ['order_number'],
    ['name'],
    ['tags'],
    ['hub_external_ref'],
    ['shipping_method'],
    ['subtotal'],
    ['total_tax'],
  ])('null for the optional %s is absence', (field) => {
    const result = read({ [field]: null });
    expect(result.ok && result.data).toEqual(expect.not.objectContaining({ [field]: null }));
    expect(result.ok).toBe(true);
  });

  it.each([
    ['too many decimals', 0.1234567],
    ['a negative one', -5],
    ['too many digits', 1e15],
  ])(
    'D7: an optional figure that is no amount (%s) is ignored: the paid order is not lost over it',
    (_, figure) => {
      const result = read({ subtotal: figure, total_tax: figure, total_price: 1.1 * 3 });
      expect(result.ok && result.data).toMatchObject({ total_price: '3.3' });
      expect(result.ok && result.data).toEqual(expect.not.objectContaining({ subtotal: expect.anything() }));
    },
  );

  it('D7: binary noise in a required figure is forgiven', () => {
    const result = read({ shipping_cost: 1 - 0.95, line_items: [{ ...line, unit_price: 1.1 * 3 }] });
    expect(result.ok && result.data).toMatchObject({
      shipping_cost: '0.05',
      line_items: [{ unit_price: '3.3' }],
    });
  });

  it('null or blank for optional texts of the address and lines is absence', () => {
    const blank = { company: '', phone: ' ', email: null, latitude: null, longitude: null };
    const result = read({
      shipping_address: { ...address, ...blank },
      line_items: [{ ...line, barcode: '', sku: null, title: '' }],
    });
    expect(result.ok && result.data.shipping_address).toEqual(address);
    expect(result.ok && result.data.line_items).toEqual([{ ...line, unit_price: '100.5' }]);
  });

  it('the country in upper case', () => {
    const result = read({ shipping_address: { ...address, country_code: 'se' } });
    expect(result.ok && result.data.shipping_address.country_code).toBe('SE');
  });
});

describe('order.created: the schema does not judge what D9 calls invalid_order', () => {
  it.each([
    ['unpaid', { payment_status: 'pending' }],
    ['another currency', { currency: 'eur' }],
    ['a country no sheet lists', { shipping_address: { ...address, country_code: 'ZZ' } }],
    ['one coordinate', { shipping_address: { ...address, latitude: 59 } }],
    ['a discount above the gross value', { total_discounts: 1_000_000 }],
    ['a repeated line id', { line_items: [line, line] }],
  ])('%s passes', (_, change) => {
    expect(refusalOf(change)).toBeNull();
  });
});

describe('order.created: what is refused, and the field it names (D6, D9)', () => {
  it.each([
    ['order_id'],
    ['created_at'],
    ['payment_status'],
    ['currency'],
    ['shipping_address'],
    ['line_items'],
    ['shipping_cost'],
    ['total_discounts'],
  ])('%s is required, null is none', (name) => {
    const field = `data.${name}`;
    const expected = { status: 422, code: 'invalid_request', field, message: `${field} is required` };
    expect(refusalOf({ [name]: undefined })).toEqual(expected);
    expect(refusalOf({ [name]: null })).toEqual(expected);
  });

  it.each([['name'], ['address_line1'], ['zip'], ['city'], ['country_code']])(
    'shipping_address.%s is required and not blank',
    (name) => {
      for (const value of [undefined, null, '', '  ', 7]) {
        expect(refusalOf({ shipping_address: { ...address, [name]: value } })).toMatchObject({
          code: 'invalid_request',
          field: `data.shipping_address.${name}`,
        });
      }
    },
  );

  it.each(Object.keys(line).map((name) => [name]))('line_items[].%s is required', (name) => {
    for (const value of [undefined, null, {}]) {
      expect(refusalOf({ line_items: [line, { ...line, [name]: value }] })).toMatchObject({
        code: 'invalid_request',
        field: `data.line_items[1].${name}`,
      });
    }
  });

  it.each([
    ['data.order_id', { order_id: 'x'.repeat(256) }],
    ['data.name', { name: '\ud800' }],
    ['data.payment_status', { payment_status: true }],
    ['data.tags', { tags: 'vip' }],
    ['data.tags[1]', { tags: ['vip', null] }],
    ['data.shipping_address', { shipping_address: 'Storgatan 1' }],
    ['data.shipping_address.country_code', { shipping_address: { ...address, country_code: 'SWE' } }],
    ['data.shipping_address.latitude', { shipping_address: { ...address, latitude: 90.1 } }],
    ['data.shipping_address.longitude', { shipping_address: { ...address, longitude: '18' } }],
    ['data.shipping_method', { shipping_method: 'express' }],
    ['data.shipping_method.code', { shipping_method: { code: 1 } }],
    ['data.line_items', { line_items: [] }],
    ['data.line_items', { line_items: Array.from({ length: LIMITS.maxEntries + 1 }, () => line) }],
    ['data.line_items[0]', { line_items: [null] }],
    ['data.line_items[0].quantity', { line_items: [{ ...line, quantity: 0 }] }],
    ['data.line_items[0].quantity', { line_items: [{ ...line, quantity: 2_147_483_648 }] }],
    ['data.line_items[0].unit_price', { line_items: [{ ...line, unit_price: '100' }] }],
    ['data.line_items[0].unit_price', { line_items: [{ ...line, unit_price: -1 }] }],
    [
      'data.line_items[0].fulfillment_location_id',
      { line_items: [{ ...line, fulfillment_location_id: 'main' }] },
    ],
    ['data.subtotal', { subtotal: '12.50' }],
    ['data.shipping_cost', { shipping_cost: 0.1234567 }],
    ['data.total_discounts', { total_discounts: null }],
    ['data.shipping_cost', { shipping_cost: '0' }],
    ['data.total_discounts', { total_discounts: -5 }],
  ])('%s', (field, change) => {
    expect(refusalOf(change)).toMatchObject({ status: 422, code: 'invalid_request', field });
  });

  it('names the first fault in the order of the fields', () => {
    expect(refusalOf({ total_discounts: null, order_id: 7, line_items: [] })).toMatchObject({
      field: 'data.order_id',
    });
    const lines = [{ ...line, unit_price: null, quantity: 0 }, {}];
    expect(refusalOf({ shipping_cost: null, line_items: lines })).toMatchObject({
      field: 'data.line_items[0].quantity',
    });
  });

  it('D6: reads a long list no further than its first fault, and names it by its place', () => {
    let readBehind = 0;
    const behind = {
      get line_item_id(): never {
        readBehind += 1;
        throw new Error('is not to be read');
      },
    };
    const before = Array.from({ length: 300 }, () => line);
    expect(refusalOf({ line_items: [...before, { ...line, quantity: 0 }, behind] })).toMatchObject({
      field: 'data.line_items[300].quantity',
    });
    expect(readBehind).toBe(0);
    expect(refusalOf({ line_items: [...before, line] })).toBeNull();
  });

  it('gives the same text for a quantity that is no number, no whole number or out of range', () => {
    for (const quantity of ['2', 1.5, -1, 1e300]) {
      expect(refusalOf({ line_items: [{ ...line, quantity }] })?.message).toBe(
        'data.line_items[0].quantity must be a whole number from 1 to 2147483647',
      );
    }
  });
});
