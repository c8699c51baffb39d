import { listQuantities, QuantityView } from '@hub/desk/door';
import { z } from 'zod';
import { After } from '../fields';
import { look, type DoorRoute } from '../route';
import { QuantitiesPage } from './quantities-page';

export const quantityRoutes: readonly DoorRoute[] = [
  look({
    id: 'listQuantities',
    path: '/quantities',
    summary: 'Quantities of your active variants: yours, and what your store shows as HUB_Network.',
    section: 'quantities',
    input: z.object({
      after: After.describe('the `next` of the page before'),
      out_of_sync: z.enum(['true', 'false']).default('false').describe('only those whose write is due'),
    }),
    answer: z.object({ quantities: z.array(QuantityView), next: z.string().nullable() }),
    title: 'Quantities',
    read: ({ door, visit }, { after, out_of_sync: outOfSync }) =>
      listQuantities(door.db, { shopId: visit.contact.shopId, after, outOfSync: outOfSync === 'true' }),
    page: ({ view, at }) => <QuantitiesPage {...view} now={at.now} />,
  }),
];
