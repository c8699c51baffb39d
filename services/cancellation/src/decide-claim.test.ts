import { ShippingOrderState, StopState } from '@hub/database';
import { STOP_TRANSITIONS } from '@hub/orders/states';
import { describe, expect, it } from '@jest/globals';
import { aShippingOrder, aStop } from '../test/order-facts-builders';
import { decideClaim, type ClaimDecision } from './decide-claim';

const NOW = Date.parse('2026-11-21T10:00:00Z');

const decide = (state: StopState, shippingOrder: { state?: ShippingOrderState; packaged?: number } = {}) =>
  decideClaim(aShippingOrder(shippingOrder), aStop({ state }), NOW).kind;

describe.each<StopState>(['settling', 'due', 'failed'])('a stop that is %s', (stop) => {
  it.each<[ShippingOrderState, ClaimDecision['kind']]>([
    ['planned', 'confirm'],
    ['dry_run', 'confirm'],
    ['refused', 'confirm'],
    ['stopped', 'confirm'],
    ['sending', 'settle_first'],
    ['placed', 'call'],
  ])('of a shipping order that is %s: %s (D21)', (state, kind) => {
    expect(decide(stop, { state })).toBe(kind);
  });

  it('with a known package ends without a call', () => {
    expect(decide(stop, { packaged: 1 })).toBe('already_shipped');
    expect(decide(stop, { state: 'sending', packaged: 1 })).toBe('already_shipped');
  });
});

it.each<StopState>(['confirmed', 'already_shipped'])('a stop that is %s is skipped', (state) => {
  for (const packaged of [0, 1])
    expect(decideClaim(aShippingOrder({ packaged }), aStop({ state }), NOW)).toEqual({
      kind: 'leave',
      reason: `the stop is ${state}`,
    });
});

describe('D12: a stop of which the shop said how it ended', () => {
  const settled = (settledAs: 'confirmed' | 'already_shipped', packaged = 0) =>
    decideClaim(aShippingOrder({ packaged }), aStop({ state: 'failed', settledAs }), NOW).kind;

  it('ends so without a call', () => {
    expect(settled('confirmed')).toBe('confirm');
    expect(settled('already_shipped')).toBe('already_shipped');
  });

  it('has shipped where a package is known, whatever the shop said', () => {
    expect(settled('confirmed', 1)).toBe('already_shipped');
  });
});

describe('a stop that is being sent', () => {
  const sending = (leaseMs: number, packaged = 0) =>
    decideClaim(
      aShippingOrder({ packaged }),
      aStop({ state: 'sending', leaseUntil: new Date(NOW + leaseMs) }),
      NOW,
    ).kind;

  it('without a lease is called again', () => {
    expect(decideClaim(aShippingOrder({}), aStop({ state: 'sending', leaseUntil: null }), NOW).kind).toBe(
      'call',
    );
  });

  it('is left to the worker that holds its lease, whatever has arrived meanwhile', () => {
    expect(sending(1)).toBe('leave');
    expect(sending(1, 1)).toBe('leave');
  });

  it('is called again once the lease has run out: the outcome is unknown (D18)', () => {
    expect(sending(0)).toBe('call');
  });

  it('ends without another call where a package has arrived meanwhile', () => {
    expect(sending(0, 1)).toBe('already_shipped');
  });
});

describe('D21: a stop makes only the transitions of the state table', () => {
  const ways = {
    call: 'claim',
    confirm: 'confirm',
    already_shipped: 'overrule',
    settle_first: 'settleFirst',
  } as const;
  const shippingOrders = Object.values(ShippingOrderState).flatMap((state) =>
    [0, 1].map((packaged) => aShippingOrder({ state, packaged })),
  );
  const stopsThat = (state: StopState) =>
    [null, StopState.confirmed, StopState.already_shipped].map((settledAs) =>
      aStop({ state, leaseUntil: new Date(NOW), settledAs }),
    );

  it.each(Object.values(StopState))('from %s', (state) => {
    const decisions = shippingOrders.flatMap((shippingOrder) =>
      stopsThat(state).map((stop) => decideClaim(shippingOrder, stop, NOW).kind),
    );
    const gone = decisions.flatMap((kind) => (kind === 'leave' ? [] : ways[kind]));
    const from = (way: (typeof gone)[number]): readonly StopState[] => STOP_TRANSITIONS[way].from;
    expect(gone.filter((way) => !from(way).includes(state))).toEqual([]);
    const isOver = state === 'confirmed' || state === 'already_shipped';
    expect(gone).toHaveLength(isOver ? 0 : decisions.length);
  });
});
