import { shopCell } from '../engine/cell';
import { firstOf, list, time } from '../engine/list';
import type { Ticks } from '../engine/list-definition';
import { BY_TIME_AND_ID } from '../engine/places';
import { choiceOrFirst, period, shop, text } from '../engine/filters';
import { dueCell, firstOrder } from './first-cells';
import { readFirst, type ReadEntry } from './read-first';
import { caseReason } from './case-labels';
import { caseTitle } from './causes';
import { caseState, CASES, extent } from './case-state';
import { listCases, type CaseFilter, type ListedCase } from './list-cases';

/** Several cases are taken at once. */
export const TAKE_TICKED: Ticks & { key: (one: ListedCase) => string | null } = {
  key: ({ id, state }) => (state === 'closed' ? null : id),
  path: `${CASES}/act`,
  role: 'agent',
  label: 'Take cases',
  buttons: [
    ['take', 'Take the ticked ones'],
    ['release', 'Give the ticked ones back'],
  ],
  says: 'Taking a case that a colleague has takes it over.',
  otherwise: 'An agent may take them.',
};

const STATES = [
  ['open', 'open'],
  ['snoozed', 'snoozed'],
  ['closed', 'closed'],
  ['left', 'closed by hand, with unresolved problems'],
  ['any', 'any state'],
] as const;

/** By when something of it must be done (D18, D38), and the order in it that has waited longest. */
type CaseWithDue = ListedCase & Pick<ReadEntry, 'due' | 'order'> & { paidOrders: number };

/** Failures as people work on them. */
export const caseList = list<CaseWithDue>()({
  path: CASES,
  title: 'Cases',
  command: { name: 'case.list', says: 'cases, the latest first' },
  section: 'cases',
  noun: 'case',
  about:
    'One failure is one case, whatever orders, messages and alerts it touches. A case closes automatically when all its problems are resolved.',
  filters: {
    state: choiceOrFirst('State', STATES),
    owner: text('With whom: me, none, calls_me or a name', {
      says: 'of this colleague; me, none, or calls_me for those that call you in a note',
      offers: ['me', 'calls_me', 'none'],
    }),
    shop: shop('Shop', 'of this shop alone'),
    ...period('Opened'),
  },
  columns: [
    {
      name: 'Case',
      head: true,
      cell: (one) => ({ text: caseTitle(one), href: `${CASES}/${one.id}`, below: caseReason(one) }),
    },
    { name: 'Why', only: 'text', cell: caseReason },
    { name: 'Orders', cell: extent },
    { name: 'Order', cell: ({ order, paidOrders }) => firstOrder(order, paidOrders) },
    { name: 'Due', cell: ({ due }, now) => dueCell(due, now) },
    { name: 'State', cell: (one) => caseState({ ...one, owner: one.state === 'closed' ? one.owner : null }) },
    { name: 'Owner', cell: ({ owner }) => ({ text: owner, otherwise: 'unassigned' }) },
    {
      name: 'Shop',
      cell: ({ shop: slug, shopName }) => ({ ...shopCell(slug, shopName), otherwise: 'none' }),
    },
    { name: 'Opened', cell: ({ openedAt }) => openedAt },
    { name: 'Oldest since', cell: ({ since }) => since },
    { name: 'Closed', only: 'file', cell: ({ closedAt }) => closedAt },
    { name: 'Ticket', only: 'file', cell: ({ ticketUrl }) => ticketUrl },
    { name: 'Case id', only: 'text', cell: ({ id }) => id },
  ],
  json: (one) => ({ ...describeCase(one), due: time(one.due) }),
  place: BY_TIME_AND_ID,
  calm: 'No case is open.',
  isLive: true,
  ticks: TAKE_TICKED,
  async read({ db, person, now }, { filter: { state, owner, shop: shopId, ...span }, sort, after, limit }) {
    const filter = { ...span, ...ownedBy(owner, person), ...inState(state), shopId };
    const found = await listCases(db, {
      filter,
      sort: sort === 'oldest' ? sort : undefined,
      after: after && { openedAt: after.at, id: after.id },
      limit: limit + 1,
      now,
    });
    const open = found.filter(({ closedAt }) => closedAt === null).map(({ id }) => id);
    const entries = new Map((await readFirst(db, now, open)).map((entry) => [entry.caseId, entry]));
    const withDue = found.map((one) => {
      const { due = null, order = null, orders = 0 } = entries.get(one.id) ?? {};
      return { ...one, due, order, paidOrders: orders };
    });
    return firstOf(withDue, { limit, placeOf: ({ openedAt, id }) => ({ at: openedAt, id }) });
  },
});

function inState(state: (typeof STATES)[number][0]): Pick<CaseFilter, 'state' | 'left'> {
  if (state === 'any') return {};
  return state === 'left' ? { left: true } : { state };
}

function ownedBy(owner: string | undefined, person: string): Pick<CaseFilter, 'owner' | 'mentions'> {
  if (owner === 'none') return { owner: null };
  if (owner === 'calls_me') return { mentions: person };
  return owner === undefined ? {} : { owner: owner === 'me' ? person : owner };
}

/** A case as JSON, in every answer. */
export function describeCase(one: ListedCase) {
  return {
    id: one.id,
    cause: one.kind,
    shop: one.shop,
    about: one.about,
    state: one.state,
    orders: one.orders,
    in_difficulty: one.inDifficulty,
    owner: one.owner,
    snoozed_until: time(one.snoozedUntil),
    ticket: one.ticketUrl,
    since: time(one.since),
    opened_at: time(one.openedAt),
    closed_at: time(one.closedAt),
    closed_by: one.closedBy,
    merged_into: one.mergedInto,
  };
}
