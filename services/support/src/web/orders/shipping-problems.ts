import { isNotShipped, PROMISES } from '@hub/orders/placements';
import type { OrderTimeline } from '@hub/desk/orders';
import type { Problem } from './problem';

/** Shipping orders that their shops have and did not ship in time (D38). */
export function shippingProblems(order: OrderTimeline, now: number): Problem[] {
  const stops = order.cancellations.flatMap((cancellation) => cancellation.stops);
  const shipped = namesOf(stops.filter(({ state }) => state === 'already_shipped'));
  const stopping = namesOf(stops.filter(({ state }) => state !== 'confirmed' && state !== 'already_shipped'));
  return order.shippingOrders.flatMap((shipping): Problem[] => {
    const { id, shopName, externalRef, openPieces, promises } = shipping;
    const path = `/orders/${order.id}/shipping-orders/${id}`;
    const saysShipped = shipped.has(externalRef);
    if (stopping.has(externalRef) || !isNotShipped(shipping, now)) return [];
    const pieces = openPieces === 1 ? '1 piece is' : `${openPieces} pieces are`;
    const it = openPieces === 1 ? 'It was' : 'They were';
    return [
      {
        tone: 'bad',
        title: `${shopName} has not shipped its shipping order`,
        shop: shipping,
        words: `${pieces} in no package. ${it} to ship by ${shipping.shipBy?.toISOString() ?? ''}.${saysShipped ? ` ${shopName} was asked to stop it and answered that it has shipped.` : ''}`,
        advice: `Ask ${shopName} when it ships ${externalRef}. If it has shipped, the shop sends the package again; if it cannot ship, it sends a cancellation.`,
        steps: [
          { href: `${path}/remind`, name: `Remind ${shopName}`, role: 'agent' },
          ...(promises < PROMISES
            ? [{ href: `${path}/promise`, name: `${shopName} names a day`, role: 'agent' as const }]
            : []),
          ...(shipping.mayTakeBack
            ? [{ href: `${path}/take-back`, name: `Take it back from ${shopName}`, role: 'lead' as const }]
            : []),
        ],
      },
    ];
  });
}

function namesOf(stops: readonly { shippingOrder: string }[]): Set<string> {
  return new Set(stops.map(({ shippingOrder }) => shippingOrder));
}
