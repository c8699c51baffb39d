import { outcomeLabel } from '@hub/messaging';
import { listAddress } from '../engine/address';
import { ago, shopCell } from '../engine/cell';
import type { Looking } from '../engine/filters';
import { firstOf, list, readFilters, time } from '../engine/list';
import type { Asked, ColumnOf } from '../engine/list-definition';
import { BY_TIME_AND_ID, placeOfNow } from '../engine/places';
import { counted } from '../words/counted';
import { reasonLabel } from '../words/reason-label';
import {
  countDeadLetters,
  countNewerDeadLetters,
  listDeadLetters,
  type DeadLetterFilter,
  type DeadLetterSummary,
} from './find-dead-letters';
import { MESSAGE_FILTERS, toMessageFilter } from './message-filters';
import { aboutOf, messageState } from './message-labels';

const placeOf = ({ lastFailedAt, id }: DeadLetterSummary) => ({ at: lastFailedAt, id });

/** The columns of a failed message, in every list of them: none of its content. */
export const MESSAGE_COLUMNS: readonly ColumnOf<DeadLetterSummary>[] = [
  {
    name: 'What',
    head: true,
    cell: ({ id, type }) => ({ text: aboutOf(type), href: `/dead-letters/${id}` }),
  },
  { name: 'Shop', cell: ({ shop }) => ({ ...shopCell(shop), otherwise: 'unknown' }) },
  {
    name: 'Order',
    cell: ({ orderId }) => ({
      text: orderId,
      href: orderId === null ? undefined : listAddress('/orders', { q: orderId }),
      otherwise: 'none',
    }),
  },
  { name: 'Why', cell: ({ reason }) => reasonLabel(reason) },
  { name: 'Reason', only: 'text', cell: ({ reason }) => reason },
  { name: 'Queue', only: 'file', cell: ({ origin }) => origin },
  {
    name: 'State',
    cell: (row) => ({
      ...messageState(row),
      beside: row.outcome === null ? null : outcomeLabel(row.outcome),
    }),
  },
  { name: 'First failed', only: 'file', cell: ({ firstFailedAt }) => firstFailedAt },
  { name: 'Last failed', cell: ({ lastFailedAt }, now) => ago(lastFailedAt, now) },
  { name: 'Times', number: true, cell: ({ count }) => count },
  { name: 'Message id', only: 'text', cell: ({ id }) => id },
];

/** Messages that failed permanently. */
export const messageList = list<DeadLetterSummary>()({
  path: '/dead-letters',
  title: 'Failed messages',
  command: { name: 'dead.list', says: 'failed messages, those that failed last first' },
  section: 'dead-letters',
  noun: 'failed message',
  about: 'Messages that failed permanently: what a replay would do is shown before it is done.',
  links: [
    { text: 'By cause', href: '/dead-letters/causes', keeps: Object.keys(MESSAGE_FILTERS) },
    { text: 'Bulk runs', href: '/dead-letters/runs' },
  ],
  filters: MESSAGE_FILTERS,
  unsaid: { state: 'any' },
  columns: MESSAGE_COLUMNS,
  json: (message) => ({ ...describeMessage(message), died: message.count }),
  place: BY_TIME_AND_ID,
  calm: 'No failed message is open: nothing failed permanently, or all of it was seen to.',
  async read({ db }, { filter, sort, after, limit }) {
    const found = await listDeadLetters(db, {
      filter: toMessageFilter(filter),
      sort: sort === 'oldest' ? sort : undefined,
      after: after && { lastFailedAt: after.at, id: after.id },
      limit: limit + 1,
    });
    return firstOf(found, { limit, placeOf });
  },
  total: ({ db }, filter) => countDeadLetters(db, toMessageFilter(filter)),
  newer: {
    placeOf,
    now: placeOfNow,
    count: ({ db }, { filter, since, limit }) =>
      countNewerDeadLetters(db, {
        filter: toMessageFilter(filter),
        place: { lastFailedAt: since.at, id: since.id },
        limit,
      }),
  },
  ticks: {
    key: ({ id }) => id,
    path: '/dead-letters/sets',
    role: 'agent',
    label: 'Choose failed messages',
    field: 'choice',
    sendsFilter: true,
    buttons: [['ticked', 'Look at the ticked ones']],
    all: {
      value: 'all',
      label: (total) =>
        total === 1 ? 'Look at the message that fits' : `Look at all ${counted(total, 'message')} that fit`,
    },
    says: 'What a replay would do is shown first. Nothing joins what you look at.',
    otherwise: 'An agent may replay, discard and restore them.',
  },
});

/** The filter of the list for the database. Throws `ListFault` if there is no such shop. */
export async function messageFilterOf(asked: Asked, looking: Looking): Promise<DeadLetterFilter> {
  return toMessageFilter(await readFilters(MESSAGE_FILTERS, asked, looking));
}

/** A failed message in `hub dead list --json`: exactly these fields (D27). */
export function describeMessage(message: DeadLetterSummary) {
  return {
    id: message.id,
    type: message.type,
    origin: message.origin,
    shop: message.shop,
    order_id: message.orderId,
    reason: message.reason,
    attempts: message.attempts,
    first_failed_at: time(message.firstFailedAt),
    last_failed_at: time(message.lastFailedAt),
    state: message.state,
  };
}
