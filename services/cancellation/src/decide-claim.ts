import { hasShipped, type ShippingOrderFacts, type StopFacts } from './order-facts';

/** What a stop command is to do. */
export type ClaimDecision =
  | { kind: 'call' }
  /** The shop has nothing to stop, or reports that it stopped it: confirmed without a call. */
  | { kind: 'confirm' }
  /** A package is known, goods came back, or the shop reports that it shipped: no call is needed. */
  | { kind: 'already_shipped' }
  /** Whether the shop has the shipping order is not known: its placing is settled first (D21). */
  | { kind: 'settle_first' }
  | { kind: 'leave'; reason: string };

/**
 * Commands of a stop may come twice, late or at once; the rows say what is left to do. A stop that the store refused is
 * resumed by the shop's resend or by support's replay of the dead letter (D23).
 * @param now milliseconds since the epoch
 */
export function decideClaim(shippingOrder: ShippingOrderFacts, stop: StopFacts, now: number): ClaimDecision {
  switch (stop.state) {
    case 'confirmed':
    case 'already_shipped':
      return { kind: 'leave', reason: `the stop is ${stop.state}` };
    case 'sending':
      if (stop.leaseUntil !== null && stop.leaseUntil.getTime() > now)
        return { kind: 'leave', reason: 'a call is under way' };
      return nextStep(shippingOrder, stop);
    case 'settling':
    case 'due':
    case 'failed':
      return nextStep(shippingOrder, stop);
  }
}

function nextStep(shippingOrder: ShippingOrderFacts, { settledAs }: StopFacts): ClaimDecision {
  const { state } = shippingOrder;
  if (hasShipped(shippingOrder) || settledAs === 'already_shipped') return { kind: 'already_shipped' };
  if (settledAs === 'confirmed') return { kind: 'confirm' };
  switch (state) {
    case 'placed':
      return { kind: 'call' };
    case 'sending':
    case 'disputed':
      return { kind: 'settle_first' };
    case 'planned':
    case 'dry_run':
    case 'refused':
    case 'stopped':
      return { kind: 'confirm' };
  }
}
