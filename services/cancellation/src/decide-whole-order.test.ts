import { describe, expect, it } from '@jest/globals';
import { anOrder, aShippingOrder, aStop } from '../test/order-facts-builders';
import { decideWholeOrder, type WholeOrderDecision } from './decide-whole-order';
import type { OrderFacts, ShippingOrderFacts } from './order-facts';

function decide(order: Partial<OrderFacts>, cancellation: 'stopping' | 'stopped' | null = null) {
  return decideWholeOrder({
    order: anOrder(order),
    cancellation: cancellation === null ? null : { state: cancellation },
  });
}

const of = (...shippingOrders: Partial<ShippingOrderFacts>[]) => ({
  shippingOrders: shippingOrders.map((given, index) => aShippingOrder({ id: `s${index + 1}`, ...given })),
});

describe('the selling shop cancels its order (D12)', () => {
  it.each<[string, Partial<OrderFacts>, WholeOrderDecision]>([
    ['before routing: nothing to stop at any shop', of(), { kind: 'begin', stops: [] }],
    ['held: as before routing', { ...of(), state: 'held' }, { kind: 'begin', stops: [] }],
    [
      'routed but not sent: stopped without a call (D21)',
      of({ state: 'planned', storeOrderId: null }),
      { kind: 'begin', stops: [{ shippingOrderId: 's1', state: 'confirmed' }] },
    ],
    [
      'being sent, or sent with an unknown outcome: settled first (D21)',
      of({ state: 'sending', storeOrderId: null }),
      { kind: 'begin', stops: [{ shippingOrderId: 's1', state: 'settling' }] },
    ],
    [
      'placed: a call',
      of({ state: 'placed' }),
      { kind: 'begin', stops: [{ shippingOrderId: 's1', state: 'due' }] },
    ],
    [
      'refused by the shop: it has nothing to stop',
      of({ state: 'refused', storeOrderId: null }),
      { kind: 'begin', stops: [{ shippingOrderId: 's1', state: 'confirmed' }] },
    ],
    [
      'a dry run: never sent',
      of({ state: 'dry_run', storeOrderId: null }),
      { kind: 'begin', stops: [{ shippingOrderId: 's1', state: 'confirmed' }] },
    ],
    [
      'at several shops: each in its own way; what is stopped already needs nothing',
      of({ state: 'placed' }, { state: 'sending' }, { state: 'planned' }, { state: 'stopped' }),
      {
        kind: 'begin',
        stops: [
          { shippingOrderId: 's1', state: 'due' },
          { shippingOrderId: 's2', state: 'settling' },
          { shippingOrderId: 's3', state: 'confirmed' },
        ],
      },
    ],
    [
      'while a shop that cannot ship is being stopped: that stop serves both',
      of({ stop: aStop({ kind: 'cannot_ship' }) }, { state: 'placed' }),
      { kind: 'begin', stops: [{ shippingOrderId: 's2', state: 'due' }] },
    ],
    ['partly shipped: a known package on any line', of({}, { packaged: 1 }), { kind: 'already_shipped' }],
    [
      'a shop has said that it shipped, its package is not known yet',
      of({ stop: aStop({ state: 'already_shipped' }) }),
      { kind: 'already_shipped' },
    ],
    [
      'D13: goods of a line came back, its package is not known yet',
      of({}, { returned: true }),
      { kind: 'already_shipped' },
    ],
    [
      'what is said to come back of a stopped shipping order does not count',
      of({}, { returned: true, state: 'stopped' }),
      { kind: 'begin', stops: [{ shippingOrderId: 's1', state: 'due' }] },
    ],
    ['already stopped', { ...of({ state: 'stopped' }), state: 'stopped' }, { kind: 'stopped_before' }],
  ])('%s', (_, order, decision) => {
    expect(decide(order)).toEqual(decision);
  });

  it('again while unfinished: it continues, even where a package has arrived since', () => {
    expect(decide({ state: 'stopping', ...of({ packaged: 1, stop: aStop() }) }, 'stopping')).toEqual({
      kind: 'resume',
    });
  });

  it('again after it was overruled: the shop has shipped', () => {
    expect(decide(of({ stop: aStop({ state: 'already_shipped' }) }, { state: 'stopped' }))).toEqual({
      kind: 'already_shipped',
    });
  });
});
