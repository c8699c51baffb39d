import type { SellerOrderState, ShippingOrderState } from '@hub/database';

/** What is known of a shipping order that support wants to give to another shop. */
export interface RerouteFacts {
  orderState: SellerOrderState;
  state: ShippingOrderState;
  /** Placing it was given up: nobody tries any more. */
  gaveUp: boolean;
  stopRequested: boolean;
  hasPackage: boolean;
  /** Every line of it is still allocated, and to it alone. */
  holdsItsLines: boolean;
}

export type RerouteDecision =
  /** `neverSent`: no attempt reached the store, so what is reserved there is free; else it is blocked already (D17). */
  { kind: 'reroute'; neverSent: boolean } | { kind: 'refused'; reason: string };

/**
 * Whether the lines of a shipping order may go to another shop (D18, D19): its shop refused it for good, or it was
 * given up and surely never reached the store. Never while its outcome is unknown: the line could be shipped twice.
 */
export function decideReroute(facts: RerouteFacts): RerouteDecision {
  const { orderState, state, gaveUp } = facts;
  if (orderState !== 'accepted') return refused(`its order is ${orderState}`);
  if (facts.stopRequested) return refused('it is being stopped');
  if (facts.hasPackage) return refused('a package of it is known');
  switch (state) {
    case 'refused':
      return facts.holdsItsLines
        ? { kind: 'reroute', neverSent: false }
        : refused('its lines have gone elsewhere');
    case 'planned':
      if (!gaveUp) return refused('it is still going to be placed');
      return facts.holdsItsLines
        ? { kind: 'reroute', neverSent: true }
        : refused('its lines have gone elsewhere');
    case 'sending':
      return refused(
        'whether the store has it is unknown: settle it first (replay its dead letter), then have it cancelled (D18)',
      );
    case 'placed':
      return refused('the store has it: the shop itself cancels what it cannot ship');
    case 'stopped':
    case 'dry_run':
      return refused(`it is ${state}`);
  }
}

function refused(reason: string): RerouteDecision {
  return { kind: 'refused', reason };
}
