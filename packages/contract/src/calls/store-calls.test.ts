import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { CancelReceipt, CancelRequest } from './cancel';
import { InventoryReceipt, InventoryWrite } from './inventory-write';
import { ReturnReceipt, ReturnRequest } from './return';
import { ShippingOrderReceipt, ShippingOrderRequest } from './shipping-order';
import { TrackingReceipt, TrackingRequest } from './tracking';

const shippingOrder: ShippingOrderRequest = {
  external_ref: 'ref-1',
  tag: 'hub_ship',
  payment_status: 'paid',
  currency: 'EUR',
  ship_to: {
    name: 'Ada Lind',
    address_line1: 'Storgatan 1',
    zip: '111 22',
    city: 'Stockholm',
    country_code: 'SE',
    phone: null,
    email: null,
  },
  shipping_method: { code: 'standard', title: 'Standard' },
  line_items: [
    { external_ref: 'line-1', variant_id: 'v-1', barcode: null, sku: null, quantity: 1, unit_price: 56.25 },
  ],
};

const tracking: TrackingRequest = {
  external_ref: 'pkg-1',
  carrier: 'PostNord',
  tracking_number: '00370',
  shipped_at: '2026-11-21T10:00:00.000000001Z',
  line_items: [{ line_item_id: 'l-1', quantity: 2 }],
};

const requests: Record<string, { schema: z.ZodType; body: Record<string, unknown>; required: string[] }> = {
  'PUT /inventory (D15)': {
    schema: InventoryWrite,
    body: { variant_id: 'v-1', location_id: '9000', quantity: 0 },
    required: ['variant_id', 'location_id', 'quantity'],
  },
  'POST /orders ("Shipping order", D18)': {
    schema: ShippingOrderRequest,
    body: shippingOrder,
    required: [
      'external_ref',
      'tag',
      'payment_status',
      'currency',
      'ship_to',
      'shipping_method',
      'line_items',
    ],
  },
  'PUT /orders/{order_id}/tracking (D20)': {
    schema: TrackingRequest,
    body: tracking,
    required: ['external_ref', 'carrier', 'tracking_number', 'shipped_at', 'line_items'],
  },
  'POST /cancel (D21)': {
    schema: CancelRequest,
    body: { external_ref: 'cancel-1', order_id: 'so-1' },
    required: ['external_ref', 'order_id'],
  },
  'POST /returns ("Return request", D22)': {
    schema: ReturnRequest,
    body: { external_ref: 'ret-1', order_id: 'o-1', lines: [{ order_line_id: 'l-1', quantity: 1 }] },
    required: ['external_ref', 'order_id', 'lines'],
  },
};

const receipts: Record<
  string,
  { schema: z.ZodType; body: Record<string, unknown>; wrong: [string, unknown][] }
> = {
  'PUT /inventory (D15)': {
    schema: InventoryReceipt,
    body: { success: true, variant_id: 'v-1', location_id: '9000', quantity: 5 },
    wrong: [
      ['success', false],
      ['quantity', '5'],
      ['quantity', -1],
    ],
  },
  'POST /orders ("Shipping order receipt")': {
    schema: ShippingOrderReceipt,
    body: { success: true, external_ref: 'ref-1', order_id: 'so-1', status: 'created' },
    wrong: [
      ['success', 'true'],
      ['status', 'pending'],
      ['order_id', ''],
      ['order_id', 17],
    ],
  },
  'PUT /orders/{order_id}/tracking (D20)': {
    schema: TrackingReceipt,
    body: { success: true, external_ref: 'pkg-1', order_id: 'o-1' },
    wrong: [['success', 1]],
  },
  'POST /cancel (D21)': {
    schema: CancelReceipt,
    body: { success: true, external_ref: 'cancel-1', order_id: 'so-1', status: 'stopped' },
    wrong: [
      ['status', 'created'],
      ['success', false],
    ],
  },
  'POST /returns ("Return receipt")': {
    schema: ReturnReceipt,
    body: { external_ref: 'ret-1', return_id: 'r-1' },
    wrong: [
      ['return_id', ''],
      ['return_id', 9],
    ],
  },
};

describe.each(Object.entries(requests))('request of %s', (_, { schema, body, required }) => {
  it('stays on the wire as it was built', () => {
    expect(schema.parse(body)).toEqual(body);
  });

  it.each(required.map((field) => [field]))('always has %s', (field) => {
    expect(schema.safeParse({ ...body, [field]: undefined }).success).toBe(false);
    expect(schema.safeParse({ ...body, [field]: null }).success).toBe(false);
  });
});

describe.each(Object.entries(receipts))('receipt of %s', (_, { schema, body, wrong }) => {
  it('is read, extra fields ignored', () => {
    expect(schema.parse({ ...body, warehouse: 'x' })).toEqual(body);
  });

  it.each(Object.keys(body).map((field) => [field]))('is none without %s', (field) => {
    expect(schema.safeParse({ ...body, [field]: undefined }).success).toBe(false);
  });

  it.each(wrong)('is none with %s %j', (field, value) => {
    expect(schema.safeParse({ ...body, [field]: value }).success).toBe(false);
  });
});

describe('POST /orders (D18)', () => {
  const [line] = shippingOrder.line_items;
  const accepts = (change: object) => ShippingOrderRequest.safeParse({ ...shippingOrder, ...change }).success;
  const acceptsLine = (change: object) => accepts({ line_items: [{ ...line, ...change }] });
  const acceptsShipTo = (change: object) => accepts({ ship_to: { ...shippingOrder.ship_to, ...change } });

  it.each([['variant_id'], ['barcode'], ['sku']])('a line always has %s', (field) => {
    expect(acceptsLine({ [field]: undefined })).toBe(false);
  });

  it('a line is identified by variant or barcode', () => {
    expect(acceptsLine({ variant_id: null, barcode: '4006381333931' })).toBe(true);
    expect(acceptsLine({ variant_id: null, barcode: null, sku: 'S-1' })).toBe(false);
  });

  it.each([['phone'], ['email']])('the address always has %s', (field) => {
    expect(acceptsShipTo({ [field]: 'x' })).toBe(true);
    expect(acceptsShipTo({ [field]: undefined })).toBe(false);
  });

  it('is paid, tagged and standard, and nothing else', () => {
    expect(accepts({ tag: 'other' })).toBe(false);
    expect(accepts({ payment_status: 'pending' })).toBe(false);
    expect(accepts({ shipping_method: { code: 'express' } })).toBe(false);
    expect(accepts({ line_items: [] })).toBe(false);
  });

  it.each([[0], [56.25], [0.000001]])('pays %s per unit', (unit_price) => {
    expect(acceptsLine({ unit_price })).toBe(true);
  });

  it.each([['56.25'], [-1], [1 / 3], [null]])('does not pay %j', (unit_price) => {
    expect(acceptsLine({ unit_price })).toBe(false);
  });

  it('carries the extras a sheet asked for', () => {
    const extras = { total_price: 56.25, carrier_note: 'ring twice', seller_order_number: '#1001' };
    const body = { ...shippingOrder, ...extras, line_items: [{ ...line, title: 'Sock' }] };
    expect(ShippingOrderRequest.parse(body)).toEqual(body);
  });

  it("does not check the wording of a receipt's message", () => {
    const receipt = { success: true, external_ref: 'ref-1', order_id: 'so-1', status: 'created' };
    for (const message of ['Tack!', 7, null, {}]) {
      expect(ShippingOrderReceipt.safeParse({ ...receipt, message }).success).toBe(true);
    }
  });
});

describe('PUT /orders/{order_id}/tracking (D20)', () => {
  it.each([['2026-11-21T10:00:00+01:00'], ['2026-02-30T10:00:00Z'], [0]])(
    'is not shipped at %j',
    (shipped_at) => {
      expect(TrackingRequest.safeParse({ ...tracking, shipped_at }).success).toBe(false);
    },
  );
});
