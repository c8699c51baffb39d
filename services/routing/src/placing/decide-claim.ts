import type { ShippingOrderState } from '@hub/database';

/** A shipping order as far as claiming it for a call goes. */
export interface PlacingState {
  state: ShippingOrderState;
  stopRequested: boolean;
  leaseUntil: Date | null;
  /** Every line of it is still allocated, and to it alone. */
  holdsItsLines: boolean;
}

export type ClaimDecision =
  /** `untried`: no attempt can have reached the store so far. */
  { kind: 'claim'; untried: boolean } | { kind: 'leave'; reason: string };

/**
 * Whether a shipping order may be sent now. What was never attempted is not placed once a stop was asked for (D21);
 * what was claimed without a recorded end is settled by the same call, stop or not (D18). One that was refused goes
 * out again only by a replay of its dead letter, while nobody re-routed it.
 * @param now milliseconds since the epoch
 */
export function decideClaim(order: PlacingState, now: number): ClaimDecision {
  switch (order.state) {
    case 'planned':
      return order.stopRequested ? leave('a stop was asked for') : { kind: 'claim', untried: true };
    case 'sending':
      return order.leaseUntil !== null && order.leaseUntil.getTime() > now
        ? leave('it is being sent')
        : { kind: 'claim', untried: false };
    case 'refused':
      if (order.stopRequested) return leave('a stop was asked for');
      return order.holdsItsLines ? { kind: 'claim', untried: false } : leave('its lines went elsewhere');
    case 'placed':
    case 'stopped':
    case 'dry_run':
      return leave(`it is ${order.state}`);
  }
}

function leave(reason: string): ClaimDecision {
  return { kind: 'leave', reason };
}
