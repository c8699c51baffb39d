import { describe, expect, it } from '@jest/globals';
import { everyShippingOrder, statesOf } from '../../test/every-shipping-order';
import {
  isUnsettled,
  mayBeAtShop,
  mayGo,
  SHIPPING_ORDER_STATES,
  SHIPPING_ORDER_TRANSITIONS,
  statesBefore,
  type ShippingOrderFacts,
  type ShippingOrderTransition,
} from './shipping-order-states';
import { firstStopState } from './stop-states';

const STATES = statesOf(SHIPPING_ORDER_STATES);
const TRANSITIONS = statesOf<ShippingOrderTransition>(SHIPPING_ORDER_TRANSITIONS);
const allowed = (transition: ShippingOrderTransition) =>
  everyShippingOrder().filter((facts) => mayGo(transition, facts));

describe('what a shop has of a shipping order (D18)', () => {
  it('is unknown while its call may have arrived, and while it is disputed', () => {
    expect(STATES.filter((state) => isUnsettled({ state }))).toEqual(['sending', 'disputed']);
  });

  it('may be all of it, where it is placed or unknown', () => {
    expect(STATES.filter((state) => mayBeAtShop({ state }))).toEqual(['sending', 'placed', 'disputed']);
  });

  it('D21: nothing is stopped without a call, all with one, and the unknown is settled first', () => {
    expect(Object.fromEntries(STATES.map((state) => [state, firstStopState(state)]))).toEqual({
      planned: 'confirmed',
      sending: 'settling',
      placed: 'due',
      refused: 'confirmed',
      disputed: 'settling',
      stopped: null,
      dry_run: 'confirmed',
    });
  });
});

describe('a transition of a shipping order', () => {
  it('starts in the states of its table, and in no other', () => {
    for (const transition of TRANSITIONS) {
      const from: readonly string[] = SHIPPING_ORDER_TRANSITIONS[transition].from;
      expect(allowed(transition).filter(({ state }) => !from.includes(state))).toEqual([]);
    }
  });

  it('D21: is not a stop, unless it was asked for and no package is known', () => {
    const stops = (['stopUnsent', 'stopPlaced', 'stopDisputed'] as const).flatMap(allowed);
    expect(stops).not.toEqual([]);
    expect(stops.filter(({ stopRequested, hasPackage }) => !stopRequested || hasPackage)).toEqual([]);
  });

  it.each<[string, ShippingOrderTransition, (facts: ShippingOrderFacts) => boolean]>([
    ['D21: what no worker attempted is not placed after a stop', 'claim', (facts) => !facts.stopRequested],
    ['D18: one call at a time', 'claimAgain', (facts) => !facts.underWay],
    ['D18: a shop’s statement waits for the call', 'confirmNotPlaced', (facts) => !facts.underWay],
    [
      'D18: a replay reserves lines that it still holds',
      'claimRefused',
      (facts) => facts.holdsItsLines && !facts.stopRequested,
    ],
    [
      'D18: a dispute is not sent again once its shop has spoken of the stop',
      'claimDisputed',
      (facts) => !facts.stopSettled && !facts.underWay,
    ],
    [
      'D19: lines of a standing order move, if a shop holds them that cannot ship them',
      'rerouteUnsent',
      (facts) =>
        facts.orderState === 'accepted' &&
        !facts.stopRequested &&
        !facts.hasPackage &&
        facts.holdsItsLines &&
        (facts.gaveUp || facts.shopIs !== 'callable'),
    ],
  ])('%s', (_, transition, needs) => {
    const from: readonly string[] = SHIPPING_ORDER_TRANSITIONS[transition].from;
    const expected = everyShippingOrder().filter((facts) => from.includes(facts.state) && needs(facts));
    expect(expected).not.toEqual([]);
    expect(allowed(transition)).toEqual(expected);
  });
});

describe('the states before transitions', () => {
  it('are named once each: an UPDATE asks for them', () => {
    expect(statesBefore('confirmPlaced', 'place')).toEqual(['sending', 'disputed', 'planned']);
    expect(statesBefore('plan')).toEqual([]);
  });
});
