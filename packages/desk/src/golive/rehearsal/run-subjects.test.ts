import { NO_PEOPLE } from '@hub/conformance';
import { findEvent } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { readNames, RunSubjects } from './run-subjects';

const CODE = 'BCDFGHJK';

const subjects = () =>
  new RunSubjects({ code: CODE }, { testVariants: new Set(['V-test']), hubNetworkLocationId: '9000' });

function named(event: string, data: object, capabilityOff = false) {
  const body = Buffer.from(JSON.stringify({ event, data }));
  const found = readNames({ event: findEvent(event)?.name ?? null, capabilityOff, body });
  if (found === null) throw new Error('it is no event');
  return found;
}

const line = (variant_id: string, fulfillment_location_id = '9000') => ({
  variant_id,
  fulfillment_location_id,
});
const sale = (lines: object[], company: string | null = CODE) => ({
  order_id: '7',
  shipping_address: { name: 'Robin Example', company },
  line_items: lines,
});

/** A run that placed the shipping order T-1 at the store, and sold S-1. */
async function withOrders(own: RunSubjects): Promise<RunSubjects> {
  const call = {
    operation: 'place_order' as const,
    body: { external_ref: 'rehearsal-1', line_items: [{ external_ref: 'rehearsal-2' }] },
  };
  own.before(call);
  own.see(call, {
    kind: 'answered',
    status: 200,
    headers: {},
    body: { order_id: 'T-1' },
    bytes: 0,
    tookMs: 1,
  });
  await own.watch(NO_PEOPLE).cancelSale('S-1');
  return own;
}

describe('D32: which events a run takes', () => {
  const OFF = true;
  const LIVE = false;

  it.each<[string, string, object, { [waiting in 'waiting' | 'not']: boolean }, boolean]>([
    [
      'a package of its shipping order',
      'fulfillment.shipped',
      { external_ref: 'rehearsal-1' },
      { waiting: true, not: true },
      LIVE,
    ],
    [
      'the same by the id of the receipt',
      'fulfillment.shipped',
      { order_id: 'T-1' },
      { waiting: true, not: true },
      LIVE,
    ],
    [
      'an echo of its shipping order',
      'order.created',
      { hub_external_ref: 'rehearsal-1' },
      { waiting: true, not: true },
      LIVE,
    ],
    ['a cancellation of its sale', 'order.cancelled', { order_id: 'S-1' }, { waiting: true, not: true }, OFF],
    [
      'a reference of another run',
      'fulfillment.shipped',
      { external_ref: 'rehearsal-9' },
      { waiting: false, not: false },
      OFF,
    ],
    [
      "a package of a customer's order",
      'fulfillment.shipped',
      { external_ref: 'H-1', order_id: 'T-2' },
      { waiting: false, not: false },
      LIVE,
    ],
    ["a customer's cancellation", 'order.cancelled', { order_id: '7' }, { waiting: false, not: false }, OFF],
    ["a customer's return", 'return.created', { order_id: '7' }, { waiting: false, not: false }, OFF],
    [
      'stock of a run variant, inventory off',
      'inventory.updated',
      { variant_id: 'V-test' },
      { waiting: true, not: false },
      OFF,
    ],
    [
      'stock of a run variant, inventory live',
      'inventory.updated',
      { variant_id: 'V-test' },
      { waiting: false, not: false },
      LIVE,
    ],
    [
      'stock of another variant',
      'inventory.updated',
      { variant_id: 'V-1' },
      { waiting: false, not: false },
      OFF,
    ],
    ['a sale with the code', 'order.created', sale([line('V-test')]), { waiting: true, not: false }, OFF],
    [
      'a sale with the code, orders live',
      'order.created',
      sale([line('V-test')]),
      { waiting: true, not: false },
      LIVE,
    ],
    [
      'a sale with the code and lines of its own',
      'order.created',
      sale([line('V-test'), line('V-1', '1001')]),
      { waiting: true, not: false },
      OFF,
    ],
    [
      'a sale without the code',
      'order.created',
      sale([line('V-test')], null),
      { waiting: false, not: false },
      OFF,
    ],
    [
      'a sale without the code, orders live',
      'order.created',
      sale([line('V-test')], 'Acme'),
      { waiting: false, not: false },
      LIVE,
    ],
    [
      'a sale with the code of other variants',
      'order.created',
      sale([line('V-test'), line('V-1')]),
      { waiting: false, not: false },
      OFF,
    ],
    ['a sale with the code without lines', 'order.created', sale([]), { waiting: false, not: false }, OFF],
    [
      'data that is none',
      'inventory.updated',
      { variant_id: 7, line_items: 7 },
      { waiting: false, not: false },
      OFF,
    ],
  ])('%s', async (_, event, data, { waiting, not }, capabilityOff) => {
    const own = await withOrders(subjects());
    expect(own.owns(named(event, data, capabilityOff), { isAwaited: true })).toBe(waiting);
    expect(own.owns(named(event, data, capabilityOff), { isAwaited: false })).toBe(not);
  });

  it('a sale that it took is its own from then on, whatever comes of it', () => {
    const own = subjects();
    const cancelled = named('order.cancelled', { order_id: '7' });
    expect(own.owns(cancelled, { isAwaited: false })).toBe(false);
    own.take(named('order.created', sale([line('V-test')])));
    expect(own.owns(cancelled, { isAwaited: false })).toBe(true);
  });

  it('what its people are asked for is its own from before they begin', async () => {
    const own = subjects();
    const people = own.watch({
      ...NO_PEOPLE,
      sell: async () => {
        expect(own.owns(named('order.created', sale([line('V-9')])), { isAwaited: true })).toBe(true);
        return { orderId: '8', lines: [] };
      },
    });
    await people.sell([{ variantId: 'V-9', quantity: 1 }], { code: CODE, discounted: false });
    await people.ship({ orderId: 'T-9', externalRef: 'r', lines: [] });
    for (const data of [{ order_id: '8' }, { order_id: 'T-9' }])
      expect(own.owns(named('return.created', data), { isAwaited: false })).toBe(true);
  });

  it('the run watches what the hub answers to a report that it asked for, and to nothing else', () => {
    const own = subjects();
    const report = named('inventory.updated', { variant_id: 'V-test' });
    expect(own.watches(report, { isAwaited: true })).toBe(true);
    expect(own.watches(report, { isAwaited: false })).toBe(false);
    expect(own.watches(named('order.created', sale([line('V-test')], null)), { isAwaited: true })).toBe(
      false,
    );
  });

  it('bytes that are no event are of none', () => {
    expect(readNames({ event: null, capabilityOff: true, body: Buffer.from('{') })).toBeNull();
  });
});
