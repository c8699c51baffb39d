import { hasShipped, type ShippingOrderFacts } from './order-facts';

/** What a shipping shop's cancellation of its shipping order comes to. */
export type CannotShipDecision =
  | { kind: 'already_shipped' }
  /** Stopping or stopped already: the event tells nothing new (an echo of our own `POST /cancel`). */
  | { kind: 'confirm' }
  /** The event that began the stop, again: it is answered when the stop has ended. */
  | { kind: 'resume' }
  | { kind: 'begin' };

/** A shipping shop says that it cannot ship (D12). Pure. */
export function decideCannotShip(shippingOrder: ShippingOrderFacts, eventId: string): CannotShipDecision {
  const { state, stop } = shippingOrder;
  if (hasShipped(shippingOrder)) return { kind: 'already_shipped' };
  if (state === 'stopped') return { kind: 'confirm' };
  if (stop === null) return { kind: 'begin' };
  const isOwnEvent = stop.kind === 'cannot_ship' && stop.eventId === eventId;
  return { kind: isOwnEvent ? 'resume' : 'confirm' };
}
