import { accountAsCsv, AccountView, readAccount } from '@hub/desk/door';
import { periodOf, type Days } from '@hub/desk/money';
import { z } from 'zod';
import { InputFault } from '../input-fault';
import { look, type DoorRoute } from '../route';
import { MoneyPage } from './money-page';

const Day = z.iso.date().optional();
const Period = z.object({
  from: Day.describe('the first day, UTC; unless given the first of this month'),
  to: Day.describe('the last day; unless given today'),
});

export const moneyRoutes: readonly DoorRoute[] = [
  look({
    id: 'getAccount',
    path: '/money',
    summary:
      'What is owed to you and by you for a period of at most a quarter: totals, the net, and line by line for your own orders.',
    section: 'money',
    input: Period.extend({
      page: z.coerce.number().int().min(1).max(100_000).default(1).describe('of the lines'),
    }),
    answer: AccountView,
    title: 'What is owed',
    read: ({ door, visit, now }, { page, ...days }) =>
      readAccount(door.db, { contact: visit.contact, period: periodIn(days, now), page }),
    page: ({ view }) => <MoneyPage view={view} />,
  }),
  look({
    id: 'exportAccount',
    path: '/money/file',
    summary: 'The same as a CSV file with all lines: rows of kind line, return, total and net.',
    section: 'money',
    input: Period,
    answer: z.object({ csv: z.string() }),
    title: 'What is owed',
    read: async ({ door, visit, now }, days) => ({
      csv: await accountAsCsv(door.db, { contact: visit.contact, period: periodIn(days, now) }),
    }),
    page: ({ view: { csv } }) => ({ fileName: 'owed.csv', csv }),
  }),
];

/** Throws `InputFault`. */
function periodIn(days: z.output<typeof Period>, now: number): Days {
  const period = periodOf(days, now);
  if (period === null) throw new InputFault('to');
  return period;
}
