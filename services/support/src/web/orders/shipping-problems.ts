import { isNotShipped, PROMISES, type OrderTimeline } from '@hub/support-desk';
import type { Problem } from './problem';

/** Shipping orders that their shops have and did not ship in time (D38). */
export function shippingProblems(order: OrderTimeline, now: number): Problem[] {
  const stopping = new Set(
    order.cancellations.flatMap(({ stops }) =>
      stops
        .filter(({ state }) => state !== 'confirmed' && state !== 'already_shipped')
        .map(({ shippingOrder }) => shippingOrder),
    ),
  );
  return order.shippingOrders.flatMap((shipping): Problem[] => {
    const { id, shopName, externalRef, openPieces, promises } = shipping;
    if (stopping.has(externalRef) || !isNotShipped(shipping, now)) return [];
    const due = shipping.shipBy?.toISOString().slice(0, 16).replace('T', ' ');
    const pieces = openPieces === 1 ? '1 piece is' : `${openPieces} pieces are`;
    return [
      {
        tone: 'bad',
        title: `${shopName} has not shipped its shipping order`,
        shop: shipping,
        words: `${pieces} in no package. They were to ship by ${due} UTC.`,
        advice: `Ask ${shopName} when it ships ${externalRef}. If it has shipped, the shop sends the package again; if it cannot ship, it sends a cancellation.`,
        steps:
          promises < PROMISES
            ? [
                {
                  href: `/orders/${order.id}/shipping-orders/${id}/promise`,
                  name: `${shopName} names a day`,
                  role: 'agent',
                },
              ]
            : [],
      },
    ];
  });
}
