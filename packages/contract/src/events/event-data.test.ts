import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { FulfillmentShipped } from './fulfillment-shipped';
import { InventoryUpdated } from './inventory-updated';
import { OrderCancelled } from './order-cancelled';
import { OrderCreated } from './order-created';
import { droppedOfEvent, readEventData } from './read-event-data';
import { ReturnCreated } from './return-created';

const stock = { variant_id: 'v-1', location_id: '1001', quantity: 0, changed_at: '2026-11-21T10:00:00Z' };

const shipped = {
  order_id: 'so-1',
  external_ref: 'ref-1',
  package_id: 'p-1',
  carrier: 'PostNord',
  tracking_number: '00370',
  shipped_at: '2026-11-21T10:00:00Z',
  line_items: [{ external_ref: 'line-1', quantity: 2 }],
};

const returned = { order_id: 'so-1', lines: [{ order_line_id: 'l-1', quantity: 1 }] };

function faultOf(schema: z.ZodType, data: unknown) {
  const read = readEventData(schema, data);
  return read.ok ? null : read.refusal;
}

describe('inventory.updated (D10)', () => {
  it('reads the absolute quantity of a variant at a location', () => {
    expect(readEventData(InventoryUpdated, { ...stock, extra: 1 })).toEqual({
      ok: true,
      data: { ...stock, changed_at: 1_795_255_200_000_000_000n },
    });
  });

  // Its range depends on the location, so the handler judges it (D10).
  it.each([[-1], [0], [2_147_483_648]])('takes quantity %s', (quantity) => {
    expect(faultOf(InventoryUpdated, { ...stock, quantity })).toBeNull();
  });

  it.each([
    ['quantity', 1.5],
    ['quantity', 1e300],
    ['quantity', '1'],
    ['quantity', null],
    ['location_id', 'loc-1'],
    ['location_id', 1001],
    ['variant_id', ''],
    ['changed_at', '2026-02-30T10:00:00Z'],
    ['changed_at', undefined],
  ])('refuses %s %j', (name, value) => {
    const field = `data.${name}`;
    expect(faultOf(InventoryUpdated, { ...stock, [name]: value })).toMatchObject({
      status: 422,
      code: 'invalid_request',
      field,
    });
  });
});

describe('order.cancelled (D12)', () => {
  it('needs only the order', () => {
    expect(readEventData(OrderCancelled, { order_id: 'o-1', reason: null, cancelled_at: null })).toEqual({
      ok: true,
      data: { order_id: 'o-1' },
    });
    expect(faultOf(OrderCancelled, {})).toMatchObject({
      field: 'data.order_id',
      message: 'data.order_id is required',
    });
  });

  it('reads reason and time if given', () => {
    const data = { order_id: 'o-1', reason: 'customer', cancelled_at: '1970-01-01T00:00:00Z' };
    expect(readEventData(OrderCancelled, data)).toEqual({ ok: true, data: { ...data, cancelled_at: 0n } });
  });
});

describe('fulfillment.shipped (D11)', () => {
  it('reads one package', () => {
    expect(readEventData(FulfillmentShipped, { ...shipped, tracking_url: null })).toEqual({
      ok: true,
      data: { ...shipped, shipped_at: 1_795_255_200_000_000_000n },
    });
    const tracking_url = 'https://carrier.example/00370';
    expect(readEventData(FulfillmentShipped, { ...shipped, tracking_url })).toMatchObject({
      data: { tracking_url },
    });
  });

  it.each([
    ['data.order_id', { order_id: '' }],
    ['data.external_ref', { external_ref: undefined }],
    ['data.package_id', { package_id: null }],
    ['data.carrier', { carrier: ' ' }],
    ['data.tracking_number', { tracking_number: '' }],
    ['data.shipped_at', { shipped_at: 'now' }],
    ['data.line_items', { line_items: [] }],
    ['data.line_items[0]', { line_items: ['line-1'] }],
    ['data.line_items[1].external_ref', { line_items: [...shipped.line_items, { quantity: 1 }] }],
    ['data.line_items[0].quantity', { line_items: [{ external_ref: 'line-1', quantity: 0 }] }],
  ])('names %s', (field, change) => {
    expect(faultOf(FulfillmentShipped, { ...shipped, ...change })).toMatchObject({
      code: 'invalid_request',
      field,
    });
  });
});

describe('return.created ("Return reported by the shipping shop", D13)', () => {
  it("reads a selling platform's report, which has none of the service's references", () => {
    expect(readEventData(ReturnCreated, returned)).toEqual({ ok: true, data: returned });
  });

  it("reads a shipping shop's report", () => {
    const data = {
      ...returned,
      external_ref: 'ref-1',
      lines: [{ order_line_id: 'l-1', external_ref: 'line-1', quantity: 1, reason: 'too small' }],
      customer_note: 'thanks',
    };
    expect(readEventData(ReturnCreated, data)).toEqual({ ok: true, data });
  });

  it.each([
    ['data.order_id', { order_id: 1 }],
    ['data.external_ref', { external_ref: 'x'.repeat(256) }],
    ['data.lines', { lines: undefined }],
    ['data.lines', { lines: [] }],
    ['data.lines[0].order_line_id', { lines: [{ quantity: 1 }] }],
    ['data.lines[0].quantity', { lines: [{ order_line_id: 'l-1', quantity: 1.5 }] }],
  ])('names %s', (field, change) => {
    expect(faultOf(ReturnCreated, { ...returned, ...change })).toMatchObject({
      code: 'invalid_request',
      field,
    });
  });
});

describe('every event', () => {
  const events = { InventoryUpdated, OrderCreated, OrderCancelled, FulfillmentShipped, ReturnCreated };

  it.each(Object.entries(events))('%s names data itself if it is no object', (_, schema) => {
    expect(faultOf(schema, undefined)).toMatchObject({ field: 'data', message: 'data is required' });
    expect(faultOf(schema, [])).toMatchObject({ field: 'data', message: 'data must be an object' });
  });

  it.each(Object.entries(events))('%s never throws and never quotes the data (D6)', (_, schema) => {
    const marked = fc.constantFrom('s3cret', 's3cret\0', '\ud800s3cret');
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 1 }), marked, tie('list'), tie('fields')),
      list: fc.array(tie('any'), { maxLength: 3 }),
      fields: fc.dictionary(
        fc.constantFrom(
          'order_id',
          'line_items',
          'lines',
          'quantity',
          'tags',
          's3cret',
          '__proto__',
          'shipping_address',
        ),
        tie('any'),
      ),
    })).any;
    fc.assert(
      fc.property(value, (data) => {
        const refused = faultOf(schema, data);
        expect(refused?.field ?? 'data').toMatch(/^data\b/);
        expect(JSON.stringify(refused)).not.toContain('s3cret');
      }),
    );
  });
});

describe('D7: a faulty optional field is left out, and never refuses its event', () => {
  const long = 'x'.repeat(2_001);
  const url = `https://carrier.example/${'x'.repeat(2_025)}`;
  const line = { order_line_id: 'l-1', quantity: 1 };
  const cancelled = { order_id: 'o-1' };
  it.each<[string, z.ZodType, object, string[]]>([
    [
      'no scheme',
      FulfillmentShipped,
      { ...shipped, tracking_url: 'www.post.example/1' },
      ['data.tracking_url'],
    ],
    [
      'not HTTP',
      FulfillmentShipped,
      { ...shipped, tracking_url: 'javascript:alert(1)' },
      ['data.tracking_url'],
    ],
    ['too long', FulfillmentShipped, { ...shipped, tracking_url: url }, ['data.tracking_url']],
    ['another type', FulfillmentShipped, { ...shipped, tracking_url: 7 }, ['data.tracking_url']],
    ['no time', OrderCancelled, { ...cancelled, cancelled_at: 'today' }, ['data.cancelled_at']],
    [
      'two faults',
      OrderCancelled,
      { ...cancelled, reason: long, cancelled_at: 1 },
      ['data.reason', 'data.cancelled_at'],
    ],
    ['a note with NUL', ReturnCreated, { ...returned, customer_note: '\0' }, ['data.customer_note']],
    [
      "a line's reason",
      ReturnCreated,
      { ...returned, lines: [line, { ...line, reason: ['x'] }] },
      ['data.lines[1].reason'],
    ],
    ['none: 2 000 characters', ReturnCreated, { ...returned, customer_note: '\u{1F4E6}'.repeat(2_000) }, []],
    ['none: blank', OrderCancelled, { ...cancelled, reason: ' ' }, []],
  ])('%s', (_what, schema, data, dropped) => {
    const read = readEventData(schema, data);
    expect(read.ok).toBe(true);
    expect(droppedOfEvent(schema, data).map(({ field }) => field)).toEqual(dropped);
  });

  it('all other checks stay strict, and a fault names no value', () => {
    expect(faultOf(FulfillmentShipped, { ...shipped, carrier: 7, tracking_url: 7 })).toMatchObject({
      field: 'data.carrier',
    });
    expect(droppedOfEvent(FulfillmentShipped, { ...shipped, tracking_url: 'www.post.example' })).toEqual([
      { field: 'data.tracking_url', message: 'must be an http or https address' },
    ]);
  });
});
