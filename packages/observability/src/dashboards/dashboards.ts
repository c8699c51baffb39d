import { SLOS } from '../slos';
import { query, type Dashboard, type Panel } from './dashboard';

const course = (title: string, unit: string, ...queries: Panel['queries']): Panel => ({
  title,
  unit,
  queries,
});
const now = (title: string, unit: string, ...queries: Panel['queries']): Panel => ({
  title,
  unit,
  queries,
  now: true,
});
const quantile = (share: number, metric: string, by: string): string =>
  `histogram_quantile(${share}, sum by (${by}, le) (rate(${metric}_bucket[5m])))`;

const promises: Dashboard = {
  uid: 'hub-promises',
  title: 'Hub: promises',
  panels: [
    ...SLOS.map(({ name, title, objective }) =>
      now(
        `${title}: budget left of three days`,
        'percentunit',
        query(
          `1 - hub:slo_errors:ratio_rate3d{slo="${name}"} / ${Number((1 - objective).toPrecision(6))}`,
          title,
        ),
      ),
    ),
    course('Share of bad ones over an hour', 'percentunit', query('hub:slo_errors:ratio_rate1h', '{{slo}}')),
    course(
      'Events answered',
      'reqps',
      query('sum by (status) (rate(hub_events_answered_total[5m]))', '{{status}}'),
    ),
    course(
      'Events answered 5xx, why',
      'reqps',
      query(
        'sum by (event, code) (rate(hub_events_answered_total{status=~"5.."}[5m]))',
        '{{event}} {{code}}',
      ),
    ),
    course('Answers, 99 %', 's', query(quantile(0.99, 'hub_event_answer_seconds', 'event'), '{{event}}')),
    course('Placing, 90 %', 's', query(quantile(0.9, 'hub_placing_seconds', 'store'), 'store {{store}}')),
    course('Events in flight', 'short', query('sum by (instance) (hub_events_in_flight)', '{{instance}}')),
    course('Orders at risk', 'short', query('max by (situation) (hub_orders_at_risk)', '{{situation}}')),
  ],
};

const messages: Dashboard = {
  uid: 'hub-messages',
  title: 'Hub: messages',
  panels: [
    course('Messages that wait', 'short', query('max by (queue) (hub_queue_messages)', '{{queue}}')),
    course('Consumers', 'short', query('max by (queue) (hub_queue_consumers)', '{{queue}}')),
    course('Wait, 90 %', 's', query(quantile(0.9, 'hub_message_wait_seconds', 'queue'), '{{queue}}')),
    course('Handling, 90 %', 's', query(quantile(0.9, 'hub_message_seconds', 'queue'), '{{queue}}')),
    course(
      'How handling ends',
      'reqps',
      query('sum by (settlement) (rate(hub_message_seconds_count[5m]))', '{{settlement}}'),
    ),
    course(
      'Outbox',
      'short',
      query('max(hub_outbox_rows)', 'rows'),
      query('max(hub_outbox_oldest_seconds)', 'seconds of the oldest'),
    ),
    course(
      'Outbox published',
      'reqps',
      query('sum by (job) (rate(hub_outbox_published_total[5m]))', '{{job}}'),
    ),
    course(
      'Failed messages that are open',
      'short',
      query('max by (origin) (hub_dead_letters{state="open"})', '{{origin}}'),
    ),
    course(
      'Sent events that are not listed',
      'reqps',
      query('sum by (why) (rate(hub_sent_events_dropped_total[5m]))', '{{why}}'),
    ),
    course(
      'Messages about cases',
      'reqps',
      query('sum by (channel, outcome) (rate(hub_case_messages_total[5m]))', '{{channel}} {{outcome}}'),
    ),
    course(
      'Mails to shops',
      'reqps',
      query('sum by (outcome) (rate(hub_shop_mails_total[5m]))', '{{outcome}}'),
    ),
  ],
};

const stores: Dashboard = {
  uid: 'hub-stores',
  title: 'Hub: stores',
  panels: [
    now('Circuits open', 'short', query('max(hub_shops_circuit_open)', 'shops')),
    now('Calls held', 'short', query('max by (operation) (hub_shops_held)', '{{operation}}')),
    now('Shops unreadable', 'short', query('max by (job) (hub_shops_unreadable)', '{{job}}')),
    now('Bodies unreadable', 'short', query('max(hub_bodies_unreadable)', 'bodies')),
    course(
      'Calls',
      'reqps',
      query('sum by (operation, outcome) (rate(hub_store_calls_total[5m]))', '{{operation}} {{outcome}}'),
    ),
    course('Calls, 90 %', 's', query(quantile(0.9, 'hub_store_call_seconds', 'operation'), '{{operation}}')),
    course(
      'Writes',
      'reqps',
      query('sum by (write, outcome) (rate(hub_store_writes_total[5m]))', '{{write}} {{outcome}}'),
    ),
    course(
      'Alerts of support',
      'short',
      query('sum by (kind) (max by (kind, state) (hub_alerts))', '{{kind}}'),
    ),
  ],
};

const processes: Dashboard = {
  uid: 'hub-processes',
  title: 'Hub: processes',
  panels: [
    course('Up', 'short', query('sum by (job) (up{job=~"hub-.+"})', '{{job}}')),
    course(
      'Parts that are not ready',
      'short',
      query('sum by (job, part) (hub_part_ready == bool 0)', '{{job}} {{part}}'),
    ),
    course('Releases', 'short', query('count by (job, version) (hub_build_info)', '{{job}} {{version}}')),
    course(
      'Connections to the database',
      'short',
      query('sum by (job, state) (hub_database_connections)', '{{job}} {{state}}'),
    ),
    course(
      'Sweeps: since the last success, in turns',
      'short',
      query(
        '(time() - max by (job, pass) (hub_pass_last_success_seconds)) / max by (job, pass) (hub_pass_period_seconds)',
        '{{job}} {{pass}}',
      ),
    ),
    course(
      'Sweeps: duration of the last run',
      's',
      query('max by (job, pass) (hub_pass_duration_seconds)', '{{job}} {{pass}}'),
    ),
    course(
      'Spans that no collector got',
      'reqps',
      query('sum by (job, reason) (rate(hub_trace_spans_dropped_total[5m]))', '{{job}} {{reason}}'),
    ),
    course(
      'Sweeps that failed',
      'short',
      query('sum by (job, pass) (increase(hub_pass_failures_total[15m]))', '{{job}} {{pass}}'),
    ),
    course('Memory', 'bytes', query('process_resident_memory_bytes{job=~"hub-.+"}', '{{instance}}')),
    course(
      'Processor',
      'percentunit',
      query('rate(process_cpu_seconds_total{job=~"hub-.+"}[5m])', '{{instance}}'),
    ),
    course('Event loop, 99 %', 's', query('nodejs_eventloop_lag_p99_seconds{job=~"hub-.+"}', '{{instance}}')),
    course('Series', 'short', query('scrape_samples_scraped{job=~"hub-.+"}', '{{instance}}')),
    course('Rows pruned', 'reqps', query('sum by (what) (rate(hub_retention_rows_total[5m]))', '{{what}}')),
  ],
};

export const DASHBOARDS: readonly Dashboard[] = [promises, messages, stores, processes];
