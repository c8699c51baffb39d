import type { ShippingOrderState, StopState } from '@hub/database';
import { isUnsettled } from '../states/shipping-order-states';

/** What a shop says of a shipping order that the calls to its store have left open (D12, D18). */
export type ShopWord =
  | { kind: 'has'; storeOrderId: string }
  | { kind: 'has_not' }
  | { kind: 'stopped' }
  | { kind: 'shipped' };

/** The facts of the shipping order. */
export interface SettleFacts {
  state: ShippingOrderState;
  storeOrderId: string | null;
  /** A call of `POST /orders` is in flight. */
  underWay: boolean;
  /** Whether the shop uses the id that it names for another of its shipping orders. */
  idTaken: boolean;
  /** Its stop; null: none was requested. `underWay`: its `POST /cancel` is in flight. */
  stop: { state: StopState; underWay: boolean } | null;
}

type StopOutcome = Extract<StopState, 'confirmed' | 'already_shipped'>;

export type SettleDecision =
  | { kind: 'place'; storeOrderId: string }
  /** The shop has nothing of it: it ends without a call. */
  | { kind: 'end' }
  | { kind: 'end_stop'; as: StopOutcome }
  | { kind: 'refused'; reason: string };

const ENDS: Readonly<Record<StopOutcome, string>> = {
  confirmed: 'confirmed',
  already_shipped: 'already shipped',
};

/** Whether the shop's statement settles it. */
export function decideSettle(facts: SettleFacts, word: ShopWord): SettleDecision {
  if (facts.underWay) return refused('it is being sent right now');
  switch (word.kind) {
    case 'has':
      return decideHas(facts, word.storeOrderId);
    case 'has_not':
      return isUnsettled(facts) ? { kind: 'end' } : refused(`it is ${facts.state}, so that is known`);
    case 'stopped':
      return decideStop(facts, 'confirmed');
    case 'shipped':
      return decideStop(facts, 'already_shipped');
  }
}

function decideHas(facts: SettleFacts, storeOrderId: string): SettleDecision {
  if (!isUnsettled(facts)) return refused(`it is ${facts.state}, so that is known`);
  if (facts.idTaken) return refused('the shop uses this id for another shipping order');
  return { kind: 'place', storeOrderId };
}

function decideStop({ state, stop }: SettleFacts, as: StopOutcome): SettleDecision {
  if (stop === null) return refused('no stop of it was requested');
  if (stop.underWay) return refused('its shop is being asked right now');
  if (stop.state === 'confirmed' || stop.state === 'already_shipped')
    return refused(`its stop has ended: ${ENDS[stop.state]}`);
  if (state === 'sending') return refused('whether the shop has it is still being found out');
  return { kind: 'end_stop', as };
}

function refused(reason: string): SettleDecision {
  return { kind: 'refused', reason };
}
