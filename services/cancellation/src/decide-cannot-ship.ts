import { hasShipped, type ShippingOrderFacts, type StopFacts } from './order-facts';

/** The decision on a shipping shop's cancellation of its shipping order. */
export type CannotShipDecision =
  | { kind: 'already_shipped' }
  /** Stopping or already stopped: the event says nothing new (an echo of our own `POST /cancel`). */
  | { kind: 'confirm' }
  /** A repeat of the event that began the stop: it is answered when the stop has ended. */
  | { kind: 'resume' }
  /**
   * It is to be stopped with its order, or taken back, and the shop has not been asked yet: so this is no echo. The stop
   * becomes that of the shop that cannot ship, which remains even if the order stands after all.
   */
  | { kind: 'take_over'; stop: StopFacts }
  | { kind: 'begin' };

/** A shipping shop says that it cannot ship (D12). */
export function decideCannotShip(shippingOrder: ShippingOrderFacts, eventId: string): CannotShipDecision {
  const { state, stop } = shippingOrder;
  if (hasShipped(shippingOrder)) return { kind: 'already_shipped' };
  if (state === 'stopped') return { kind: 'confirm' };
  if (stop === null) return { kind: 'begin' };
  if (stop.kind !== 'cannot_ship' && !mayBeEchoed(stop)) return { kind: 'take_over', stop };
  const isOwnEvent = stop.kind === 'cannot_ship' && stop.eventId === eventId;
  return { kind: isOwnEvent ? 'resume' : 'confirm' };
}

/** Whether a `POST /cancel` of it may have been carried out. */
function mayBeEchoed({ state, outcomeUnknown }: StopFacts): boolean {
  switch (state) {
    case 'failed':
      return false;
    case 'due':
    case 'settling':
      return outcomeUnknown;
    case 'sending':
    case 'confirmed':
    case 'already_shipped':
      return true;
  }
}
