import type { SellerOrderState, ShippingOrderState } from '@hub/database';

/**
 * Whether a shop's `POST /orders` can be called. `suspended`: not for now, for its calls are held or its circuit is open
 * (D23). `switched_off`: its sheet says `off` or `dry_run`.
 */
export type Reachability = 'callable' | 'suspended' | 'switched_off';

/** What is known of a shipping order that support wants to give to another shop. */
export interface RerouteFacts {
  orderState: SellerOrderState;
  state: ShippingOrderState;
  /** Placing it was given up: nobody tries any more. */
  gaveUp: boolean;
  /** A call of it is under way. */
  underWay: boolean;
  stopRequested: boolean;
  hasPackage: boolean;
  shopIs: Reachability;
  /** Every line of it is still allocated, and to it alone. */
  holdsItsLines: boolean;
}

/**
 * How the shipping order ends, and with it what is reserved there (D17). `refused`: it has ended, its stock is blocked.
 * `never_sent`: no attempt reached the store, so its stock is free. `unreachable`: likewise, and the shop itself has
 * nothing against it: it may have the lines once more where no other can. `shop_confirmed`: the shop says that it does
 * not ship it, so its stock is blocked like that of any shop that cannot ship.
 */
export type RerouteEnd = 'refused' | 'never_sent' | 'unreachable' | 'shop_confirmed';

export type RerouteDecision =
  | { kind: 'reroute'; end: RerouteEnd }
  /** `confirmable`: the shop's own confirmation would allow it. */
  | { kind: 'refused'; reason: string; confirmable: boolean };

/**
 * Whether the lines of a shipping order may go to another shop (D18, D19): its shop refused it for good, or it surely
 * never reached the store and was given up, or cannot be sent now. Never while its outcome is unknown, for the line could be shipped twice,
 * unless the shop itself has confirmed that it does not ship it.
 */
export function decideReroute(facts: RerouteFacts, shopConfirmed: boolean): RerouteDecision {
  const { orderState, state, gaveUp } = facts;
  if (orderState !== 'accepted') return refused(`its order is ${orderState}`);
  if (facts.stopRequested) return refused('it is being stopped');
  if (facts.hasPackage) return refused('a package of it is known');
  switch (state) {
    case 'refused':
      return whereLinesAre(facts, 'refused');
    case 'planned':
      if (gaveUp) return whereLinesAre(facts, 'never_sent');
      return facts.shopIs === 'callable'
        ? refused('it is still going to be placed')
        : whereLinesAre(facts, 'unreachable');
    case 'sending':
      return decideUnknown(facts, shopConfirmed);
    case 'placed':
      return refused('the store has it: the shop itself cancels what it cannot ship');
    case 'stopped':
    case 'dry_run':
      return refused(`it is ${state}`);
  }
}

/** D18: nobody knows whether the store has it. */
function decideUnknown(facts: RerouteFacts, shopConfirmed: boolean): RerouteDecision {
  if (facts.underWay) return refused('it is being sent right now');
  if (shopConfirmed) return whereLinesAre(facts, 'shop_confirmed');
  const reason =
    'whether the store has it is unknown: settle it first (replay its dead letter), then have it cancelled (D18)';
  return { kind: 'refused', reason, confirmable: facts.holdsItsLines };
}

function whereLinesAre({ holdsItsLines }: RerouteFacts, end: RerouteEnd): RerouteDecision {
  return holdsItsLines ? { kind: 'reroute', end } : refused('its lines have gone elsewhere');
}

function refused(reason: string): RerouteDecision {
  return { kind: 'refused', reason, confirmable: false };
}
