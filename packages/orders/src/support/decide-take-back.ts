import type { SellerOrderState, ShippingOrderState, StopState } from '@hub/database';

/** The facts of a shipping order that a lead takes back. */
export interface TakeBackFacts {
  orderState: SellerOrderState;
  state: ShippingOrderState;
  hasPackage: boolean;
  /** Goods of it came back. */
  returned: boolean;
  holdsItsLines: boolean;
  /** Its stop, and whether a lead asked for it; null: none was requested. */
  stop: { takenBack: boolean; state: StopState } | null;
}

export type TakeBackDecision =
  | { kind: 'begin' }
  /** Its shop refused to stop it: it is asked again. */
  | { kind: 'again' }
  /** It is being taken back, or was. */
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: string };

/** Whether a lead may take a shipping order back from its shop (D38). */
export function decideTakeBack(facts: TakeBackFacts): TakeBackDecision {
  const { orderState, state, hasPackage, returned, holdsItsLines, stop } = facts;
  if (stop !== null) return ofStop(stop);
  if (state !== 'placed') return refused(`it is ${state}, not placed`);
  if (orderState !== 'accepted') return refused(`its order is ${orderState}`);
  if (hasPackage) return refused('some of it is in a package: end the rest of it instead');
  if (returned) return refused('goods of it came back');
  if (!holdsItsLines) return refused('its lines are closed, or another shop has them');
  return { kind: 'begin' };
}

function ofStop({ takenBack, state }: NonNullable<TakeBackFacts['stop']>): TakeBackDecision {
  if (state === 'already_shipped') return refused('its shop says that it has shipped');
  if (!takenBack) return refused(state === 'confirmed' ? 'it is stopped' : 'it is being stopped');
  return { kind: state === 'failed' ? 'again' : 'unchanged' };
}

function refused(reason: string): TakeBackDecision {
  return { kind: 'refused', reason };
}
