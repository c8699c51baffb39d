import type { OrderTimeline } from '@hub/desk/orders';
import type { Step } from './problem';

/** What a lead can record about a placement whose result is unknown (D18). */
export function settlePlacingSteps(order: OrderTimeline, shipping: { id: string; shopName: string }): Step[] {
  const at = `/orders/${order.id}/settle/${shipping.id}`;
  return [
    { href: `${at}/has`, name: `${shipping.shopName} has it`, role: 'lead' },
    { href: `${at}/has-not`, name: `${shipping.shopName} does not have it`, role: 'lead' },
  ];
}

/** What a lead can record about a stop that the shop's store does not confirm (D12). @param reference of its shipping order */
export function settleStopSteps(order: OrderTimeline, reference: string): Step[] {
  return order.shippingOrders
    .filter(({ externalRef }) => externalRef === reference)
    .flatMap(({ id, shopName }): Step[] => {
      const at = `/orders/${order.id}/settle/${id}`;
      return [
        { href: `${at}/stopped`, name: `${shopName} has stopped it`, role: 'lead' },
        { href: `${at}/shipped`, name: `${shopName} had shipped it`, role: 'lead' },
      ];
    });
}
