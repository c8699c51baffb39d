import type { OrderTimeline } from '@hub/support-desk';

/** Whether a lead is offered to take a shipping order back (D38). The action decides again, under its lock. */
export function mayTakeBack(
  order: OrderTimeline,
  { state, packages, externalRef }: OrderTimeline['shippingOrders'][number],
): boolean {
  const hasStop = order.cancellations.some(({ stops }) =>
    stops.some(({ shippingOrder }) => shippingOrder === externalRef),
  );
  return state === 'placed' && packages.length === 0 && order.state === 'accepted' && !hasStop;
}
