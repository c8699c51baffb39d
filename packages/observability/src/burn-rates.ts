import type { Alert } from './alert';
import type { Duration, Pace } from './pace';
import { SLOS, type Slo } from './slos';

/** A recorded series. */
export interface Recording {
  record: string;
  expr: string;
  labels: Record<string, string>;
}

/** A budget that burns `times` too fast shows in the long window; the short one confirms that it still does. */
interface Burn {
  long: Duration;
  short: Duration;
  times: number;
}

/** Of the budget of thirty days these have used 2 %, 5 %, 10 % and 10 %. */
const FAST: readonly Burn[] = [
  { long: '1h', short: '5m', times: 14.4 },
  { long: '6h', short: '30m', times: 6 },
];
const SLOW: readonly Burn[] = [
  { long: '1d', short: '2h', times: 3 },
  { long: '3d', short: '6h', times: 1 },
];
/** Fewer bad ones say nothing about a share: one `503` in a quiet night wakes no one. */
const AT_LEAST = 5;

/** Windows that are evaluated often, and those that change too slowly for that. */
export const WINDOWS = { often: ['5m', '30m', '1h'], rarely: ['2h', '6h', '1d', '3d'] } as const;
type Windows = readonly Duration[];

/** The share of bad ones, and how many there are per second, over each window. */
export function recordings(windows: Windows, pace: Pace): Recording[] {
  return SLOS.flatMap((slo) =>
    windows.flatMap((window) => {
      const [span, labels] = [pace.span(window), { slo: slo.name }];
      const [bad, total] = [slo.bad(span), slo.total(span)];
      return [
        { record: ratioOf(window), expr: `${bad} / ${total}`, labels },
        { record: badOf(window), expr: bad, labels },
      ];
    }),
  );
}

const ratioOf = (window: Duration) => `hub:slo_errors:ratio_rate${window}`;
const badOf = (window: Duration) => `hub:slo_bad:rate${window}`;

/** Separate alerts for causes of violated objectives. */
const CAUSES = ['HubDatabaseAway', 'HubBrokerAway', 'HubServiceDown', 'HubKeysMissing'];

const budgetOf = ({ objective }: Slo): number => 1 - objective;

function burns(slo: Slo, pairs: readonly Burn[], pace: Pace): string {
  return pairs.map((burn) => burnsSo(slo, burn, pace)).join('\nor\n');
}

function burnsSo(slo: Slo, { long, short, times }: Burn, pace: Pace): string {
  const of = `{slo="${slo.name}"}`;
  // Written out, so that readers of the rule see the share; without binary rounding noise.
  const share = Number((times * budgetOf(slo)).toPrecision(6));
  return [
    `(${ratioOf(long)}${of} > ${share}`,
    `  and ${ratioOf(short)}${of} > ${share}`,
    `  and ${badOf(long)}${of} * ${pace.seconds(long)} >= ${AT_LEAST})`,
  ].join('\n');
}

export const burnAlerts: readonly Alert[] = SLOS.flatMap((slo) => [
  {
    name: slo.alerts.fast,
    severity: 'page',
    summary: `{{ $value | humanizePercentage }} ${slo.alerts.what}: the budget of a month is gone within days.`,
    expr: (pace) => burns(slo, FAST, pace),
    for: '2m',
    runbook: slo.runbook,
    consequenceOf: CAUSES,
    proof: {
      lead: '2h',
      fault: slo.flows(20 * budgetOf(slo)),
      // Just below six times; and too few for a share to mean anything.
      below: [slo.flows(5.5 * budgetOf(slo)), slo.flows(0.5, 0.01)],
      labels: { slo: slo.name },
      // An hour at 14.4 times is used up after 43 minutes at twenty times.
      firesAfter: '46m',
      endsAfter: '40m',
      also: [slo.alerts.slow],
    },
  } satisfies Alert,
  {
    name: slo.alerts.slow,
    severity: 'ticket',
    summary: `{{ $value | humanizePercentage }} ${slo.alerts.what}: the budget of a month will not last.`,
    expr: (pace) => burns(slo, SLOW, pace),
    for: '15m',
    runbook: slo.runbook,
    consequenceOf: [slo.alerts.fast, ...CAUSES],
    proof: {
      lead: '3d',
      fault: slo.flows(4 * budgetOf(slo)),
      below: [slo.flows(0.95 * budgetOf(slo))],
      labels: { slo: slo.name },
      firesAfter: '18.6h',
      endsAfter: '7h',
      step: '4m',
    },
  } satisfies Alert,
]);
