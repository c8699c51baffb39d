import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maskCall, maskEvent, maskShippingOrder } from './mask';

const SHIP_TO = {
  name: 'Ada Lind',
  company: 'Lind AB',
  address_line1: 'Storgatan 1',
  zip: '111 22',
  city: 'Stockholm',
  country_code: 'SE',
  phone: null,
  email: 'x7@relay.hub.example',
  latitude: 59.33,
  longitude: 18.06,
};
const SHIPPING_ORDER = {
  external_ref: 'ref-1',
  ship_to: SHIP_TO,
  line_items: [{ external_ref: 'line-1', variant_id: 'V-1', quantity: 2, unit_price: 56.25 }],
};
const answered = (response: unknown, request: unknown = SHIPPING_ORDER) =>
  maskCall({ operation: 'place_order', request, response }).response;

describe('D29: of a body only the contract’s fields that are not personal are shown', () => {
  it('of a shipping order everything but the address, of which the country', () => {
    expect(maskShippingOrder(SHIPPING_ORDER)).toEqual({
      ...SHIPPING_ORDER,
      ship_to: {
        ...Object.fromEntries(Object.keys(SHIP_TO).map((name) => [name, '•••'])),
        country_code: 'SE',
        phone: null,
      },
    });
  });

  it('of an event its envelope and the fields of its own data; of an unknown event the envelope', () => {
    const envelope = { spec_version: '1', event: 'order.cancelled', event_id: 'E-1' };
    const data = { order_id: 'O-1', reason: 'Ada moved', cancelled_by: 'Ada', 'Ada Lind': { since: 5 } };
    expect(maskEvent({ ...envelope, data, ip: '203.0.113.77' })).toEqual({
      ...envelope,
      data: { order_id: 'O-1', reason: '•••', '•••': '•••' },
      '•••': '•••',
    });
    expect(maskEvent({ ...envelope, event: 'order.creatd', data })).toEqual({
      ...envelope,
      event: 'order.creatd',
      data: '•••',
    });
  });

  it('of a store’s answer its receipt or error, no other field, name or text', () => {
    const receipt = { success: true, external_ref: 'ref-1', order_id: 'SO-1', status: 'created' };
    expect(answered({ ...receipt, recipient: 'LOVELACE Ada', lat: 48.2082, tax_id: 'ATU1' })).toEqual({
      ...receipt,
      '•••': '•••',
    });
    for (const response of ['Ada Lind', ['Ada Lind'], [{ message: 'Ada' }]])
      expect(answered(response)).toBe('•••');
  });

  it.each([
    ['the variant V-1 is unknown', 'the variant V-1 is unknown'],
    ['Hausnummer fehlt bei ADA LIND', '•••'],
    ['cannot deliver to Störgatan', '•••'],
    ['no carrier for 111 22', '•••'],
    ['ask owner@shop.example', 'ask •••'],
  ])('of a message for people nothing that repeats the address: %s', (message, shown) => {
    expect(answered({ error: { code: 'invalid_request', message } })).toEqual({
      error: { code: 'invalid_request', message: shown },
    });
  });

  it('nothing where a text is expected and something else is sent', () => {
    const data = {
      order_id: { name: 'Ada' },
      line_items: 'Ada',
      shipping_address: ['Ada'],
      tags: [['Ada'], 'vip'],
    };
    expect(maskEvent({ event: 'order.created', data })).toEqual({
      event: 'order.created',
      data: { order_id: '•••', line_items: '•••', shipping_address: '•••', tags: ['•••', 'vip'] },
    });
  });

  it('masking what is masked changes nothing, so that what earlier releases kept can be masked again', () => {
    const once = maskCall({ operation: 'place_order', request: SHIPPING_ORDER, response: { note: 'x' } });
    expect(maskCall({ operation: 'place_order', ...once })).toEqual(once);
  });

  it('texts are those that PostgreSQL can hold, and the input stays as it is', () => {
    const before = structuredClone(SHIPPING_ORDER);
    expect(maskEvent({ event_id: 'a\0b\uD800c' })).toEqual({ event_id: 'a\uFFFDb\uFFFDc' });
    maskShippingOrder(SHIPPING_ORDER);
    expect(SHIPPING_ORDER).toEqual(before);
  });

  /** A text that occurs nowhere else. */
  const marker = fc.integer({ min: 0 }).map((n) => `Pii${n}marker`);
  const unknown = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, marker, fc.array(tie('any')), fc.dictionary(marker, tie('any'))),
  })).any;
  /** The contract's address with markers, and fields that platforms add at every level. */
  const address = fc.record({
    ...Object.fromEntries(
      ['name', 'company', 'address_line1', 'address_line2', 'zip', 'city', 'province', 'phone', 'email'].map(
        (name) => [name, unknown],
      ),
    ),
    latitude: marker,
    country_code: fc.constant('AT'),
  });
  const extra = fc.dictionary(marker, unknown);
  const anOrder = fc
    .record({ address, more: extra, inAddress: extra, inLine: extra, others: unknown, name: unknown })
    .map(({ address: given, more, inAddress, inLine, others, name }) => ({
      order_id: 'O-1',
      name,
      shipping_address: { ...inAddress, ...given },
      line_items: [{ line_item_id: 'l1', ...inLine }, others],
      billing_address: others,
      ...more,
    }));

  it('no marker of an order reaches a viewer, whatever unknown fields, names and shapes it has', () => {
    fc.assert(
      fc.property(anOrder, extra, (data, more) => {
        const shown = [
          maskEvent({ event: 'order.created', event_id: 'E-1', ...more, data }),
          maskEvent({ event: 'order.creatd', data }),
          maskShippingOrder({ ...more, ...data, ship_to: data.shipping_address }),
          maskCall({
            operation: 'place_order',
            request: { ship_to: data.shipping_address },
            response: {
              ...more,
              ...data,
              error: { code: 'x', message: `no: ${JSON.stringify(data.shipping_address)}` },
            },
          }),
          maskCall({ request: data, response: data }),
          maskEvent(data.line_items),
        ];
        expect(JSON.stringify(shown)).not.toMatch(/Pii\d/);
      }),
    );
  });
});

describe('D36: masking costs work in proportion to the body', () => {
  it('whatever its depth and the number of its personal texts', () => {
    let deep: unknown = 'Ada';
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(answered({ order_id: deep })).toEqual({ order_id: '•••' });
    const lines = Array.from({ length: 20_000 }, (_, index) => ({
      variant_id: `V-${index}`,
      name: `n ${index}`,
    }));
    const long = { error: { code: 'x', message: 'a '.repeat(2_000_000) } };
    expect(answered(long, { ship_to: SHIP_TO, line_items: lines })).toEqual(long);
  });
});
