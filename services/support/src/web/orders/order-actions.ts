import type { OrderTimeline } from '@hub/desk/orders';
import type { Router } from 'express';
import { addActionRoutes } from '../actions/action-routes';
import { actionsAt } from '../actions/actions-at';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { orderName } from './order-head';
import { requireOrder } from './require-order';

type Fields = Readonly<Record<string, string>>;

/** What a part of an address says of an action's input; undefined: the order has no such part. Any other part is a field itself. */
const PARTS: Readonly<Record<string, (order: OrderTimeline, part: string) => Fields | undefined>> = {
  id: ({ id }) => ({ order: id }),
  shippingId({ shippingOrders }, part) {
    const shipping = shippingOrders.find(({ id }) => id === part);
    return shipping && { reference: shipping.externalRef };
  },
  packageId({ shippingOrders }, part) {
    for (const { externalRef: reference, packages } of shippingOrders) {
      const parcel = packages.find(({ id }) => id === part);
      if (parcel) return { reference, package: parcel.packageId };
    }
    return undefined;
  },
  lineId({ lines }, part) {
    const line = lines.find(({ id }) => id === part);
    return line && { line: line.lineItemId };
  },
  returnId: ({ returns }, part) => (returns.some(({ id }) => id === part) ? { return: part } : undefined),
  said: (_order, part) => ({ said: part.replaceAll('-', '_') }),
};

/** The actions on an order. */
export function addOrderActionRoutes(router: Router, desk: Desk): void {
  for (const { path, action } of actionsAt('/orders'))
    addActionRoutes(router, desk, {
      path,
      action,
      section: 'orders',
      find: async (_desk, { params }) => {
        const order = await requireOrder(desk, params['id']);
        const parts = Object.entries(params).map(([name, part]) => {
          const read = PARTS[name];
          return read ? read(order, String(part)) : { [name]: String(part) };
        });
        if (parts.includes(undefined)) throw new PageError(404, 'The order has no such part.');
        // An action that names its order by another part does not take the id.
        const fields = parts.flatMap((part) => Object.entries(part ?? {}));
        const input = Object.fromEntries(fields.filter(([name]) => name in action.input.shape));
        const name = `Order ${orderName(order)} of ${order.shopName}`;
        return { input, place: { href: `/orders/${order.id}`, name } };
      },
    });
}
