import { FoundOrders, readToday, searchOwnOrders, TodayView } from '@hub/desk/door';
import { z } from 'zod';
import { FilledText } from '../../web/layout/texts';
import { look, type DoorRoute } from '../route';
import { SearchPage } from './search-page';
import { TodayPage } from './today-page';

/** The first page, and the search. */
export const todayRoutes: readonly DoorRoute[] = [
  look({
    id: 'getToday',
    path: '/today',
    summary:
      'What to ship, the oldest first, with the pieces and the time by which each is to be shipped. Also events of today that were refused, and what holds your own orders back.',
    section: 'today',
    input: z.object({}),
    answer: TodayView,
    title: 'Today',
    read: ({ door, visit, now }) => readToday(door.db, { contact: visit.contact, now }),
    page: ({ view, at }) => <TodayPage view={view} now={at.now} />,
  }),
  look({
    id: 'searchOrders',
    path: '/search',
    summary:
      'Your own orders by your order id or number, by our reference of an order or a line, or by a whole tracking number. Four characters or more also find order ids and numbers that begin so. Customers are not searched.',
    section: 'today',
    input: z.object({ q: FilledText(255).describe('what is searched for') }),
    answer: FoundOrders,
    title: 'Search',
    read: ({ door, visit }, { q: text }) => searchOwnOrders(door.db, { shopId: visit.contact.shopId, text }),
    page: ({ view, at }) => <SearchPage found={view} now={at.now} />,
  }),
];
