import {
  ClosedLineView,
  listClosedLines,
  listWaitingOrders,
  OrderSummary,
  OrderView,
  readOrder,
  revealShipTo,
} from '@hub/desk/door';
import { z } from 'zod';
import { After, Name } from '../fields';
import { act, look, type DoorRoute } from '../route';
import { ClosedLinesPage } from './closed-lines-page';
import { CustomerPage } from './customer-page';
import { OrderPage } from './order-page';
import { OrdersPage } from './orders-page';

/** One of our references, or the shop's own id. */
const Reference = z.object({
  reference: Name.describe("the order's external_ref, or the shop's own id of it"),
});

export const orderRoutes: readonly DoorRoute[] = [
  look({
    id: 'listWaitingOrders',
    path: '/orders',
    summary:
      'Shipping orders that wait for you: to be shipped, to be stopped, refused or never confirmed; the oldest first.',
    section: 'orders',
    input: z.object({ after: After.describe('the `next` of the page before') }),
    answer: z.object({ orders: z.array(OrderSummary), next: z.string().nullable() }),
    title: 'Orders waiting for you',
    read: ({ door, visit }, { after }) => listWaitingOrders(door.db, { shopId: visit.contact.shopId, after }),
    page: ({ view, at }) => <OrdersPage {...view} now={at.now} />,
  }),
  look({
    id: 'listClosedLines',
    path: '/closed-lines',
    summary:
      'Lines of your own orders that no shop of the network ships, and that were closed for it: you refund your customers. The newest first.',
    section: 'closed',
    input: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    answer: z.object({ lines: z.array(ClosedLineView), next: z.int().nullable() }),
    title: 'Lines that no shop ships',
    read: ({ door, visit }, { page }) => listClosedLines(door.db, { shopId: visit.contact.shopId, page }),
    page: ({ view }) => <ClosedLinesPage {...view} />,
  }),
  look({
    id: 'getOrder',
    path: '/orders/:reference',
    summary: "One shipping order of yours, with what was sent of it; the customer's data masked.",
    section: 'orders',
    input: Reference,
    answer: OrderView,
    title: 'Order',
    read: ({ door, visit, now }, { reference }) =>
      readOrder(door.db, { shopId: visit.contact.shopId, reference, now }),
    page: ({ view, at }) => <OrderPage order={view} now={at.now} />,
  }),
  act({
    id: 'revealCustomer',
    path: '/orders/:reference/customer',
    summary: 'The delivery address of a shipping order, as it was sent to your store. The look is recorded.',
    section: 'orders',
    input: Reference,
    answer: z.object({ external_ref: z.string(), ship_to: z.record(z.string(), z.unknown()) }),
    title: 'Delivery address',
    do: ({ door, visit }, { reference }) => revealShipTo(door.db, { visit, reference }),
    page: ({ view }) => <CustomerPage reference={view.external_ref} shipTo={view.ship_to} />,
  }),
];
