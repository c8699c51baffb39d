import { listAddress } from '../engine/address';
import { ago } from '../engine/cell';
import { list, partOf, time } from '../engine/list';
import type { Asked } from '../engine/list-definition';
import { BY_NUMBER } from '../engine/places';
import { reasonLabel } from '../words/reason-label';
import { groupDeadLetters, type DeadLetterGroup } from './find-dead-letters';
import { MESSAGE_FILTERS, toMessageFilter } from './message-filters';

/** A cause, and the filter that shows its messages. */
type Cause = DeadLetterGroup & { messages: Asked };

const SORTS = [
  ['failures', 'most failures first'],
  ['latest', 'failed last first'],
  ['oldest', 'oldest first'],
] as const;
const ORDERS: Readonly<Record<string, (one: Cause, other: Cause) => number>> = {
  failures: (one, other) => other.deaths - one.deaths,
  latest: (one, other) => other.lastFailedAt.getTime() - one.lastFailedAt.getTime(),
  oldest: (one, other) => one.firstFailedAt.getTime() - other.firstFailedAt.getTime(),
};

/** Failed messages by cause: what failed in the same queue for the same reason is repaired together. */
export const causeList = list<Cause>()({
  path: '/dead-letters/causes',
  title: 'Failed messages by cause',
  command: { name: 'dead.groups', says: 'failed messages by cause: the queue they failed in and the reason' },
  file: 'causes',
  section: 'dead-letters',
  noun: 'cause',
  about: 'What failed in the same queue for the same reason is repaired together.',
  links: [
    { text: 'One by one', href: '/dead-letters', keeps: Object.keys(MESSAGE_FILTERS) },
    { text: 'Bulk runs', href: '/dead-letters/runs' },
  ],
  filters: MESSAGE_FILTERS,
  usualSort: 'most messages first',
  sorts: SORTS,
  columns: [
    {
      name: 'Why',
      head: true,
      cell: ({ reason, messages }) => ({
        text: reasonLabel(reason),
        href: listAddress('/dead-letters', messages),
      }),
    },
    { name: 'Reason', only: 'text', cell: ({ reason }) => reason },
    { name: 'Queue', cell: ({ origin }) => ({ text: origin, isReference: true }) },
    { name: 'Messages', number: true, cell: ({ failedMessages }) => failedMessages },
    { name: 'Failures', number: true, cell: ({ deaths }) => deaths },
    { name: 'Shops', number: true, cell: ({ shops }) => shops },
    { name: 'First', cell: ({ firstFailedAt }, now) => ago(firstFailedAt, now) },
    { name: 'Last', cell: ({ lastFailedAt }, now) => ago(lastFailedAt, now) },
    {
      name: 'Together',
      only: 'page',
      role: 'agent',
      cell: ({ origin, reason, messages }) => ({
        text: null,
        form: {
          path: '/dead-letters/sets',
          label: `All of ${reasonLabel(reason)} in ${origin}`,
          fields: messages,
          button: { name: 'choice', value: 'all', text: 'Look at all' },
        },
      }),
    },
  ],
  json: (cause) => ({
    origin: cause.origin,
    reason: cause.reason,
    messages: cause.failedMessages,
    deaths: cause.deaths,
    shops: cause.shops,
    first_failed_at: time(cause.firstFailedAt),
    last_failed_at: time(cause.lastFailedAt),
  }),
  place: BY_NUMBER,
  pageSize: 100,
  calm: 'No failed message is open.',
  async read({ db }, { filter, asked, sort, after, limit }) {
    const { sort: _sort, ...narrowed } = asked;
    const causes = (await groupDeadLetters(db, toMessageFilter(filter))).map((group) => ({
      ...group,
      messages: { ...narrowed, origin: group.origin, reason: group.reason },
    }));
    const order = sort === undefined ? undefined : ORDERS[sort];
    return partOf(order ? causes.toSorted(order) : causes, { after, limit });
  },
});
