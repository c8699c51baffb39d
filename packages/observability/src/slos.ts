import { level, perMinute, type Flows } from './proof';

/** A service-level objective as a share of good ones over thirty days, and how violations are counted. */
export interface Slo {
  name: 'answers' | 'verdicts' | 'placings';
  title: string;
  /** The share that must be good. */
  objective: number;
  /** PromQL of the bad ones, and of all, per second over a window. */
  bad: (window: string) => string;
  total: (window: string) => string;
  alerts: { fast: string; slow: string; what: string };
  runbook: string;
  /** Series of a minute in which a share was bad; for proofs. */
  flows: (badShare: number, eachMinute?: number) => Flows;
}

/** A bound of a histogram, as either major version of Prometheus writes it: `1` or `1.0`. */
const upTo = (bound: number): string => `le=~"${bound}(\\\\.0)?"`;

const VERDICT = `event!="order.cancelled",status!~"5.."`;
const PLACED = `store="up"`;
const ANSWER = 'job="hub-ingress",instance="ingress-1",event="order.created"';

export const SLOS: readonly Slo[] = [
  {
    name: 'answers',
    title: 'Events answered without 5xx',
    objective: 0.999,
    bad: (window) => `(sum(rate(hub_events_answered_total{status=~"5.."}[${window}])) or vector(0))`,
    total: (window) => `sum(rate(hub_events_answered_total[${window}]))`,
    alerts: {
      fast: 'HubAnswersFailFast',
      slow: 'HubAnswersFailSlowly',
      what: 'of events are answered 5xx',
    },
    runbook: 'answers-fail',
    flows: (share, each = 600) => ({
      [`hub_events_answered_total{${ANSWER},status="200",code="accepted"}`]: perMinute(each * (1 - share)),
      [`hub_events_answered_total{${ANSWER},status="503",code="temporary_failure"}`]: perMinute(each * share),
    }),
  },
  {
    name: 'verdicts',
    title: 'Verdicts within one second',
    objective: 0.99,
    bad: (window) =>
      `(sum(rate(hub_event_answer_seconds_count{${VERDICT}}[${window}])) - sum(rate(hub_event_answer_seconds_bucket{${VERDICT},${upTo(1)}}[${window}])))`,
    total: (window) => `sum(rate(hub_event_answer_seconds_count{${VERDICT}}[${window}]))`,
    alerts: {
      fast: 'HubVerdictsLateFast',
      slow: 'HubVerdictsLateSlowly',
      what: 'of verdicts take longer than a second',
    },
    runbook: 'verdicts-late',
    flows: (share, each = 600) => ({
      [`hub_event_answer_seconds_bucket{${ANSWER},status="200",le="1"}`]: perMinute(each * (1 - share)),
      [`hub_event_answer_seconds_count{${ANSWER},status="200"}`]: perMinute(each),
    }),
  },
  {
    name: 'placings',
    title: 'Shipping orders placed within a minute while their store is up',
    objective: 0.99,
    bad: (window) =>
      `(sum(rate(hub_placing_seconds_count{${PLACED}}[${window}])) - sum(rate(hub_placing_seconds_bucket{${PLACED},${upTo(60)}}[${window}])))`,
    total: (window) => `sum(rate(hub_placing_seconds_count{${PLACED}}[${window}]))`,
    alerts: {
      fast: 'HubPlacingsLateFast',
      slow: 'HubPlacingsLateSlowly',
      what: 'of shipping orders are placed later than a minute, though their store is up',
    },
    runbook: 'placings-late',
    flows: (share, each = 60) => ({
      'hub_placing_seconds_bucket{job="hub-routing",instance="routing-1",store="up",le="60"}': perMinute(
        each * (1 - share),
      ),
      'hub_placing_seconds_count{job="hub-routing",instance="routing-1",store="up"}': perMinute(each),
      // Stores that are unavailable are not the hub's fault.
      'hub_placing_seconds_bucket{job="hub-routing",instance="routing-1",store="away",le="60"}': level(0),
      'hub_placing_seconds_count{job="hub-routing",instance="routing-1",store="away"}': perMinute(each),
    }),
  },
];
