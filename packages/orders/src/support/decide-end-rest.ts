import type { SellerOrderState, ShippingOrderState } from '@hub/database';

/** A shipping order of which a person states that the rest will not ship. */
export interface EndRestFacts {
  orderState: SellerOrderState;
  state: ShippingOrderState;
  stopRequested: boolean;
  hasPackage: boolean;
  /** Lines with pieces in no package. */
  rest: readonly unknown[];
}

export type EndRestDecision = { kind: 'end' } | { kind: 'refused'; reason: string };

/** Whether the rest of a partly shipped shipping order may be ended (D12). */
export function decideEndRest(facts: EndRestFacts): EndRestDecision {
  const { orderState, state, stopRequested, hasPackage, rest } = facts;
  if (state !== 'placed') return refused(`it is ${state}, not placed`);
  if (stopRequested || orderState === 'stopping' || orderState === 'stopped')
    return refused('it is being stopped');
  if (!hasPackage) return refused('nothing of it is in a package: it has no rest');
  if (rest.length === 0) return refused('all of it is in packages, or was ended before');
  return { kind: 'end' };
}

function refused(reason: string): EndRestDecision {
  return { kind: 'refused', reason };
}
