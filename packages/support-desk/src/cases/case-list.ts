import { shopCell } from '../engine/cell';
import { firstOf, list, time } from '../engine/list';
import { BY_TIME_AND_ID } from '../engine/places';
import { choiceOrFirst, period, shop, text } from '../engine/filters';
import { caseReason } from './case-labels';
import { caseTitle } from './causes';
import { caseState, CASES, extent } from './case-words';
import { listCases, type CaseFilter, type ListedCase } from './list-cases';

const STATES = [
  ['open', 'open'],
  ['snoozed', 'snoozed'],
  ['closed', 'closed'],
  ['left', 'closed by hand, not well'],
  ['any', 'any state'],
] as const;

/** Failures as people work on them. */
export const caseList = list<ListedCase>()({
  path: CASES,
  title: 'Cases',
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
    { name: 'State', cell: caseState },
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
  json: describeCase,
  place: BY_TIME_AND_ID,
  calm: 'No case is open.',
  isLive: true,
  async read({ db, person, now }, { filter: { state, owner, shop: shopId, ...span }, sort, after, limit }) {
    const filter = { ...span, ...ownedBy(owner, person), ...inState(state), shopId };
    const found = await listCases(db, {
      filter,
      sort: sort === 'oldest' ? sort : undefined,
      after: after && { openedAt: after.at, id: after.id },
      limit: limit + 1,
      now,
    });
    return firstOf(found, { limit, placeOf: ({ openedAt, id }) => ({ at: openedAt, id }) });
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
