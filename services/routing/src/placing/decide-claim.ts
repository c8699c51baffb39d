import type { Phrase } from '@hub/messaging';
import type { KnownBefore, LockedPlacing } from '@hub/orders/placements';

/** The facts of a shipping order that decide whether it is claimed for a call. */
export type PlacingState = Pick<
  LockedPlacing,
  'state' | 'stopRequested' | 'leaseUntil' | 'holdsItsLines' | 'stopSettled' | 'blanked'
>;

export type ClaimDecision =
  /** `known`: what earlier attempts may have done there. `reserveAgain`: its stock is no longer reserved. */
  | { kind: 'claim'; known: KnownBefore; reserveAgain: boolean }
  /** A call is in flight that this one waits for. */
  | { kind: 'wait'; untilMs: number }
  | { kind: 'leave'; reason: Phrase };

/**
 * Whether a shipping order may be sent now. One that was never attempted is not placed once a stop was requested (D21);
 * one that was claimed without a recorded end is settled by the same call, stop or not (D18). One that was refused or
 * is disputed is sent again only by a replay of its dead letter. A refused one needs its lines, and its
 * stock reserved again. A disputed one is sent until its shop says that it stopped it (D12). Nothing is sent once its address
 * was deleted (D30).
 * @param now milliseconds since the epoch
 */
export function decideClaim(order: PlacingState, now: number): ClaimDecision {
  if (order.blanked) return leave('its address has been deleted');
  switch (order.state) {
    case 'planned':
      return order.stopRequested ? leave('a stop was asked for') : claim('nothing_done');
    case 'sending':
      return isUnderWay(order, now) ? leave('it is being sent') : claim('unknown');
    case 'disputed':
      if (order.stopSettled) return leave('its shop has said how its stop ends');
      // No sweep looks for it: its message is delivered again.
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
