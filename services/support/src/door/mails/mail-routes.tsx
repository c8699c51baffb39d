import { listOwnMails, ShopMailView } from '@hub/desk/door';
import { z } from 'zod';
import { look, type DoorRoute } from '../route';
import { MailsPage } from './mails-page';

export const mailRoutes: readonly DoorRoute[] = [
  look({
    id: 'listMails',
    path: '/mails',
    summary:
      'Mails to you about what waits for you, the newest first: at most one a day for each cause, to `contacts.orders` of your sheet, else to `contacts.technical`.',
    section: 'mails',
    input: z.object({
      after: z
        .string()
        .regex(/^\d{1,18}$/, 'is the `next` of the page before')
        .optional()
        .describe('the `next` of the page before'),
    }),
    answer: z.object({ mails: z.array(ShopMailView), next: z.string().nullable() }),
    title: 'Mails to you',
    read: ({ door, visit }, { after }) => listOwnMails(door.db, { shopId: visit.contact.shopId, after }),
    page: ({ view }) => <MailsPage {...view} />,
  }),
];
