import type { Alert } from '../alert';
import { level, type Flows } from '../proof';
import { EVERY_JOB, jobOf, SERVICES } from '../services';

/** The condition that no copy can do its work, whatever the reason. */
const AWAY = ['HubDatabaseAway', 'HubBrokerAway', 'HubKeysMissing', 'HubServiceDown'];

const ROUTING = 'job="hub-routing",instance="routing-1"';
const SECOND = 'job="hub-routing",instance="routing-2"';
const PARTS = ['database', 'broker', 'keys', 'schema'];
const parts = (of: string, notReady: readonly string[] = []): Flows =>
  Object.fromEntries(
    PARTS.map((part) => [`hub_part_ready{${of},part="${part}"}`, level(notReady.includes(part) ? 0 : 1)]),
  );

/** The series of every copy of a service when a component is not ready. */
const inAllCopies = (part: string) => `max by (job) (hub_part_ready{part="${part}"}) == 0`;

/** Processes that are down, or cannot work. */
export const processAlerts: readonly Alert[] = [
  {
    name: 'HubServiceDown',
    severity: 'page',
    summary: 'No copy of {{ $labels.job }} runs.',
    // A service without any known target is as bad as one that does not answer.
    expr: () =>
      [
        `max by (job) (up{${EVERY_JOB}}) == 0`,
        ...SERVICES.map((service) => `absent(up{job="${jobOf(service)}"})`),
      ].join('\nor\n'),
    for: '2m',
    runbook: 'service-down',
    proof: {
      fault: { [`up{${ROUTING}}`]: level(0) },
      below: [{ [`up{${ROUTING}}`]: level(0), [`up{${SECOND}}`]: level(1) }],
      labels: { job: 'hub-routing' },
    },
  },
  {
    name: 'HubCopyDown',
    severity: 'ticket',
    summary: '{{ $labels.instance }} of {{ $labels.job }} does not answer, others do.',
    expr: () => `up{${EVERY_JOB}} == 0 and on (job) max by (job) (up{${EVERY_JOB}}) == 1`,
    for: '15m',
    runbook: 'service-down',
    consequenceOf: ['HubServiceDown'],
    proof: {
      fault: { [`up{${SECOND}}`]: level(0) },
      below: [{ [`up{${SECOND}}`]: level(1) }],
      labels: { job: 'hub-routing', instance: 'routing-2' },
    },
  },
  {
    name: 'HubDatabaseAway',
    severity: 'page',
    summary: '{{ $labels.job }} does not reach the database.',
    expr: () => inAllCopies('database'),
    for: '1m',
    runbook: 'database-away',
    consequenceOf: ['HubServiceDown'],
    proof: {
      fault: parts(ROUTING, ['database']),
      below: [{ ...parts(ROUTING, ['database']), ...parts(SECOND) }],
      labels: { job: 'hub-routing' },
    },
  },
  {
    name: 'HubBrokerAway',
    severity: 'page',
    summary: '{{ $labels.job }} does not reach the broker.',
    expr: () => inAllCopies('broker'),
    for: '1m',
    runbook: 'broker-away',
    consequenceOf: ['HubServiceDown'],
    proof: {
      fault: parts(ROUTING, ['broker']),
      below: [{ ...parts(ROUTING, ['broker']), ...parts(SECOND) }],
      labels: { job: 'hub-routing' },
    },
  },
  {
    name: 'HubKeysMissing',
    severity: 'page',
    summary: '{{ $labels.instance }} of {{ $labels.job }} lacks the key that encrypts now.',
    // One copy is enough: it is not ready, and a continuing deployment replaces the others too.
    expr: () => 'hub_part_ready{part="keys"} == 0 and on (job, instance) hub_part_ready{part="schema"} == 1',
    for: '2m',
    runbook: 'keys-missing',
    consequenceOf: ['HubDatabaseAway'],
    proof: {
      fault: parts(SECOND, ['keys']),
      below: [parts(SECOND), parts(SECOND, ['keys', 'schema'])],
      labels: { ...labelsOf(SECOND), part: 'keys' },
    },
  },
  {
    name: 'HubServiceNotReady',
    severity: 'page',
    summary: 'No copy of {{ $labels.job }} is ready.',
    expr: () => 'max by (job) (min by (job, instance) (hub_part_ready)) == 0',
    for: '5m',
    runbook: 'not-ready',
    consequenceOf: AWAY,
    proof: {
      fault: parts(ROUTING, ['schema']),
      below: [{ ...parts(ROUTING), ...parts(SECOND, ['schema']) }],
      labels: { job: 'hub-routing' },
    },
  },
  {
    name: 'HubCopyNotReady',
    severity: 'ticket',
    summary: '{{ $labels.instance }} of {{ $labels.job }} is not ready, others are.',
    expr: () =>
      'min by (job, instance) (hub_part_ready) == 0 and on (job) max by (job) (min by (job, instance) (hub_part_ready)) == 1',
    for: '15m',
    runbook: 'not-ready',
    consequenceOf: [...AWAY, 'HubServiceNotReady'],
    proof: {
      fault: parts(SECOND, ['schema']),
      below: [parts(SECOND)],
      labels: labelsOf(SECOND),
    },
  },
  {
    name: 'HubConnectionsShort',
    severity: 'ticket',
    summary: 'Work of {{ $labels.instance }} of {{ $labels.job }} waits for connections to the database.',
    expr: () => 'max by (job, instance) (hub_database_connections{state="waiting"}) > 0',
    for: '10m',
    runbook: 'connections-short',
    consequenceOf: AWAY,
    proof: {
      fault: { [`hub_database_connections{${ROUTING},state="waiting"}`]: level(1) },
      below: [{ [`hub_database_connections{${ROUTING},state="waiting"}`]: level(0) }],
      labels: labelsOf(ROUTING),
    },
  },
  {
    name: 'HubClockWrong',
    severity: 'ticket',
    summary: 'The clock of {{ $labels.instance }} of {{ $labels.job }} is {{ $value | humanize }} s off.',
    expr: () => 'max by (job, instance) (abs(hub_clock_offset_seconds)) > 2',
    for: '1m',
    runbook: 'clock-wrong',
    proof: {
      fault: { [`hub_clock_offset_seconds{${ROUTING}}`]: level(-3) },
      below: [{ [`hub_clock_offset_seconds{${ROUTING}}`]: level(-2) }],
      labels: labelsOf(ROUTING),
    },
  },
  {
    name: 'HubPassOverdue',
    severity: 'ticket',
    summary: 'The sweep "{{ $labels.pass }}" of {{ $labels.job }} has not come to its end for too long.',
    // Three runs skipped, and the time of a long one; or none since the start.
    expr: (pace) =>
      [
        `time() - max by (job, pass) (hub_pass_last_success_seconds) > 3 * max by (job, pass) (hub_pass_period_seconds) + ${pace.seconds('10m')}`,
        'or',
        'max by (job, pass) (hub_pass_period_seconds) unless max by (job, pass) (hub_pass_last_success_seconds)',
      ].join('\n'),
    for: '5m',
    runbook: 'pass-overdue',
    consequenceOf: AWAY,
    proof: {
      fault: {
        'hub_pass_last_success_seconds{job="hub-support",instance="support-1",pass="figures"}': level(0),
      },
      below: [
        {
          'hub_pass_last_success_seconds{job="hub-support",instance="support-1",pass="figures"}': level(0),
          'hub_pass_last_success_seconds{job="hub-support",instance="support-2",pass="figures"}': 'clock',
        },
      ],
      labels: { job: 'hub-support', pass: 'figures' },
      // 3 x 15 s, ten minutes, and the five of the rule.
      firesAfter: '18m',
    },
  },
  {
    name: 'HubReleasesMixed',
    severity: 'ticket',
    summary: '{{ $value }} releases run side by side for an hour.',
    expr: () => 'count(count by (version) (hub_build_info)) > 1',
    for: '1h',
    runbook: 'releases-mixed',
    proof: {
      fault: { [`hub_build_info{${SECOND},service="routing",version="0.2.0"}`]: level(1) },
      below: [{ [`hub_build_info{${SECOND},service="routing",version="0.1.0"}`]: level(1) }],
    },
  },
  {
    name: 'HubSeriesTooMany',
    severity: 'ticket',
    summary: '{{ $labels.instance }} of {{ $labels.job }} shows {{ $value }} series.',
    expr: () => `scrape_samples_scraped{${EVERY_JOB}} > 5000`,
    for: '15m',
    runbook: 'series-too-many',
    proof: {
      fault: { [`scrape_samples_scraped{${ROUTING}}`]: level(5_001) },
      below: [{ [`scrape_samples_scraped{${ROUTING}}`]: level(5_000) }],
      labels: labelsOf(ROUTING),
    },
  },
];

/** `job="a",instance="b"` as labels. */
function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
