import { QUEUE_POLICIES } from '@hub/messaging';
import type { Alert } from '../alert';
import { level, perMinute } from '../proof';

const AWAY = ['HubDatabaseAway', 'HubBrokerAway', 'HubServiceDown'];
const ORDERS = 'queue="routing.order.created"';
const SUPPORT = 'job="hub-support",instance="support-1"';
const ROUTING = 'job="hub-routing",instance="routing-1"';

const eachQueue = (metric: string, of = '') => `max by (queue) (${metric}${of})`;

/** Half of what the broker accepts before the door has to answer `503` (D5). */
function nearBounds(): string {
  return QUEUE_POLICIES.map(({ pattern, definition }) => {
    const matching = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\', '\\\\');
    const open = pattern.endsWith('$') ? matching : `${matching}.*`;
    return { open, half: Number(definition['max-length']) / 2 };
  })
    .map(({ open, half }) => `${eachQueue('hub_queue_messages', `{queue=~"${open}"}`)} > ${half}`)
    .join('\nor\n');
}

/** Messages that do not move. The orders or stock they are about wait with them. */
export const messageAlerts: readonly Alert[] = [
  {
    name: 'HubQueueUnattended',
    severity: 'page',
    summary: '{{ $value }} messages wait in {{ $labels.queue }} without a consumer.',
    expr: () => `${eachQueue('hub_queue_messages')} > 0 and ${eachQueue('hub_queue_consumers')} == 0`,
    for: '3m',
    runbook: 'queue-grows',
    consequenceOf: [...AWAY, 'HubServiceNotReady', 'HubKeysMissing'],
    proof: {
      fault: {
        [`hub_queue_messages{${SUPPORT},${ORDERS}}`]: level(1),
        [`hub_queue_consumers{${SUPPORT},${ORDERS}}`]: level(0),
      },
      below: [
        { [`hub_queue_consumers{${SUPPORT},${ORDERS}}`]: level(0) },
        { [`hub_queue_messages{${SUPPORT},${ORDERS}}`]: level(50) },
      ],
      labels: { queue: 'routing.order.created' },
    },
  },
  {
    name: 'HubQueueGrows',
    severity: 'ticket',
    summary: '{{ $labels.queue }} has grown for 30 minutes, to {{ $value }} messages.',
    expr: (pace) =>
      `${eachQueue('hub_queue_messages')} > 1000 and ${eachQueue('deriv', `(hub_queue_messages[${pace.span('15m')}])`)} > 0`,
    for: '15m',
    runbook: 'queue-grows',
    consequenceOf: [...AWAY, 'HubQueueUnattended', 'HubQueueNearBound'],
    proof: {
      fault: { [`hub_queue_messages{${SUPPORT},${ORDERS}}`]: perMinute(200) },
      // Many, but no longer growing; and growing, but few.
      below: [
        { [`hub_queue_messages{${SUPPORT},${ORDERS}}`]: level(40_000) },
        { [`hub_queue_messages{${SUPPORT},${ORDERS}}`]: perMinute(10) },
      ],
      labels: { queue: 'routing.order.created' },
      firesAfter: '23m',
    },
  },
  {
    name: 'HubQueueNearBound',
    severity: 'page',
    summary: '{{ $labels.queue }} holds {{ $value }} messages, half of what it may.',
    expr: nearBounds,
    for: '5m',
    runbook: 'queue-grows',
    proof: {
      fault: { [`hub_queue_messages{${SUPPORT},${ORDERS}}`]: level(50_001) },
      below: [
        { [`hub_queue_messages{${SUPPORT},${ORDERS}}`]: level(50_000) },
        { [`hub_queue_messages{${SUPPORT},queue="routing.order.route"}`]: level(500_000) },
      ],
      labels: { queue: 'routing.order.created' },
    },
  },
  {
    name: 'HubMessagesWait',
    severity: 'ticket',
    summary: 'A tenth of the messages of {{ $labels.queue }} waits longer than a minute.',
    expr: (pace) =>
      `histogram_quantile(0.9, sum by (queue, le) (rate(hub_message_wait_seconds_bucket[${pace.span('10m')}]))) > 60`,
    for: '10m',
    runbook: 'queue-grows',
    consequenceOf: [...AWAY, 'HubQueueUnattended', 'HubQueueNearBound'],
    proof: {
      fault: waits({ within: 30, late: 30 }),
      below: [waits({ within: 55, late: 5 })],
      labels: { queue: 'routing.order.created' },
      firesAfter: '13m',
      endsAfter: '15m',
    },
  },
  {
    name: 'HubOutboxOld',
    severity: 'page',
    summary: 'A message has waited for {{ $value | humanizeDuration }} to be given to the broker.',
    expr: (pace) => `max(hub_outbox_oldest_seconds) > ${pace.seconds('5m')}`,
    for: '2m',
    runbook: 'outbox-old',
    consequenceOf: AWAY,
    proof: {
      fault: { [`hub_outbox_oldest_seconds{${SUPPORT}}`]: level(301) },
      below: [{ [`hub_outbox_oldest_seconds{${SUPPORT}}`]: level(300) }],
    },
  },
  {
    name: 'HubDeadLetters',
    severity: 'ticket',
    summary: '{{ $value }} messages of {{ $labels.origin }} failed permanently and wait for a person.',
    expr: () => 'max by (origin) (hub_dead_letters{state="open"}) > 0',
    for: '30m',
    runbook: 'dead-letters',
    proof: {
      fault: { [`hub_dead_letters{${SUPPORT},origin="routing.order.created",state="open"}`]: level(1) },
      below: [{ [`hub_dead_letters{${SUPPORT},origin="routing.order.created",state="resolved"}`]: level(9) }],
      labels: { origin: 'routing.order.created' },
    },
  },
  {
    name: 'HubDeadLettersBurst',
    severity: 'page',
    summary: '{{ $value }} messages failed permanently within 15 minutes.',
    expr: (pace) => {
      const openNow = (when: string) =>
        `(sum(max by (origin) (hub_dead_letters{state="open"}${when})) or vector(0))`;
      return `${openNow('')} - ${openNow(` offset ${pace.span('15m')}`)} >= 20`;
    },
    for: '1m',
    runbook: 'dead-letters',
    proof: {
      fault: { [`hub_dead_letters{${SUPPORT},origin="routing.order.created",state="open"}`]: level(20) },
      below: [{ [`hub_dead_letters{${SUPPORT},origin="routing.order.created",state="open"}`]: level(19) }],
      lead: '20m',
      endsAfter: '20m',
    },
  },
  {
    name: 'HubOrdersUndecided',
    severity: 'page',
    summary: '{{ $value }} paid orders could not be decided by any worker.',
    expr: () => 'max(hub_orders_at_risk{situation="undecided"}) > 0',
    for: '10m',
    runbook: 'orders-undecided',
    consequenceOf: AWAY,
    proof: {
      fault: { [`hub_orders_at_risk{${SUPPORT},situation="undecided"}`]: level(1) },
      below: [{ [`hub_orders_at_risk{${SUPPORT},situation="waiting"}`]: level(30) }],
    },
  },
  {
    name: 'HubOrdersAtRisk',
    severity: 'ticket',
    summary: '{{ $value }} paid orders or lines are at risk: {{ $labels.situation }}.',
    expr: () => 'max by (situation) (hub_orders_at_risk{situation!="undecided"}) > 0',
    for: '1h',
    runbook: 'orders-at-risk',
    consequenceOf: [...AWAY, 'HubPassOverdue'],
    proof: {
      fault: { [`hub_orders_at_risk{${SUPPORT},situation="not_shipped"}`]: level(3) },
      below: [{ [`hub_orders_at_risk{${SUPPORT},situation="undecided"}`]: level(0) }],
      labels: { situation: 'not_shipped' },
    },
  },
];

/** Messages of a minute delivered within a minute, and later than that. */
function waits({ within, late }: { within: number; late: number }) {
  const bucket = (le: string) => `hub_message_wait_seconds_bucket{${ROUTING},${ORDERS},le="${le}"}`;
  return {
    [bucket('60')]: perMinute(within),
    [bucket('300')]: perMinute(within + late),
    [bucket('+Inf')]: perMinute(within + late),
  };
}
