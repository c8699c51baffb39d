import { EVENT_NAMES } from '@hub/contract';
import { shopCell } from '../engine/cell';
import { firstOf, list, time } from '../engine/list';
import type { ColumnOf } from '../engine/list-definition';
import type { PlaceText } from '../engine/places';
import { choice, period, shop, text } from '../engine/filters';
import { answerText, answerTone, eventAddress } from './event-labels';
import { listSentEvents, type EventPlace, type ListedEvent } from './list-sent-events';

const ANSWERS = [
  'refused',
  '4xx',
  '5xx',
  'unfinished',
  'accepted',
  'duplicate',
  'stale',
  'echo',
  'skipped',
  'stopped',
];
const SORTS = [
  ['oldest', 'oldest first'],
  ['shop', 'by shop'],
  ['answer', 'refused ones first'],
] as const;

/** Its time of receipt, its answer, its shop, and its position among events of the same moment. */
const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{3})?_([^_]{1,100})_(.{1,300})$/;
const BY_TIME_AND_KEY: PlaceText<EventPlace> = {
  write: ({ receivedAt, status, shop: slug, key }) =>
    [receivedAt.toISOString(), status ?? '', slug, key].join('_'),
  read(given) {
    const [, at = '', status, slug = '', key = ''] = PLACE.exec(given) ?? [];
    const receivedAt = new Date(at);
    if (Number.isNaN(receivedAt.getTime())) return null;
    return { receivedAt, status: status === undefined ? null : Number(status), shop: slug, key };
  },
};

/** The columns of an event, in every list of them. */
export const EVENT_COLUMNS: readonly ColumnOf<ListedEvent>[] = [
  { name: 'Received', cell: ({ receivedAt }) => receivedAt },
  {
    name: 'Shop',
    cell: ({ shop: slug, shopName }) => ({ ...shopCell(slug), shown: shopName }),
  },
  {
    name: 'Event',
    head: true,
    cell: (event) => ({ text: event.event, href: eventAddress(event), otherwise: 'not readable' }),
  },
  {
    name: 'Event id',
    only: 'text',
    // What `hub events show` finds it by.
    cell: ({ eventId, sentId }) => ({ text: eventId, shown: eventId ?? sentId ?? undefined }),
  },
  { name: 'About', cell: ({ about }) => about },
  { name: 'Answered', cell: (event) => ({ text: answerText(event), tone: answerTone(event) }) },
  { name: 'Field', only: 'file', cell: ({ field }) => field },
  {
    name: 'Why',
    cell: ({ field, reason }) => ({ text: reason, shown: [field, reason].filter(Boolean).join(' ') }),
  },
  { name: 'Bytes', only: 'file', cell: ({ bytes }) => bytes },
];

/** What shops sent and the answers to it, including refusals (D33). */
export const eventList = list<ListedEvent>()({
  path: '/events',
  title: 'Events',
  command: {
    name: 'events.list',
    says: 'what a shop sent and what it was answered, newest first',
    argument: '<shop>',
  },
  section: 'events',
  noun: 'event',
  about:
    'What shops sent and what they were answered, refused events too. Refusals and what they said are kept for seven days.',
  filters: {
    shop: shop('Shop', 'of this shop'),
    event: choice(
      'Event',
      EVENT_NAMES.map((name) => [name, name] as const),
    ),
    answer: text('Answer, such as 422', {
      says: 'with this answer: 422, 4xx, refused, accepted, or a code',
      offers: ANSWERS,
    }),
    order: text('Order, as the shop names it', { says: 'about this order, as the shop names it' }),
    ...period(),
  },
  sorts: SORTS,
  columns: EVENT_COLUMNS,
  json: (event) => ({ ...describeEvent(event), key: event.key, sent_id: event.sentId }),
  place: BY_TIME_AND_KEY,
  async read({ db }, { filter: { shop: shopId, order: about, ...filter }, sort, after, limit }) {
    const found = await listSentEvents(db, {
      filter: { ...filter, shopId, about },
      sort: SORTS.find(([value]) => value === sort)?.[0],
      after,
      limit: limit + 1,
    });
    return firstOf(found, { limit, placeOf: (event) => event });
  },
});

/** An event as JSON, in every answer (D33). */
export function describeEvent(event: Omit<ListedEvent, 'key'>) {
  return {
    received_at: time(event.receivedAt),
    event: event.event,
    event_id: event.eventId,
    about: event.about,
    status: event.status,
    outcome: event.outcome,
    code: event.code,
    field: event.field,
    reason: event.reason,
    bytes: event.bytes,
  };
}
