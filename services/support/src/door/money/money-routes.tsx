import { AccountView, readAccount } from '@hub/door';
import { periodOf } from '@hub/support-desk';
import { z } from 'zod';
import { InputFault } from '../input-fault';
import { look, type DoorRoute } from '../route';
import { MoneyPage } from './money-page';

const Day = z.iso.date().optional();

export const moneyRoutes: readonly DoorRoute[] = [
  look({
    id: 'getAccount',
    path: '/money',
    summary:
      'What is owed to you and by you for a period of at most a quarter: totals, the net, and line by line for your own orders.',
    section: 'money',
    input: z.object({
      from: Day.describe('the first day, UTC; unless given the first of this month'),
      to: Day.describe('the last day; unless given today'),
      page: z.coerce.number().int().min(1).max(100_000).default(1).describe('of the lines'),
    }),
    answer: AccountView,
    title: 'What is owed',
    read: ({ door, visit, now }, { page, ...days }) => {
      const period = periodOf(days, now);
      if (period === null) throw new InputFault('to');
      return readAccount(door.db, { contact: visit.contact, period, page });
    },
    page: ({ view }) => <MoneyPage view={view} />,
  }),
];
