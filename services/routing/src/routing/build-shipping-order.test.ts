import { describe, expect, it } from '@jest/globals';
import type { Placement } from '@hub/orders/placements';
import { buildShippingOrder, type PlacedLine, type ShippingOrderParts } from './build-shipping-order';
import { References } from './references';

const KEY = '00112233445566778899aabbccddeeff'.repeat(2);
const references = new References(KEY, 'relay.hub.example');

function aPlacedLine(overrides: Partial<PlacedLine> = {}): PlacedLine {
  return {
    position: 2,
    quantity: 3,
    title: 'Wool hat',
    variantId: 'V-9',
    barcode: '4006381333931',
    sku: null,
    unitPrice: '6.77',
    ...overrides,
  };
}

function parts(
  overrides: Partial<ShippingOrderParts> = {},
  order: Partial<ShippingOrderParts['order']> = {},
): ShippingOrderParts {
  return {
    sellingShop: 'seller',
    shippingShop: 'shipper',
    optionalFields: new Set(),
    order: {
      orderId: 'O-1',
      orderNumber: '#1001',
      name: 'Order 1001',
      currency: 'EUR',
      shipTo: {
        name: 'Ada Lind',
        address_line1: 'Storgatan 1',
        zip: '111 22',
        city: 'Stockholm',
        country_code: 'SE',
        email: 'ada.lind@customer.example',
      },
      shippingMethod: { code: 'EXP', title: 'Express' },
      ...order,
    },
    placementNumber: 1,
    lines: [aPlacedLine()],
    ...overrides,
  };
}

const build = (given = parts()) => buildShippingOrder(given, references);

describe('shipping order (contract, "Shipping order"; D18)', () => {
  it("is exactly the contract's table, unknown values null", () => {
    const { externalRef, relayEmail, payload } = build();
    expect(payload).toEqual({
      external_ref: externalRef,
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
        email: relayEmail,
      },
      shipping_method: { code: 'standard', title: 'Standard' },
      line_items: [
        {
          external_ref: `${externalRef}-2`,
          variant_id: 'V-9',
          barcode: '4006381333931',
          sku: null,
          quantity: 3,
          unit_price: 6.77,
        },
      ],
    });
  });

  it('the rest of the address is passed on as given, including coordinates', () => {
    const more = {
      phone: '+46 1',
      company: 'Lind AB',
      address_line2: 'c/o',
      province: 'AB',
      latitude: 59.3,
      longitude: 18,
    };
    const { payload } = build(parts({}, { shipTo: { ...parts().order.shipTo, ...more } }));
    expect(payload.ship_to).toMatchObject(more);
  });

  it.each([
    ['line_titles', { line_items: [expect.objectContaining({ title: 'Wool hat' })] }],
    ['totals', { total_price: 20.31 }],
    ['carrier_note', { carrier_note: 'Express' }],
    ['seller_order_number', { seller_order_number: '#1001' }],
  ])('the extra %s only where the sheet asks for it', (field, expected) => {
    expect(build(parts({ optionalFields: new Set([field]) })).payload).toMatchObject(expected);
    expect(build().payload).not.toMatchObject(expected);
  });

  it('extras that the order does not have are left out', () => {
    const optionalFields = new Set(['carrier_note', 'line_titles']);
    const lines = [aPlacedLine({ title: null })];
    const { payload } = build(parts({ optionalFields, lines }, { shippingMethod: null }));
    expect(payload).not.toHaveProperty('carrier_note');
    expect(payload.line_items[0]).not.toHaveProperty('title');
  });
});

describe('relay address (D29)', () => {
  it("the customer's address is never sent: an opaque one under the operator's domain is", () => {
    const { relayEmail, payload } = build();
    expect(relayEmail).toMatch(/^[0-9a-f]{32}@relay\.hub\.example$/);
    expect(JSON.stringify(payload)).not.toContain('customer.example');
  });

  it('is a different one for each shipping order', () => {
    expect(build(parts({ placementNumber: 2 })).relayEmail).not.toBe(build().relayEmail);
  });

  it('no e-mail given: null', () => {
    const { email: _, ...shipTo } = parts().order.shipTo;
    const { relayEmail, payload } = build(parts({}, { shipTo }));
    expect(relayEmail).toBeNull();
    expect(payload.ship_to.email).toBeNull();
  });
});

describe('references (D18)', () => {
  const placement: Placement = { sellingShop: 'seller', orderId: 'O-1', shippingShop: 'shipper', number: 1 };

  it('the same placement has the same reference in a restored database', () => {
    const restored = new References(KEY, 'relay.hub.example');
    expect(restored.ofOrder(placement)).toBe(references.ofOrder(placement));
    expect(references.ofOrder(placement)).toMatch(/^hub-[0-9a-f]{32}$/);
  });

  it.each<[string, Partial<Placement>]>([
    ['selling shop', { sellingShop: 'other' }],
    ['order', { orderId: 'O-2' }],
    ['shipping shop', { shippingShop: 'other' }],
    ['placement', { number: 2 }],
  ])('another %s has another reference', (_, change) => {
    expect(references.ofOrder({ ...placement, ...change })).not.toBe(references.ofOrder(placement));
  });

  it('cannot be forged without the key', () => {
    expect(new References('ff'.repeat(32), 'relay.hub.example').ofOrder(placement)).not.toBe(
      references.ofOrder(placement),
    );
  });
});
