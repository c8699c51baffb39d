import type { Alert } from '../alert';
import { level, perMinute } from '../proof';

const SUPPORT = 'job="hub-support",instance="support-1"';
const INGRESS = 'job="hub-ingress",instance="ingress-1"';

/** What no key decrypts, and what is not kept. */
export const keyAlerts: readonly Alert[] = [
  {
    name: 'HubShopUnreadable',
    severity: 'page',
    summary:
      '{{ $labels.job }} cannot open the secrets of {{ $value }} shops: their events are answered 503.',
    expr: () => 'max by (job) (hub_shops_unreadable) > 0',
    for: '2m',
    runbook: 'shop-unreadable',
    consequenceOf: ['HubKeysMissing'],
    proof: {
      fault: { [`hub_shops_unreadable{${INGRESS}}`]: level(1) },
      below: [{ [`hub_shops_unreadable{${INGRESS}}`]: level(0) }],
      labels: { job: 'hub-ingress' },
    },
  },
  {
    name: 'HubBodiesUnreadable',
    severity: 'ticket',
    summary: 'None of the keys opens {{ $value }} kept bodies.',
    expr: () => 'max(hub_bodies_unreadable) > 0',
    for: '15m',
    runbook: 'bodies-unreadable',
    consequenceOf: ['HubKeysMissing'],
    proof: {
      fault: { [`hub_bodies_unreadable{${SUPPORT}}`]: level(1) },
      below: [{ [`hub_bodies_unreadable{${SUPPORT}}`]: level(0) }],
    },
  },
  {
    name: 'HubSentEventsDropped',
    severity: 'ticket',
    summary: '{{ $value | humanize }} events are not in the list of what shops sent ({{ $labels.why }}).',
    expr: (pace) => `sum by (why) (increase(hub_sent_events_dropped_total[${pace.span('30m')}])) >= 1`,
    for: '5m',
    runbook: 'sent-events-dropped',
    consequenceOf: ['HubDatabaseAway', 'HubKeysMissing'],
    proof: {
      fault: { [`hub_sent_events_dropped_total{${INGRESS},why="full"}`]: perMinute(1) },
      below: [{ [`hub_sent_events_dropped_total{${INGRESS},why="full"}`]: level(7) }],
      labels: { why: 'full' },
      firesAfter: '8m',
      endsAfter: '32m',
    },
  },
];
