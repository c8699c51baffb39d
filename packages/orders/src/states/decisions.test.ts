import { describe, expect, it } from '@jest/globals';
import { decideCloseLine } from '../support/decide-close-line';
import { decideReroute } from '../support/decide-reroute';
import { decideSettle } from '../support/decide-settle';
import { ORDER_LINE_STATES, ORDER_LINE_TRANSITIONS, SELLER_ORDER_STATES } from './order-states';
import { mayGo, type ShippingOrderFacts } from './shipping-order-states';
import { everyShippingOrder, statesOf } from '../../test/every-shipping-order';

const all = everyShippingOrder();
/** The facts in which the decision differs from the table. */
const differing = (
  decides: (facts: ShippingOrderFacts) => boolean,
  says: (facts: ShippingOrderFacts) => boolean,
) => all.filter((facts) => decides(facts) !== says(facts));

describe('support decides what the state table allows, and nothing else', () => {
  it('re-routes what was certainly not sent (D18, D19)', () => {
    const unsent = (facts: ShippingOrderFacts) => {
      const decision = decideReroute(facts);
      return decision.kind === 'reroute' && decision.end !== 'refused';
    };
    expect(differing(unsent, (facts) => mayGo('rerouteUnsent', facts))).toEqual([]);
  });

  it('re-routes what was refused (D19)', () => {
    const refused = (facts: ShippingOrderFacts) => {
      const decision = decideReroute(facts);
      return decision.kind === 'reroute' && decision.end === 'refused';
    };
    expect(differing(refused, (facts) => mayGo('rerouteRefused', facts))).toEqual([]);
  });

  const settled = (facts: ShippingOrderFacts, word: 'has' | 'has_not') =>
    decideSettle(
      { ...facts, storeOrderId: null, idTaken: false, stop: null },
      word === 'has' ? { kind: 'has', storeOrderId: 'SO-1' } : { kind: 'has_not' },
    ).kind !== 'refused';

  it.each([
    ['has', 'confirmPlaced'],
    ['has_not', 'confirmNotPlaced'],
  ] as const)("takes a shop's word that it %s it (D18)", (word, transition) => {
    expect(
      differing(
        (facts) => settled(facts, word),
        (facts) => mayGo(transition, facts),
      ),
    ).toEqual([]);
  });

  it('closes lines that wait (D19)', () => {
    const from: readonly string[] = ORDER_LINE_TRANSITIONS.close.from;
    for (const lineState of statesOf(ORDER_LINE_STATES))
      for (const orderState of statesOf(SELLER_ORDER_STATES)) {
        const closes = decideCloseLine({ lineState, orderState }).kind === 'close';
        const stops = orderState === 'stopping' || orderState === 'stopped';
        expect(closes).toBe(from.includes(lineState) && !stops);
      }
  });
});
