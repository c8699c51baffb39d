import { alertName, ALERTS } from '@hub/alerts';
import type { AlertState } from '@hub/database';
import { firstOf, list, time } from '../engine/list';
import { BY_TIME_AND_ID, placeOfNow } from '../engine/places';
import { choice, choiceOrFirst, period, shop } from '../engine/filters';
import { ago, shopCell, type StateLabel, type Tone } from '../engine/cell';
import { countAlerts, countNewerAlerts, listAlerts, type AlertFilter, type AlertSummary } from './alerts';

const STATES = [
  ['unresolved', 'not resolved'],
  ['open', 'open'],
  ['taken', 'taken'],
  ['resolved', 'resolved'],
  ['any', 'any state'],
] as const;
type StateChoice = (typeof STATES)[number][0];

const COUNTED = ['open', 'taken', 'resolved'] as const satisfies readonly AlertState[];
const TONES: Record<AlertState, Tone> = { open: 'bad', taken: 'warn', resolved: 'good' };

const placeOf = ({ lastAt, id }: AlertSummary) => ({ at: lastAt, id });

/** What the hub asks people to look at. */
export const alertList = list<AlertSummary>()({
  path: '/alerts',
  title: 'Alerts',
  command: { name: 'alerts.list', says: 'alerts, the latest first' },
  section: 'alerts',
  noun: 'alert',
  about: 'What the hub asks people to look at. Most are resolved automatically once their cause is gone.',
  filters: {
    state: choiceOrFirst('State', STATES),
    kind: choice(
      'What',
      Object.entries(ALERTS)
        .map(([kind, { name }]) => [kind, name] as const)
        .toSorted(([, one], [, other]) => one.localeCompare(other)),
      'of this kind alone, such as tracking_failed',
    ),
    shop: shop('Shop', 'of this shop alone'),
    ...period('Last'),
  },
  columns: [
    {
      name: 'What',
      head: true,
      cell: ({ id, kind, message }) => ({ text: alertName(kind), href: `/alerts/${id}`, below: message }),
    },
    { name: 'Message', only: 'text', cell: ({ message }) => message },
    {
      name: 'Shop',
      cell: ({ shop: slug, shopName }) => ({ ...shopCell(slug, shopName), otherwise: 'none' }),
    },
    {
      name: 'Order',
      cell: ({ sellerOrderId, orderId, orderNumber }) => ({
        text: orderNumber ?? orderId,
        href: sellerOrderId === null ? undefined : `/orders/${sellerOrderId}`,
        otherwise: sellerOrderId === null ? 'none' : 'order',
      }),
    },
    { name: 'State', cell: alertState },
    { name: 'First', only: 'file', cell: ({ firstAt }) => firstAt },
    { name: 'Last', cell: ({ lastAt }, now) => ago(lastAt, now) },
    { name: 'Times', number: true, cell: ({ count }) => count },
    { name: 'Resolved', only: 'file', cell: ({ resolvedAt }) => resolvedAt },
    { name: 'Kind', only: 'text', cell: ({ kind }) => kind },
    { name: 'Alert id', only: 'text', cell: ({ id }) => id },
  ],
  json: (alert) => ({
    id: alert.id,
    kind: alert.kind,
    subject: alert.subject,
    shop: alert.shop,
    order_id: alert.orderId,
    message: alert.message,
    detail: alert.detail,
    state: alert.state,
    taken_by: alert.takenBy,
    count: alert.count,
    first_at: time(alert.firstAt),
    last_at: time(alert.lastAt),
    resolved_at: time(alert.resolvedAt),
  }),
  place: BY_TIME_AND_ID,
  calm: 'No alert waits: nothing asks for an agent now.',
  async read({ db }, { filter, sort, after, limit }) {
    const found = await listAlerts(db, {
      filter: toFilter(filter),
      sort: sort === 'oldest' ? sort : undefined,
      after: after && { lastAt: after.at, id: after.id },
      limit: limit + 1,
    });
    return firstOf(found, { limit, placeOf });
  },
  async counts({ db }, filter) {
    const counts = await countAlerts(db, toFilter(filter));
    return COUNTED.map((state) => ({
      label: state,
      count: counts[state],
      tone: state === 'resolved' ? 'quiet' : TONES[state],
      filter: { state },
    }));
  },
  newer: {
    placeOf,
    now: placeOfNow,
    count: ({ db }, { filter, since, limit }) =>
      countNewerAlerts(db, {
        filter: toFilter(filter),
        place: { lastAt: since.at, id: since.id },
        limit,
      }),
  },
  ticks: {
    key: ({ id }) => id,
    path: '/alerts/act',
    role: 'agent',
    label: 'Take or resolve alerts',
    buttons: [
      ['take', 'Take the ticked ones'],
      ['resolve', 'Resolve the ticked ones'],
    ],
    says: 'Taking one that another agent has takes it over.',
    otherwise: 'An agent may take and resolve them.',
  },
});

/** Its state, and who has it. */
export function alertState({ state, takenBy }: Pick<AlertSummary, 'state' | 'takenBy'>): StateLabel {
  const text = state === 'taken' && takenBy !== null ? `taken by ${takenBy}` : state;
  return { text, tone: TONES[state] };
}

function toFilter(filter: {
  state: StateChoice;
  kind: string | undefined;
  shop: number | undefined;
  since: Date | undefined;
  until: Date | undefined;
}): AlertFilter {
  const { state, shop: shopId, ...rest } = filter;
  return { ...rest, shopId, states: statesOf(state) };
}

function statesOf(state: StateChoice): AlertState[] {
  if (state === 'any') return [...COUNTED];
  return state === 'unresolved' ? ['open', 'taken'] : [state];
}
