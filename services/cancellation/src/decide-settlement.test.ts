import type { CancellationKind, StopState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aShippingOrder, aStop } from '../test/order-facts-builders';
import { decideSettlement, mayHaveStopped, type SettlementDecision } from './decide-settlement';
import { isUnfinished, type StopFacts } from './order-facts';

const MINE = 'cancellation-1';

function settle(stops: Partial<StopFacts>[], kind: CancellationKind = 'whole_order') {
  return decideSettlement(
    { id: MINE, kind, shippingOrderId: kind === 'whole_order' ? null : 's1' },
    {
      shippingOrders: stops.map((stop, index) => aShippingOrder({ id: `s${index + 1}`, stop: aStop(stop) })),
    },
  );
}

describe('a whole order', () => {
  it.each<[string, Partial<StopFacts>[], SettlementDecision]>([
    ['without any shipping order is stopped', [], 'stopped'],
    ['is stopped once every stop is confirmed', [{ state: 'confirmed' }, { state: 'confirmed' }], 'stopped'],
    ['waits for one that is due', [{ state: 'confirmed' }, { state: 'due' }], 'unfinished'],
    ['waits for one that is being sent', [{ state: 'sending' }], 'unfinished'],
    ['waits for one whose placement is unknown', [{ state: 'settling' }], 'unfinished'],
    ['waits for one that the store refused', [{ state: 'confirmed' }, { state: 'failed' }], 'unfinished'],
    [
      'waits for a shop that cannot ship, too',
      [{ state: 'confirmed' }, { state: 'due', cancellationId: 'other', kind: 'cannot_ship' }],
      'unfinished',
    ],
    ['stands where a shop has shipped', [{ state: 'already_shipped' }], 'overruled'],
    [
      'stands, what was stopped elsewhere goes back to routing',
      [{ state: 'already_shipped' }, { state: 'confirmed' }],
      'overruled',
    ],
    [
      'stands, what was never asked to stop is not asked any more',
      [{ state: 'already_shipped' }, { state: 'due', attempts: 0 }, { state: 'settling' }],
      'overruled',
    ],
    [
      'stands, what refused to stop goes on',
      [{ state: 'already_shipped' }, { state: 'failed' }],
      'overruled',
    ],
    [
      'does not stand before it is known what a call under way has done',
      [{ state: 'already_shipped' }, { state: 'sending' }],
      'unfinished',
    ],
    [
      'does not stand before it is known what an unanswered call has done',
      [{ state: 'already_shipped' }, { state: 'due', attempts: 1, outcomeUnknown: true }],
      'unfinished',
    ],
    [
      'stands, what no attempt reached is not asked any more (D18)',
      [{ state: 'already_shipped' }, { state: 'due', attempts: 1 }],
      'overruled',
    ],
    [
      'does not wait for a shop that cannot ship: its lines are routed again in any case',
      [{ state: 'already_shipped' }, { state: 'sending', cancellationId: 'other', kind: 'cannot_ship' }],
      'overruled',
    ],
    [
      'stands where a shop that could not ship has shipped after all',
      [{ state: 'confirmed' }, { state: 'already_shipped', cancellationId: 'other', kind: 'cannot_ship' }],
      'overruled',
    ],
  ])('%s', (_, stops, decision) => {
    expect(settle(stops)).toBe(decision);
  });
});

describe('a shop that cannot ship', () => {
  it.each<[StopState, SettlementDecision]>([
    ['due', 'unfinished'],
    ['sending', 'unfinished'],
    ['settling', 'unfinished'],
    ['failed', 'unfinished'],
    ['confirmed', 'stopped'],
    ['already_shipped', 'overruled'],
  ])('whose stop is %s: %s; the other shops do not matter', (state, decision) => {
    const others = { cancellationId: 'other', state: 'due' } as const;
    expect(settle([{ state, kind: 'cannot_ship' }, others], 'cannot_ship')).toBe(decision);
  });
});

describe('D12: what must be known before an order stands', () => {
  it.each<[StopState, boolean, boolean]>([
    ['sending', false, true],
    ['due', true, true],
    ['due', false, false],
    ['failed', true, true],
    ['failed', false, false],
    ['settling', true, false],
    ['confirmed', true, false],
    ['already_shipped', true, false],
  ])(
    'a stop that is %s, its outcome unknown (%s), may have stopped: %s',
    (state, outcomeUnknown, expected) => {
      expect(mayHaveStopped(aStop({ state, outcomeUnknown }))).toBe(expected);
    },
  );
});

it('a shipping order without a stop holds nothing up', () => {
  const order = {
    shippingOrders: [aShippingOrder({ stop: null }), aShippingOrder({ stop: aStop({ state: 'confirmed' }) })],
  };
  const cancellation = { id: MINE, kind: 'whole_order', shippingOrderId: null } as const;
  expect(decideSettlement(cancellation, order)).toBe('stopped');
});

it('never says stopped while anything may ship, nor that the order stands while a stop may be unknown', () => {
  const aStopState = fc.constantFrom<StopState>(
    'settling',
    'due',
    'sending',
    'confirmed',
    'already_shipped',
    'failed',
  );
  const someStops = fc.array(fc.record({ state: aStopState, attempts: fc.nat(2) }), { maxLength: 5 });
  fc.assert(
    fc.property(someStops, (given) => {
      const stops = given.map((stop) => aStop(stop));
      const all = (state: StopState) => stops.every((stop) => stop.state === state);
      const some = (state: StopState) => stops.some((stop) => stop.state === state);
      const expected: Record<SettlementDecision, boolean> = {
        stopped: all('confirmed'),
        overruled: some('already_shipped') && !stops.some(mayHaveStopped),
        unfinished: stops.some(isUnfinished),
      };
      expect(expected[settle(given)]).toBe(true);
    }),
  );
});
