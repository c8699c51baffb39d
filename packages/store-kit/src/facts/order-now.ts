import type { OrderCancellation, OrderFact, ReturnedGoods, SellerOrder, ShippedPackage } from './facts';

/** An order as it stands: all there is to report of it. The kit knows what of that was reported before, and what does not concern the service. */
export interface OrderNow {
  orderId: string;
  /** Null where it is not paid (yet), or is known to be a shipping order. */
  sale: Omit<SellerOrder, 'orderId'> | null;
  /** Of the whole order; null where it is not cancelled. */
  cancellation: Omit<OrderCancellation, 'orderId'> | null;
  /** Those that have left; null where they are not read: parcels of a shop's own sale are not reported. */
  packages: readonly Omit<ShippedPackage, 'orderId'>[] | null;
  /** What is back; lines that never left are none of it. */
  returns: readonly Omit<ReturnedGoods, 'orderId'>[];
}

/** The same as facts, in the order in which they happen. An order of which something has left was not cancelled whole. */
export function orderFacts({ orderId, sale, cancellation, packages, returns }: OrderNow): OrderFact[] {
  const paid: OrderFact[] = sale ? [{ kind: 'paid', order: { orderId, ...sale } }] : [];
  const shipped = packages ?? [];
  if (cancellation && shipped.length === 0)
    return [...paid, { kind: 'cancelled', cancellation: { orderId, ...cancellation } }];
  const left = new Set(shipped.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)));
  return [
    ...paid,
    ...shipped.map((one): OrderFact => ({ kind: 'shipped', package: { orderId, ...one } })),
    ...returns.flatMap(({ lines, ...goods }): OrderFact[] => {
      const back = packages === null ? lines : lines.filter(({ lineId }) => left.has(lineId));
      return back.length > 0 ? [{ kind: 'returned', goods: { orderId, ...goods, lines: back } }] : [];
    }),
  ];
}
