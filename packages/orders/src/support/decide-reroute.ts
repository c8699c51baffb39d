import type { SellerOrderState, ShippingOrderState } from '@hub/database';
import { z } from 'zod';

/**
 * Whether a shop's `POST /orders` can be called. `suspended`: not for now, as its calls are held or its circuit is open
 * (D23). `switched_off`: its sheet says `off` or `dry_run`.
 */
export const Reachability = z.enum(['callable', 'suspended', 'switched_off']);
export type Reachability = z.output<typeof Reachability>;

/** The facts of a shipping order that support wants to give to another shop. */
export interface RerouteFacts {
  orderState: SellerOrderState;
  state: ShippingOrderState;
  /** `hasGivenUp` */
  gaveUp: boolean;
  /** A call of it is in flight. */
  underWay: boolean;
  stopRequested: boolean;
  hasPackage: boolean;
  shopIs: Reachability;
  /** Every line of it is still allocated, and only to it. */
  holdsItsLines: boolean;
}

/** Placing it was given up, or has failed at a shop that can be called, without anything having reached the store. */
export function hasGivenUp(facts: {
  state: ShippingOrderState;
  /** It failed permanently. */
  isFailed: boolean;
  lastFailure: string | null;
  shopIs: Reachability;
}): boolean {
  const { state, isFailed, lastFailure, shopIs } = facts;
  return isFailed || (state === 'planned' && lastFailure !== null && shopIs === 'callable');
}

/**
 * How the shipping order ends, and with it its reservations (D17). `refused`: it has ended, its stock is blocked.
 * `never_sent`: no attempt reached the store, so its stock is free. `unreachable`: likewise, and the shop has no
 * objection: it may get the lines again if no other can.
 */
export type RerouteOutcome = 'refused' | 'never_sent' | 'unreachable';

export type RerouteDecision = { kind: 'reroute'; end: RerouteOutcome } | { kind: 'refused'; reason: string };

/** D18: the same call, or the shop, settles it first. */
const UNKNOWN_OUTCOME = 'it cannot move until the shop says whether it has it';

/**
 * Whether the lines of a shipping order may go to another shop (D18, D19): its shop refused it permanently, or it
 * certainly never reached the store and was given up, or cannot be sent now. Never while its outcome is unknown or
 * disputed, as the line could be shipped twice: that is settled first.
 */
export function decideReroute(facts: RerouteFacts): RerouteDecision {
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
    case 'disputed':
      return refused(facts.underWay ? 'it is being sent right now' : UNKNOWN_OUTCOME);
    case 'placed':
      return refused('the store has it: the shop itself cancels what it cannot ship');
    case 'stopped':
    case 'dry_run':
      return refused(`it is ${state}`);
  }
}

function whereLinesAre({ holdsItsLines }: RerouteFacts, end: RerouteOutcome): RerouteDecision {
  return holdsItsLines ? { kind: 'reroute', end } : refused('its lines have gone elsewhere');
}

function refused(reason: string): RerouteDecision {
  return { kind: 'refused', reason };
}
