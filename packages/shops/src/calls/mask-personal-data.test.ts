import { describe, expect, it } from '@jest/globals';
import { maskCall, maskPersonalData } from './mask-personal-data';

const SHIPPING_ORDER = {
  external_ref: 'ref-1',
  ship_to: {
    name: 'Ada Lind',
    company: 'Lind AB',
    address_line1: 'Storgatan 1',
    address_line2: 'c/o Berg',
    zip: '111 22',
    city: 'Stockholm',
    province: 'AB',
    country_code: 'SE',
    phone: null,
    email: 'x7@relay.hub.example',
    latitude: 59.33,
    longitude: 18.06,
  },
  line_items: [{ external_ref: 'line-1', variant_id: 'V-1', quantity: 2, unit_price: 56.25 }],
};

describe('the call log contains no personal data (D29)', () => {
  it('replaces every personal field of an address but the country, and nothing else of a shipping order', () => {
    expect(maskPersonalData(SHIPPING_ORDER)).toEqual({
      external_ref: 'ref-1',
      ship_to: {
        name: '•••',
        company: '•••',
        address_line1: '•••',
        address_line2: '•••',
        zip: '•••',
        city: '•••',
        province: '•••',
        country_code: 'SE',
        phone: null,
        email: '•••',
        latitude: '•••',
        longitude: '•••',
      },
      line_items: SHIPPING_ORDER.line_items,
    });
  });

  it('replaces personal fields in an answer, in any naming and nesting', () => {
    const response = {
      order_id: 'SO-1',
      order: { customer: { id: 5 }, shippingAddress: [{ firstName: 'Ada', 'address-line1': 'x' }] },
    };
    expect(maskCall({ request: null, response }).response).toEqual({
      order_id: 'SO-1',
      order: { customer: '•••', shippingAddress: [{ firstName: '•••', 'address-line1': '•••' }] },
    });
  });

  it("replaces the address's texts repeated in an answer, and every e-mail address", () => {
    const message = 'cannot deliver to Ada Lind, Storgatan 1, 111 22 Stockholm; ask owner@shop.example';
    const response = { error: { code: 'invalid_request', message } };
    expect(maskCall({ request: SHIPPING_ORDER, response }).response).toEqual({
      error: { code: 'invalid_request', message: 'cannot deliver to •••, •••, ••• •••; ask •••' },
    });
  });

  it('replaces credentials that a store returns', () => {
    expect(
      maskPersonalData({ authorization: 'Bearer x', bearer_token: 'x', signature: 'sha256=00' }),
    ).toEqual({
      authorization: '•••',
      bearer_token: '•••',
      signature: '•••',
    });
  });

  it('returns texts that PostgreSQL can hold', () => {
    expect(maskPersonalData({ 'k\0': 'a\0b\uD800c' })).toEqual({ 'k\uFFFD': 'a\uFFFDb\uFFFDc' });
  });

  it('D36: shows no text of a body with thousands of personal texts, which would each be looked for in each text', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => ({
      name: `name ${index}`,
      sku: `sku ${index}`,
    }));
    expect(maskPersonalData({ lines })).toEqual({ lines: lines.map(() => ({ name: '•••', sku: '•••' })) });
  });

  it('D36: of a body of any depth', () => {
    let body: unknown = 'Ada';
    for (let depth = 0; depth < 100_000; depth += 1) body = [body];
    expect(JSON.stringify(maskPersonalData(body))).toContain('•••');
  });

  it('does not change its input', () => {
    const before = structuredClone(SHIPPING_ORDER);
    maskPersonalData(SHIPPING_ORDER);
    expect(SHIPPING_ORDER).toEqual(before);
  });
});
