import { describe, expect, it } from '@jest/globals';
import { skipOwnOrders } from './handle-order-created';

describe('loop guard (contract, "Rules per event")', () => {
  it.each<[string, unknown]>([
    ['the tag', { tags: ['gift', 'hub_ship'] }],
    ['our reference', { hub_external_ref: 'hub-1' }],
    ['the tag on an order that is malformed otherwise', { tags: ['hub_ship'], line_items: 'none' }],
  ])('%s: skipped before anything is validated', (_, data) => {
    expect(skipOwnOrders(data)).toEqual({ status: 200, outcome: 'skipped' });
  });

  it('any other order is processed', () => {
    expect(skipOwnOrders({ tags: ['hub'], hub_external_ref: null })).toBeNull();
  });
});
