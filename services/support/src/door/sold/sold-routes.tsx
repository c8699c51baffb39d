import { listSoldOrders, SoldOrderView } from '@hub/desk/door';
import { z } from 'zod';
import { After } from '../fields';
import { look, type DoorRoute } from '../route';
import { SoldPage } from './sold-page';

export const soldRoutes: readonly DoorRoute[] = [
  look({
    id: 'listSoldOrders',
    path: '/sold',
    summary:
      'Orders that you sold through the network, with the state and the tracking of each network line; the newest first. Orders of a dry run are not listed.',
    section: 'sold',
    input: z.object({
      after: After.describe('the `next` of the page before'),
      order_id: After.describe('this order of yours alone'),
    }),
    answer: z.object({ orders: z.array(SoldOrderView), next: z.string().nullable() }),
    title: 'Orders that you sold',
    read: ({ door, visit }, { after, order_id: orderId }) =>
      listSoldOrders(door.db, { shopId: visit.contact.shopId, after, orderId: orderId || undefined }),
    page: ({ view, asked }) => <SoldPage {...view} isNarrowed={Boolean(asked.order_id)} />,
  }),
];
