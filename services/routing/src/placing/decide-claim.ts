import type { Phrase } from '@hub/messaging';
import type { KnownBefore, LockedPlacing } from '@hub/orders';

/** A shipping order as far as claiming it for a call goes. */
export type PlacingState = Pick<
  LockedPlacing,
  'state' | 'stopRequested' | 'leaseUntil' | 'holdsItsLines' | 'stopSettled'
>;

export type ClaimDecision =
  /** `known`: what earlier attempts may have done there. `reserveAgain`: what was reserved is so no more. */
  | { kind: 'claim'; known: KnownBefore; reserveAgain: boolean }
  /** A call is under way that this one waits for. */
  | { kind: 'wait'; untilMs: number }
  | { kind: 'leave'; reason: Phrase };

/**
 * Whether a shipping order may be sent now. What was never attempted is not placed once a stop was asked for (D21);
 * what was claimed without a recorded end is settled by the same call, stop or not (D18). One that was refused or is
 * disputed goes out again only by a replay of its dead letter; a refused one while it holds its lines, and with its
 * stock reserved again; a disputed one while its shop has not said that it stopped it (D12).
 * @param now milliseconds since the epoch
 */
export function decideClaim(order: PlacingState, now: number): ClaimDecision {
  switch (order.state) {
    case 'planned':
      return order.stopRequested ? leave('a stop was asked for') : claim('nothing_done');
    case 'sending':
      return isUnderWay(order, now) ? leave('it is being sent') : claim('unknown');
    case 'disputed':
      if (order.stopSettled) return leave('its shop has said how its stop ends');
      // No pass looks for it: its message itself comes back.
      return order.leaseUntil !== null && isUnderWay(order, now)
        ? { kind: 'wait', untilMs: order.leaseUntil.getTime() }
        : claim('disputed');
    case 'refused':
      if (order.stopRequested) return leave('a stop was asked for');
      return order.holdsItsLines
        ? { kind: 'claim', known: 'nothing_done', reserveAgain: true }
        : leave('its lines went elsewhere');
    case 'placed':
      return leave('the shop has it already');
    case 'stopped':
      return leave('it is stopped');
    case 'dry_run':
      return leave('it is a dry run: it is never sent');
  }
}

function isUnderWay({ leaseUntil }: PlacingState, now: number): boolean {
  return leaseUntil !== null && leaseUntil.getTime() > now;
}

function claim(known: KnownBefore): ClaimDecision {
  return { kind: 'claim', known, reserveAgain: false };
}

function leave(reason: Phrase): ClaimDecision {
  return { kind: 'leave', reason };
}
