import { NO_PEOPLE } from '@hub/conformance';
import { describe, expect, it } from '@jest/globals';
import { RunSubjects } from './run-subjects';

const subjects = () => new RunSubjects({ testVariants: new Set(['V-test']), hubNetworkLocationId: '9000' });

function event(name: string, data: object, capabilityOff = false) {
  return { event: null, capabilityOff, body: Buffer.from(JSON.stringify({ event: name, data })) };
}

const line = (variant_id: string, fulfillment_location_id = '9000') => ({
  variant_id,
  fulfillment_location_id,
});

describe('D32: which events belong to a run', () => {
  it.each<[string, string, object, boolean]>([
    ['stock of a test variant', 'inventory.updated', { variant_id: 'V-test' }, true],
    ['stock of another', 'inventory.updated', { variant_id: 'V-1' }, false],
    ['an order of test variants', 'order.created', { order_id: '7', line_items: [line('V-test')] }, true],
    [
      'an order whose network lines are test variants',
      'order.created',
      { order_id: '7', line_items: [line('V-test'), line('V-1', '1001')] },
      true,
    ],
    [
      "a customer's order with a test variant among others: no paid order is lost",
      'order.created',
      { order_id: '7', line_items: [line('V-test'), line('V-1')] },
      false,
    ],
    ['an order without lines', 'order.created', { order_id: '7', line_items: [] }, false],
    ['a package of a rehearsed order', 'fulfillment.shipped', { external_ref: 'rehearsal-1' }, true],
    ['a package of another', 'fulfillment.shipped', { external_ref: 'H-1', order_id: 'T-1' }, false],
    ['an echo of a rehearsed order', 'order.created', { hub_external_ref: 'rehearsal-1' }, true],
    ['a cancellation of an order nobody knows', 'order.cancelled', { order_id: '7' }, false],
    ['data that is none', 'inventory.updated', { variant_id: 7 }, false],
  ])('%s', (_name, name, data, own) => {
    expect(subjects().owns(event(name, data))).toBe(own);
  });

  it('whatever it names, of a capability that is off', () => {
    expect(subjects().owns(event('inventory.updated', { variant_id: 'V-1' }, true))).toBe(true);
    expect(subjects().owns({ event: null, capabilityOff: true, body: Buffer.from('{') })).toBe(true);
    expect(subjects().owns({ event: null, capabilityOff: false, body: Buffer.from('{') })).toBe(false);
  });

  it('an order sold for the run stays its own', () => {
    const own = subjects();
    own.owns(event('order.created', { order_id: '7', line_items: [line('V-test')] }));
    expect(own.owns(event('order.cancelled', { order_id: '7' }))).toBe(true);
  });

  it('requested events of the people are its own from before it begins', async () => {
    const own = subjects();
    const people = own.watch({
      ...NO_PEOPLE,
      sell: async () => {
        expect(own.owns(event('order.created', { order_id: '8', line_items: [line('V-9')] }))).toBe(true);
        return { orderId: '8', lines: [] };
      },
    });
    await people.sell([{ variantId: 'V-9', quantity: 1 }]);
    await people.ship({ orderId: 'T-9', externalRef: 'r', lines: [] });
    expect(own.owns(event('order.cancelled', { order_id: '8' }))).toBe(true);
    expect(own.owns(event('return.created', { order_id: 'T-9' }))).toBe(true);
  });
});
