import { describe, expect, it } from '@jest/globals';
import { OrderCreated, readEventData } from '@hub/contract';
import { anAddress, anOrder, anOrderLine, type OrderData } from '@hub/testing';
import { decideIntake, networkVariants, type IntakeDecision } from './decide-intake';
import type { IntakeFacts, KnownVariant, SellingShop } from './intake-facts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

function aSellingShop(overrides: Partial<SellingShop> = {}): SellingShop {
  return {
    id: 1,
    slug: 'seller',
    country: 'SE',
    revision: 1n,
    orders: 'live',
    currency: 'EUR',
    hubNetworkLocationId: '9000',
    destinationCountries: new Set(['SE', 'NO']),
    locations: new Set(['1001']),
    testVariants: new Set(),
    ...overrides,
  };
}

interface Given {
  order?: Partial<OrderData>;
  shop?: Partial<SellingShop>;
  variants?: Record<string, KnownVariant>;
  cancelledBefore?: boolean;
}

function decide({ order = {}, shop = {}, variants, cancelledBefore = false }: Given = {}): IntakeDecision {
  const known = variants ?? { 'V-1': { barcode: null, sku: null } };
  const facts: IntakeFacts = {
    shop: aSellingShop(shop),
    variants: new Map(Object.entries(known)),
    cancelledBefore,
  };
  return decideIntake(facts, read(order), NOW);
}

function read(order: Partial<OrderData>): OrderCreated {
  const data = readEventData(OrderCreated, anOrder({ created_at: '2026-11-21T11:00:00Z', ...order }));
  if (!data.ok) throw new Error(data.refusal.message);
  return data.data;
}

function ofRefusal(decision: IntakeDecision) {
  return decision.kind === 'refused' ? { code: decision.refusal.code, field: decision.refusal.field } : null;
}

const ownLine = anOrderLine({ fulfillment_location_id: '1001', variant_id: 'unheard-of' });

describe('invalid_order (D9)', () => {
  it.each<[string, Given, string]>([
    ['unpaid', { order: { payment_status: 'pending' } }, 'data.payment_status'],
    ['paid, but written otherwise', { order: { payment_status: 'PAID' } }, 'data.payment_status'],
    ['another currency than the sheet', { order: { currency: 'SEK' } }, 'data.currency'],
    [
      'a destination that is not on the sheet',
      { order: { shipping_address: anAddress({ country_code: 'DE' }) } },
      'data.shipping_address.country_code',
    ],
    [
      'a longitude without a latitude',
      { order: { shipping_address: anAddress({ longitude: 18 }) } },
      'data.shipping_address.latitude',
    ],
    [
      'a latitude without a longitude',
      { order: { shipping_address: anAddress({ latitude: 0 }) } },
      'data.shipping_address.longitude',
    ],
    [
      'a repeated line id, own lines counted',
      { order: { line_items: [anOrderLine({ line_item_id: 'A' }), { ...ownLine, line_item_id: 'A' }] } },
      'data.line_items[1].line_item_id',
    ],
    ['a discount above the gross value', { order: { total_discounts: 100.01 } }, 'data.total_discounts'],
  ])('%s', (_, given, field) => {
    expect(ofRefusal(decide(given))).toEqual({ code: 'invalid_order', field });
  });

  it('the message never contains the value', () => {
    const decision = decide({ order: { currency: 'XTS' } });
    expect(JSON.stringify(decision)).not.toContain('XTS');
  });

  it('a discount of exactly the gross value is accepted, compared without floating point', () => {
    const line_items = [anOrderLine({ unit_price: 0.1 }), anOrderLine({ unit_price: 0.2 })];
    expect(decide({ order: { line_items, total_discounts: 0.3 } }).kind).toBe('accepted');
  });

  it("the sheet's destinations do not matter for an order without network lines", () => {
    const shipping_address = anAddress({ country_code: 'DE' });
    expect(decide({ order: { shipping_address, line_items: [ownLine] } })).toMatchObject({
      kind: 'accepted',
      networkLines: new Set(),
    });
  });
});

describe('more than 500 network lines (D9)', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => anOrderLine({ line_item_id: `L-${n}` }));

  it("are refused with the reason; the shop's own lines do not count", () => {
    const tooMany = decide({ order: { line_items: lines(501) } });
    expect(ofRefusal(tooMany)).toEqual({ code: 'invalid_order', field: 'data.line_items' });
    expect(tooMany).toMatchObject({ tooManyLines: true, passing: false });
    const own = { ...ownLine, line_item_id: 'own' };
    expect(decide({ order: { line_items: [...lines(500), own] } }).kind).toBe('accepted');
  });
});

describe('a line at a location that is not on the sheet (D9)', () => {
  it("is the shop's own, and reported", () => {
    const stray = { ...ownLine, line_item_id: 'stray', fulfillment_location_id: '4711' };
    expect(
      decide({ order: { line_items: [anOrderLine(), { ...ownLine, line_item_id: 'own' }, stray] } }),
    ).toMatchObject({
      kind: 'accepted',
      networkLines: new Set([0]),
      strayLines: [{ lineItemId: 'stray', locationId: '4711' }],
    });
  });
});

describe('created_at in the future', () => {
  it('is future_timestamp with its own field (D9)', () => {
    expect(ofRefusal(decide({ order: { created_at: '2026-11-21T12:00:05.000000001Z' } }))).toEqual({
      code: 'future_timestamp',
      field: 'data.created_at',
    });
  });

  it('up to 5 s is within the tolerance (D3)', () => {
    expect(decide({ order: { created_at: '2026-11-21T12:00:05Z' } }).kind).toBe('accepted');
  });
});

describe('unknown variants', () => {
  const line_items = [{ ...ownLine }, anOrderLine(), anOrderLine({ variant_id: 'V-2' })];

  it('404 for a network line, with its field', () => {
    expect(ofRefusal(decide({ order: { line_items } }))).toEqual({
      code: 'unknown_variant',
      field: 'data.line_items[2].variant_id',
    });
  });

  it("the variant of a shop's own line is not checked, wherever it ships from", () => {
    expect(decide({ order: { line_items: line_items.slice(0, 2) } })).toMatchObject({
      kind: 'accepted',
      networkLines: new Set([1]),
    });
    expect(networkVariants(read({ line_items }), aSellingShop())).toEqual(['V-1', 'V-2']);
  });
});

describe('cross-checks (D31)', () => {
  const variants = { 'V-1': { barcode: '4006381333931', sku: 'SKU-1' } };
  const mismatches = (
    line: { barcode?: string; sku?: string },
    known: Record<string, KnownVariant> = variants,
  ) => {
    const decision = decide({
      order: { line_items: [anOrderLine({ line_item_id: 'A', ...line })] },
      variants: known,
    });
    return decision.kind === 'accepted' ? decision.mismatches.map(({ field }) => field) : decision;
  };

  it('another barcode or sku than the variant has: accepted, and reported', () => {
    expect(mismatches({ barcode: '4006381333948', sku: 'SKU-2' })).toEqual(['barcode', 'sku']);
  });

  it('the same GTIN with other leading zeros is the same barcode', () => {
    expect(mismatches({ barcode: '04006381333931', sku: 'SKU-1' })).toEqual([]);
  });

  it('what either side lacks cannot differ', () => {
    expect(mismatches({})).toEqual([]);
    expect(mismatches({ barcode: '1', sku: '2' }, { 'V-1': { barcode: null, sku: null } })).toEqual([]);
  });
});

describe("the shop's capability (D25)", () => {
  it('live orders are live, orders of a dry run are kept separate', () => {
    expect(decide()).toMatchObject({ mode: 'live', heldBecause: null });
    expect(decide({ shop: { orders: 'dry_run' } })).toMatchObject({ mode: 'dry_run', heldBecause: null });
  });

  it('off: refused, and not recorded for the event', () => {
    expect(decide({ shop: { orders: 'off' } })).toMatchObject({
      kind: 'refused',
      passing: true,
      refusal: { status: 403, code: 'capability_disabled' },
    });
  });

  it('draining: the paid orders that it still sends are routed', () => {
    expect(decide({ shop: { orders: 'draining' } })).toMatchObject({ mode: 'live', heldBecause: null });
  });

  it('a dry run of a variant that is no test variant is reported: no one ships it (D18)', () => {
    const dryRun = { orders: 'dry_run' } as const;
    const order = { line_items: [anOrderLine({ line_item_id: 'A' }), { ...ownLine, line_item_id: 'B' }] };
    expect(decide({ order, shop: dryRun })).toMatchObject({ dryRunSales: ['A'] });
    expect(decide({ order, shop: { ...dryRun, testVariants: new Set(['V-1']) } })).toMatchObject({
      dryRunSales: [],
    });
    expect(decide({ order })).toMatchObject({ dryRunSales: [] });
  });
});

it('an order whose cancellation came first is stored but held (D12)', () => {
  expect(decide({ cancelledBefore: true })).toMatchObject({
    kind: 'accepted',
    heldBecause: 'cancelled_before_arrival',
  });
});
