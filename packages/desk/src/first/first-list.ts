import type { Database } from '@hub/database';
import { TAKE_TICKED } from '../cases/case-list';
import { shopCell, type Cell } from '../engine/cell';
import { shop, text } from '../engine/filters';
import { list, partOf, time } from '../engine/list';
import { BY_NUMBER } from '../engine/places';
import { inPlaces } from '../money/settle';
import { money } from '../words/amount';
import { firstComes } from './comes-first';
import { dueCell, firstOrder } from '../cases/first-cells';
import { firstEntries, type FirstEntry } from './first-entries';
import { readFirst } from '../cases/read-first';
import { readAwayStores, readOutOfSync } from './read-stores';
import { counted } from '../words/counted';

/** The rule of its order, for people. */
const FIRST_RULE =
  'Broken promises to customers come first, the largest order value first. Then come promises whose time runs, the one that ends first. Then come other paid orders by their value, and then failures without a paid order. Equal entries are sorted by age, the oldest first. Amounts are not converted: if an entry has several currencies, the largest figure counts.';

/** What is open, one entry for each cause, in the order in which customers are harmed and clocks run out. */
export const firstList = list<FirstEntry>()({
  path: '/first',
  title: 'What comes first',
  command: { name: 'case.first', says: 'what comes first: every open problem, the most urgent first' },
  section: 'attention',
  noun: 'open problem',
  about: 'Everything that is open, one entry for each cause. What harms customers most comes first.',
  explained: { title: 'In which order?', text: FIRST_RULE },
  links: [
    { text: 'All cases', href: '/cases' },
    { text: 'Orders at risk', href: '/at-risk' },
  ],
  filters: {
    owner: text('With whom: me, none or a name', {
      says: 'of this colleague; me, or none for those that are unassigned',
      offers: ['me', 'none'],
    }),
    shop: shop('Shop', 'of this shop alone'),
  },
  sorts: [],
  columns: [
    {
      name: 'Problem',
      head: true,
      cell: ({ title, href, reason }) => ({ text: title, href, below: reason }),
    },
    { name: 'Why', only: 'text', cell: ({ reason }) => reason },
    { name: 'Order', cell: ({ order, orders }) => firstOrder(order, orders) },
    { name: 'Affected', cell: affected },
    { name: 'At stake', number: true, cell: ({ amounts }) => stakes(amounts).join(', ') },
    { name: 'Due', cell: ({ due }, now) => dueCell(due, now) },
    { name: 'Owner', cell: ownerCell },
    {
      name: 'Shop',
      cell: ({ shop: slug, shopName }) => ({ ...shopCell(slug, shopName), otherwise: 'none' }),
    },
    { name: 'Since', cell: ({ since }, now) => ({ text: since, since: now }) },
    { name: 'Case id', only: 'text', cell: ({ caseId }) => caseId },
  ],
  json: (entry) => ({
    problem: entry.title,
    reason: entry.reason,
    case: entry.caseId,
    shop: entry.shop,
    owner: entry.owner,
    orders: entry.orders,
    alerts: entry.alerts,
    failed_messages: entry.messages,
    first_order: entry.order && {
      order: entry.order.id,
      number: entry.order.name,
      shop: entry.order.shopName,
    },
    amounts: entry.amounts,
    due: time(entry.due),
    since: time(entry.since),
  }),
  place: BY_NUMBER,
  pageSize: 30,
  calm: 'Nothing needs attention.',
  isLive: true,
  ticks: { ...TAKE_TICKED, key: ({ caseId, isClosed }) => (isClosed ? null : caseId) },
  async read({ db, person, now }, { filter, after, limit }) {
    return partOf(await listFirst(db, { ...filter, person, now }), { after, limit });
  },
});

interface FirstQuery {
  owner?: string | undefined;
  shop?: number | undefined;
  person: string;
  now: number;
}

/** Everything that is open, the most urgent first. */
async function listFirst(
  db: Database,
  { owner, shop: shopId, person, now }: FirstQuery,
): Promise<FirstEntry[]> {
  const [read, away, outOfSync, of] = await Promise.all([
    readFirst(db, now),
    readAwayStores(db, now),
    readOutOfSync(db, now),
    shopId === undefined ? null : db.shop.findUnique({ where: { id: shopId }, select: { slug: true } }),
  ]);
  const name = owner === 'me' ? person : owner === 'none' ? null : owner;
  return firstEntries({ read, away, outOfSync })
    .filter((entry) => name === undefined || (entry.caseId !== null && entry.owner === name))
    .filter((entry) => of === null || entry.shop === of.slug)
    .toSorted(firstComes(now));
}

/** Such as `12 orders, 3 alerts, 2 failed messages`. */
function affected({ orders, alerts, messages }: FirstEntry): string {
  const counts = [
    [orders, 'order'],
    [alerts, 'alert'],
    [messages, 'failed message'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one]) => counted(count, one))
    .join(', ');
}

/** Sums of each currency, such as `1 149.00 EUR`. */
function stakes(amounts: FirstEntry['amounts']): string[] {
  return Object.entries(amounts).map(([currency, paid]) => money(inPlaces(paid, currency), currency));
}

function ownerCell({ owner, caseId, isClosed }: FirstEntry): Cell {
  if (caseId === null) return { text: null, otherwise: 'no case yet' };
  const below = isClosed ? 'closed by hand' : null;
  return { text: owner, otherwise: 'unassigned', below };
}
