import {
  askAgain,
  closeEvent,
  closeLine,
  closeReturn,
  correctPackage,
  endHold,
  endRest,
  promiseShipping,
  releaseReturn,
  remindShop,
  reroute,
  resume,
  settle,
  takeBack,
  tryOrderNow,
  type OrderTimeline,
} from '@hub/desk/orders';
import type { Action } from '@hub/desk/engine';
import type { Request, Router } from 'express';
import { addActionRoutes } from '../actions/action-routes';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { orderName } from './order-head';
import { requireOrder } from './require-order';

type Params = Request['params'];

interface OrderAction {
  /** Below `/orders/:id`. */
  path: string;
  action: Action;
  /** The action's input; undefined: the order has no such part. */
  input: (order: OrderTimeline, params: Params) => object | undefined;
}

const ACTIONS: readonly OrderAction[] = [
  {
    path: '/resume/:kind/:work',
    action: resume,
    input: ({ id }, { kind, work }) => ({ order: id, kind, work }),
  },
  { path: '/reroute/:shippingId', action: reroute, input: shippingOf },
  {
    path: '/lines/:lineId/ask-again/:shop',
    action: askAgain,
    input: (order, params) => withLine(order, params, { ask: params['shop'] }),
  },
  { path: '/lines/:lineId/close', action: closeLine, input: (order, params) => withLine(order, params, {}) },
  {
    path: '/events/:event/close',
    action: closeEvent,
    input: ({ id }, { event }) => ({ order: id, event }),
  },
  { path: '/returns/:returnId/release', action: releaseReturn, input: returnOf },
  { path: '/returns/:returnId/close', action: closeReturn, input: returnOf },
  { path: '/try-now', action: tryOrderNow, input: ({ id }) => ({ order: id }) },
  { path: '/end-hold', action: endHold, input: ({ id }) => ({ order: id }) },
  {
    path: '/shipping-orders/:shippingId/end-rest',
    action: endRest,
    input: shippingOf,
  },
  { path: '/shipping-orders/:shippingId/promise', action: promiseShipping, input: shippingOf },
  { path: '/shipping-orders/:shippingId/remind', action: remindShop, input: shippingOf },
  { path: '/shipping-orders/:shippingId/take-back', action: takeBack, input: shippingOf },
  {
    path: '/packages/:packageId/correct',
    action: correctPackage,
    input: packageOf,
  },
  {
    path: '/settle/:shippingId/:said',
    action: settle,
    input: (order, params) => {
      const found = shippingOf(order, params);
      return found && { ...found, said: String(params['said']).replaceAll('-', '_') };
    },
  },
];

/** The actions on an order. */
export function addOrderActionRoutes(router: Router, desk: Desk): void {
  for (const { path, input, ...of } of ACTIONS)
    addActionRoutes(router, desk, {
      ...of,
      path: `/:id${path}`,
      section: 'orders',
      find: async (_desk, { params }) => {
        const order = await requireOrder(desk, params['id']);
        const found = input(order, params);
        if (!found) throw new PageError(404, 'The order has no such part.');
        const name = `Order ${orderName(order)} of ${order.shopName}`;
        return { input: found, place: { href: `/orders/${order.id}`, name } };
      },
    });
}

function shippingOf({ shippingOrders }: OrderTimeline, { shippingId }: Params) {
  const shipping = shippingOrders.find(({ id }) => id === shippingId);
  return shipping && { reference: shipping.externalRef };
}

function packageOf({ shippingOrders }: OrderTimeline, { packageId }: Params) {
  for (const { externalRef: reference, packages } of shippingOrders) {
    const parcel = packages.find(({ id }) => id === packageId);
    if (parcel) return { reference, package: parcel.packageId };
  }
  return undefined;
}

function withLine({ id: order, lines }: OrderTimeline, { lineId }: Params, more: object) {
  const line = lines.find(({ id }) => id === lineId);
  return line && { order, line: line.lineItemId, ...more };
}

function returnOf({ returns }: OrderTimeline, { returnId }: Params) {
  return returns.some(({ id }) => id === returnId) ? { return: returnId } : undefined;
}
