import { CallSummary, CallView, listCalls, readCall } from '@hub/door';
import { z } from 'zod';
import { look, type DoorRoute } from '../route';
import { CallPage, CallsPage } from './calls-page';

export const callRoutes: readonly DoorRoute[] = [
  look({
    id: 'listCalls',
    path: '/calls',
    summary: 'Calls that were made to your store, the latest first.',
    section: 'calls',
    input: z.object({
      after: z.string().max(20).optional().describe('the `next` of the page before'),
      reference: z.string().max(255).optional().describe('only those that carried this external_ref'),
    }),
    answer: z.object({ calls: z.array(CallSummary), next: z.string().nullable() }),
    title: 'Calls to your store',
    read: ({ door, visit }, input) => listCalls(door.db, { ...input, shopId: visit.contact.shopId }),
    page: ({ view }) => <CallsPage {...view} />,
  }),
  look({
    id: 'getCall',
    path: '/calls/:id',
    summary: 'One call to your store with its bodies, personal data masked.',
    section: 'calls',
    input: z.object({ id: z.string().max(255) }),
    answer: CallView,
    title: 'Call to your store',
    read: ({ door, visit }, { id }) => readCall(door.db, { id, shopId: visit.contact.shopId }),
    page: ({ view }) => <CallPage call={view} />,
  }),
];
