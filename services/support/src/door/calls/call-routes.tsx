import { CallSummary, CallView, listCalls, readCall } from '@hub/desk/door';
import { z } from 'zod';
import { After, Name } from '../fields';
import { look, type DoorRoute } from '../route';
import { CallPage, CallsPage } from './calls-page';

export const callRoutes: readonly DoorRoute[] = [
  look({
    id: 'listCalls',
    path: '/calls',
    summary: 'Calls that were made to your store, the latest first.',
    section: 'calls',
    input: z.object({
      after: After.describe('the `next` of the page before'),
      reference: Name.optional().describe('only those that carried this external_ref'),
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
    input: z.object({ id: Name }),
    answer: CallView,
    title: 'Call to your store',
    read: ({ door, visit }, { id }) => readCall(door.db, { id, shopId: visit.contact.shopId }),
    page: ({ view }) => <CallPage call={view} />,
  }),
];
