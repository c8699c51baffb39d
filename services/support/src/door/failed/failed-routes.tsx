import { FailedCall, listFailedCalls, resendFailed } from '@hub/desk/door';
import { z } from 'zod';
import { Name } from '../fields';
import { actOf, look, type DoorRoute } from '../route';
import { FailedPage } from './failed-page';

export const failedRoutes: readonly DoorRoute[] = [
  look({
    id: 'listFailedCalls',
    path: '/failed',
    summary: 'Calls to your store that failed permanently and can be sent again.',
    section: 'failed',
    input: z.object({}),
    answer: z.object({ failed: z.array(FailedCall) }),
    title: 'Failed calls',
    read: async ({ door, visit }) => ({
      failed: await listFailedCalls(door.db, { shopId: visit.contact.shopId }),
    }),
    page: ({ view }) => <FailedPage failed={view.failed} />,
  }),
  actOf({
    id: 'resend',
    path: '/failed/:reference/resend',
    summary: 'Sends a call again that failed permanently; not of a disputed or a cancelled order.',
    section: 'failed',
    input: z.object({ reference: Name.describe('the external_ref that it carried') }),
    title: 'Send again',
    action: resendFailed,
    next: () => '/failed',
  }),
];
