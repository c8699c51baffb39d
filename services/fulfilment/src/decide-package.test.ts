import { FulfillmentShipped, readEventData } from '@hub/contract';
import { aPackage, type PackageData } from '@hub/testing';
import { ShippingOrderState } from '@hub/database';
import { statesBefore } from '@hub/orders/states';
import { describe, expect, it } from '@jest/globals';
import { decidePackage, type KnownPackage, type ShippingOrderFacts } from './decide-package';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const SHIPPED_AT = '2026-11-21T09:00:00Z';

/** Placed as `SO-1`: three pieces of `line-a`, one of `line-b`, none packed yet. */
function anOrderPlaced(overrides: Partial<ShippingOrderFacts> = {}): ShippingOrderFacts {
  return {
    state: 'placed',
    storeOrderId: 'SO-1',
    aliases: new Set<string>(),
    stop: null,
    holdsItsLines: true,
    orderIdTaken: false,
    lines: [
      { id: 'a', reference: 'line-a', quantity: 3, packaged: 0, restEnded: false },
      { id: 'b', reference: 'line-b', quantity: 1, packaged: 0, restEnded: false },
    ],
    foreignReferences: new Set(),
    known: null,
    ...overrides,
  };
}

function anEvent(overrides: Partial<PackageData> = {}): FulfillmentShipped {
  const data = aPackage({
    package_id: 'P-1',
    carrier: 'PostNord',
    tracking_number: 'T-1',
    shipped_at: SHIPPED_AT,
    line_items: [{ external_ref: 'line-a', quantity: 1 }],
    ...overrides,
  });
  const read = readEventData(FulfillmentShipped, data);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.data;
}

const items = (...lines: [string, number][]) => ({
  line_items: lines.map(([external_ref, quantity]) => ({ external_ref, quantity })),
});

function theKnownPackage(overrides: Partial<KnownPackage> = {}): KnownPackage {
  return {
    id: 'stored',
    carrier: 'PostNord',
    trackingNumber: 'T-1',
    trackingUrl: null,
    shippedAt: anEvent().shipped_at,
    contents: new Map([['line-a', 1]]),
    ...overrides,
  };
}

describe('a valid package', () => {
  it('is stored with its pieces', () => {
    expect(decidePackage(anOrderPlaced(), anEvent(items(['line-a', 2], ['line-b', 1])), NOW)).toEqual({
      kind: 'store',
      lines: [
        { lineId: 'a', quantity: 2 },
        { lineId: 'b', quantity: 1 },
      ],
      settles: false,
      overrulesStop: false,
    });
  });

  it('may name a line several times: its pieces add up', () => {
    expect(decidePackage(anOrderPlaced(), anEvent(items(['line-a', 1], ['line-a', 2])), NOW)).toMatchObject({
      kind: 'store',
      lines: [{ lineId: 'a', quantity: 3 }],
    });
  });

  it('D11: may be the rest of a line that an earlier package began', () => {
    const order = anOrderPlaced({
      lines: [{ id: 'a', reference: 'line-a', quantity: 3, packaged: 2, restEnded: false }],
    });
    expect(decidePackage(order, anEvent(), NOW)).toMatchObject({ kind: 'store' });
  });

  it('may have shipped up to five seconds ahead of our clock (D3)', () => {
    const event = anEvent({ shipped_at: '2026-11-21T10:00:05Z' });
    expect(decidePackage(anOrderPlaced(), event, NOW)).toMatchObject({ kind: 'store' });
  });
});

describe('D11: where the receipt of POST /orders is missing', () => {
  it.each(['planned', 'sending', 'placed', 'refused'] as const)(
    'the package settles an order that is %s',
    (state) => {
      const order = anOrderPlaced({ state, storeOrderId: null });
      expect(decidePackage(order, anEvent(), NOW)).toMatchObject({ kind: 'store', settles: true });
    },
  );

  it('an order_id that is another shipping order of the shop does not belong here', () => {
    const order = anOrderPlaced({ state: 'sending', storeOrderId: null, orderIdTaken: true });
    expect(decidePackage(order, anEvent(), NOW)).toMatchObject({
      kind: 'refuse',
      refusal: { status: 422, code: 'invalid_fulfillment', field: 'data.order_id' },
    });
  });
});

describe('D12: a package while its order is being stopped', () => {
  it.each(['settling', 'due', 'sending', 'failed'] as const)('is accepted where the stop is %s', (stop) => {
    expect(decidePackage(anOrderPlaced({ stop }), anEvent(), NOW)).toMatchObject({
      kind: 'store',
      overrulesStop: true,
    });
  });

  it('is a further package where the first has overruled the stop', () => {
    const order = anOrderPlaced({ stop: 'already_shipped' });
    expect(decidePackage(order, anEvent(), NOW)).toMatchObject({ kind: 'store', overrulesStop: false });
  });
});

describe('D8: the same package_id again', () => {
  const order = anOrderPlaced({ known: theKnownPackage() });

  it('with the same data is known', () => {
    expect(decidePackage(order, anEvent(), NOW)).toEqual({ kind: 'known', packageId: 'stored' });
  });

  it('with the same pieces listed differently is known', () => {
    const known = theKnownPackage({ contents: new Map([['line-a', 2]]) });
    const event = anEvent(items(['line-a', 1], ['line-a', 1]));
    expect(decidePackage(anOrderPlaced({ known }), event, NOW)).toMatchObject({ kind: 'known' });
  });

  it.each<[string, Partial<PackageData>]>([
    ['another carrier', { carrier: 'DHL' }],
    ['another tracking number', { tracking_number: 'T-2' }],
    ['a tracking address', { tracking_url: 'https://track.example/T-1' }],
    ['another time', { shipped_at: '2026-11-21T09:00:00.000000001Z' }],
    ['another quantity', items(['line-a', 2])],
    ['another line', items(['line-b', 1])],
    ['one line more', items(['line-a', 1], ['line-b', 1])],
    ['an unknown line', items(['line-a', 1], ['nowhere', 1])],
  ])('with %s is a conflict', (_, overrides) => {
    expect(decidePackage(order, anEvent(overrides), NOW)).toMatchObject({
      kind: 'refuse',
      refusal: { status: 409, code: 'event_id_conflict', field: 'data.package_id' },
    });
  });
});

describe('a package is refused', () => {
  it.each<[string, Partial<ShippingOrderFacts>, Partial<PackageData>, object]>([
    [
      'that ships in the future',
      {},
      { shipped_at: '2026-11-21T10:00:05.001Z' },
      { status: 422, code: 'future_timestamp', field: 'data.shipped_at' },
    ],
    [
      'with the order_id of another order (D9)',
      {},
      { order_id: 'SO-2' },
      { status: 422, code: 'invalid_fulfillment', field: 'data.order_id' },
    ],
    [
      'with an unknown line',
      {},
      items(['line-a', 1], ['nowhere', 1]),
      { status: 404, code: 'unknown_line', field: 'data.line_items[1].external_ref' },
    ],
    [
      'with a line of another shipping order (D9)',
      { foreignReferences: new Set(['line-c']) },
      items(['line-c', 1]),
      { status: 422, code: 'invalid_fulfillment', field: 'data.line_items[0].external_ref' },
    ],
    [
      'with more pieces than were ordered (D8)',
      {},
      items(['line-b', 1], ['line-a', 4]),
      { status: 409, code: 'quantity_exceeded', field: 'data.line_items[1].quantity' },
    ],
    [
      'with more pieces than earlier packages left (D8)',
      { lines: [{ id: 'a', reference: 'line-a', quantity: 3, packaged: 3, restEnded: false }] },
      {},
      { status: 409, code: 'quantity_exceeded', field: 'data.line_items[0].quantity' },
    ],
    [
      'whose repeated line adds up to more than was ordered (D8)',
      {},
      items(['line-a', 2], ['line-a', 2]),
      { status: 409, code: 'quantity_exceeded', field: 'data.line_items[1].quantity' },
    ],
  ])('%s', (_, order, event, refusal) => {
    expect(decidePackage(anOrderPlaced(order), anEvent(event), NOW)).toMatchObject({
      kind: 'refuse',
      refusal,
    });
  });

  it.each<[string, Partial<ShippingOrderFacts>]>([
    ['stopped', { state: 'stopped' }],
    ['stopped before it was placed', { state: 'stopped', storeOrderId: null }],
    ['confirmed to be stopped', { stop: 'confirmed' }],
    [
      'refused by the shop itself and routed again',
      { state: 'refused', storeOrderId: null, holdsItsLines: false },
    ],
  ])('D9: for a shipping order that is %s, and support is alerted', (_, order) => {
    expect(decidePackage(anOrderPlaced(order), anEvent(), NOW)).toMatchObject({
      kind: 'refuse_stopped',
      refusal: { status: 422, code: 'invalid_fulfillment', field: 'data.external_ref' },
    });
  });
});

it('D11: a package makes placed what the state table allows, and is refused for everything else', () => {
  const states = Object.values(ShippingOrderState).filter((state) => state !== 'dry_run');
  for (const state of states)
    for (const holdsItsLines of [false, true]) {
      const order = anOrderPlaced({ state, holdsItsLines, storeOrderId: null });
      const shows = statesBefore('showPlaced').includes(state);
      const showsRefused = holdsItsLines && statesBefore('showRefusedPlaced').includes(state);
      const decision = decidePackage(order, anEvent(), NOW);
      expect(decision.kind).toBe(shows || showsRefused ? 'store' : 'refuse_stopped');
    }
});
