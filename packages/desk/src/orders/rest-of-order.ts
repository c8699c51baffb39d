import type { OrderTimeline } from './order-timeline';

type Shipping = OrderTimeline['shippingOrders'][number];

/** Lines of a partly shipped shipping order with pieces in no package that no person has ended (D12). */
export function restOf({ state, packages, lines }: Shipping): Shipping['lines'] {
  if (state !== 'placed' || packages.length === 0) return [];
  return lines.filter(({ packaged, quantity, restEndedAt }) => packaged < quantity && restEndedAt === null);
}
